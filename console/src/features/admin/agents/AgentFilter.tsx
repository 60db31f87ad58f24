import { Combobox } from "@base-ui/react/combobox";
import { limits } from "@parley/contract/limits";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ComboboxPopup } from "../../../ui/ComboboxPopup.tsx";
import { type AgentOption, useAgentName, useAgentOptions } from "./agent-choices.ts";

type Props = {
  label: string;
  /** The option that means no filter. */
  everything: string;
  value: string | undefined;
  onChange: (userid: string | undefined) => void;
};

/** Filters rows by one agent, who is found by typing, or shows all. */
export function AgentFilter({ label, everything, value, onChange }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [phrase, setPhrase] = useState("");
  const { options, more, pending, failed } = useAgentOptions(phrase, open);
  const name = useAgentName(value);
  const all = { userid: "", name: everything };
  const chosen = value ? { userid: value, name: name ?? "" } : all;
  const note = failed ? t("admin.agentsFailed") : more ? t("admin.agentsMore") : null;
  return (
    <Combobox.Root
      items={phrase.trim() ? options : [all, ...options]}
      filter={null}
      value={chosen}
      onValueChange={(option: AgentOption | null) => onChange(option?.userid || undefined)}
      onInputValueChange={setPhrase}
      onOpenChange={setOpen}
      itemToStringLabel={(option: AgentOption) => option.name}
      isItemEqualToValue={(one: AgentOption, other: AgentOption) => one.userid === other.userid}
      autoHighlight
    >
      <Combobox.Trigger
        aria-label={label}
        className={`flex h-9 max-w-52 items-center justify-between gap-2 rounded-m border px-3 text-left text-s transition duration-150 max-phone:h-11 ${value ? "border-transparent bg-accent-soft font-semibold text-accent-text" : "border-line-strong bg-raised hover:bg-raised-2"}`}
      >
        <span className="min-w-0 truncate">
          {value ? (name === null ? t("admin.agentUnknown") : (name ?? "…")) : everything}
        </span>
        <Combobox.Icon className="shrink-0 text-text-3">
          <ChevronDown size={16} />
        </Combobox.Icon>
      </Combobox.Trigger>
      <ComboboxPopup
        label={label}
        searchLabel={t("admin.agentSearch")}
        maxLength={limits.searchKeyword}
        none={pending || failed ? null : t("admin.agentsNone")}
        note={note}
        pending={pending}
        failed={failed}
        className="w-64 bg-pane text-s"
        keyOf={({ userid }: AgentOption) => userid}
        textOf={({ name }) => name}
      />
    </Combobox.Root>
  );
}
