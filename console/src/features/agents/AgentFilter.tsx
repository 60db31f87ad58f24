import { Combobox } from "@base-ui/react/combobox";
import { limits } from "@parley/contract/limits";
import { Check, ChevronDown } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type AgentOption, useAgentName, useAgentOptions } from "./agent-choices.ts";

type Props = {
  label: string;
  /** What stands for no filter. */
  everything: string;
  value: string | undefined;
  onChange: (userid: string | undefined) => void;
};

/** Rows of one agent, who is found by typing, or of all. */
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
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={6} align="start" className="z-50 outline-none">
          <Combobox.Popup
            aria-label={label}
            className="w-64 max-w-[var(--available-width)] overflow-hidden rounded-m border border-line-strong bg-pane text-text shadow-float"
          >
            <Combobox.Input
              aria-label={t("admin.agentSearch")}
              placeholder={t("admin.agentSearch")}
              maxLength={limits.searchKeyword}
              className="h-11 w-full border-b border-line bg-transparent px-3 text-s outline-none placeholder:text-text-3"
            />
            <Combobox.Empty className="text-s text-text-2 not-empty:p-3">
              {pending || failed ? null : t("admin.agentsNone")}
            </Combobox.Empty>
            <Combobox.List
              aria-busy={pending}
              className="max-h-[min(280px,calc(var(--available-height)-80px))] overflow-y-auto overscroll-contain p-1 data-empty:p-0"
            >
              {(option: AgentOption) => (
                <Combobox.Item
                  key={option.userid}
                  value={option}
                  className="flex cursor-pointer items-center gap-2 rounded-chip px-2.5 py-1.5 text-s outline-none select-none data-highlighted:bg-raised-2 max-phone:min-h-11"
                >
                  <span className="min-w-0 flex-1 truncate">{option.name}</span>
                  <Combobox.ItemIndicator>
                    <Check size={15} className="text-accent-text" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
            <Combobox.Status
              className={`px-3 text-xs not-empty:border-t not-empty:border-line not-empty:py-2 ${failed ? "text-danger" : "text-text-3"}`}
            >
              {note}
            </Combobox.Status>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
