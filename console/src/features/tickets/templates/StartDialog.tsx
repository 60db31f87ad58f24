import type { ChannelRow } from "@parley/contract/channels";
import type { FilledTemplate } from "@parley/contract/templates";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, Refused } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { newId } from "../../../ui/new-id.ts";
import { Select } from "../../../ui/Select.tsx";
import { failureText } from "../../session/failure-text.ts";
import { FillTemplate } from "./FillTemplate.tsx";
import type { Group } from "./groups.ts";
import { TemplateList } from "./TemplateList.tsx";

type Props = {
  /** The accounts over which an agent may write first; at least one. */
  accounts: ChannelRow[];
  /** The phone number, where it is known. */
  number?: string;
  onStarted: (ticketid: string) => void;
  onClose: () => void;
};

/** Writes first to a phone number: account, number, template. */
export function StartDialog({ accounts, number = "", onStarted, onClose }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [channelid, setChannelid] = useState(accounts[0]?.channelid ?? "");
  const [to, setTo] = useState(number);
  const [group, setGroup] = useState<Group | null>(null);
  const messageid = useRef(newId());
  const start = useMutation({
    mutationFn: (filled: FilledTemplate) =>
      call("startConversation", {
        body: { channelid, to, template: { ...filled, messageid: messageid.current } },
      }),
    onSuccess: ({ ticketid }) => {
      void cache.invalidateQueries({ queryKey: keys.openTickets });
      onStarted(ticketid);
    },
    onError: (error) => {
      // The ticket may exist when no answer came: the same id finds it.
      if (error instanceof Refused) messageid.current = newId();
    },
  });
  return (
    <Dialog open wide onClose={onClose} title={t("templates.start")} description={t("templates.startHint")}>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
        {accounts.length > 1 && (
          <Select
            label={t("templates.account")}
            value={channelid}
            options={accounts.map((account) => ({ value: account.channelid, label: account.name }))}
            onChange={(next) => {
              setChannelid(next);
              setGroup(null);
            }}
          />
        )}
        <Field
          label={t("templates.number")}
          type="tel"
          autoComplete="off"
          value={to}
          placeholder="+380501112233"
          maxLength={40}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
      {group ? (
        <FillTemplate
          group={group}
          failure={start.error && failureText(start.error, t)}
          pending={start.isPending || to.trim() === ""}
          onBack={() => {
            start.reset();
            setGroup(null);
          }}
          onSend={start.mutate}
        />
      ) : (
        <TemplateList channelid={channelid} onChoose={setGroup} />
      )}
    </Dialog>
  );
}
