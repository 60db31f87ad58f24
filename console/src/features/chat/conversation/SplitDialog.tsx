import { limits } from "@parley/contract/limits";
import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { useProfile } from "../../session/viewer.ts";
import { useSplit } from "../../tickets/list/splitting.ts";
import { bareSubject } from "../../tickets/mail-head/subject.ts";
import { useLoadedChat } from "../../tickets/messages/chat.ts";
import { shownOf } from "../../tickets/messages/chat-state.ts";
import { maySplit } from "../message-kinds/may-split.ts";
import { messageSummary } from "../message-kinds/message-summary.ts";

type Props = {
  ticket: Ticket;
  /** The id of the message whose menu asked for it. */
  first?: string | undefined;
  onClose: () => void;
};

/** Asks for the messages that begin a new ticket, among those that are loaded, and for its subject. */
export function SplitDialog({ ticket, first, onClose }: Props) {
  const { t } = useTranslation();
  const chat = useLoadedChat(ticket.ticketid);
  const messages = (chat ? shownOf(chat) : []).filter(maySplit);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(first ? [first] : []));
  const [subject, setSubject] = useState(bareSubject(ticket.subject ?? ""));
  const split = useSplit(ticket, onClose);
  const list = useId();
  const max = limits.splitMessages;
  // A message that another agent copied meanwhile is no longer offered.
  const messageids = messages.map(({ messageid }) => messageid).filter((id) => chosen.has(id));
  const tooMany = messageids.length > max;
  const ready = messageids.length > 0 && !tooMany && subject.trim() !== "" && !split.isPending;
  function choose(id: string, wanted: boolean) {
    const next = new Set(chosen);
    if (wanted) next.add(id);
    else next.delete(id);
    setChosen(next);
  }
  function send(event: FormEvent) {
    event.preventDefault();
    if (ready) split.mutate({ messageids, subject: subject.trim() });
  }
  const id = ticket.ticketid.slice(0, limits.shortIdLength);
  return (
    <Dialog
      wide
      open
      onClose={onClose}
      title={t("splitting.title", { id })}
      description={t("splitting.hint")}
    >
      <form onSubmit={send} className="mt-4">
        <Field
          label={t("splitting.subject")}
          value={subject}
          maxLength={limits.splitSubject}
          onChange={({ target }) => setSubject(target.value)}
        />
        <p id={list} className="mt-4 text-s font-semibold text-text-2">
          {t("splitting.choose")}
        </p>
        {messages.length === 0 ? (
          <p className="mt-1.5 text-text-2">{t("splitting.none")}</p>
        ) : (
          <ul
            aria-labelledby={list}
            className="mt-1.5 max-h-[40dvh] overflow-y-auto rounded-m border border-line-strong p-1"
          >
            {messages.map((message) => (
              <MessageChoice
                key={message.messageid}
                {...{ ticket, message }}
                checked={chosen.has(message.messageid)}
                onChange={(wanted) => choose(message.messageid, wanted)}
              />
            ))}
          </ul>
        )}
        {tooMany && <FormMessage error={t("splitting.most", { max })} />}
        <div className="mt-6 flex justify-end gap-2">
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button type="submit" look="primary" disabled={!ready}>
            {t("splitting.confirm")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type ChoiceProps = {
  ticket: Ticket;
  message: Message;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

function MessageChoice({ ticket, message, checked, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const { companyName } = useProfile();
  const { isagent, created_by_name, mail, created_on } = message;
  const client = mail?.from.name || mail?.from.address || ticket.client_name;
  const name = isagent ? (created_by_name ?? companyName) : client;
  const [time, text] = [showDateTime(created_on), messageSummary(t, message)];
  return (
    <li>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is its control */}
      <label className="flex min-h-11 cursor-pointer items-start gap-3 rounded-m px-2.5 py-2 hover:bg-raised">
        <span className="pt-0.5">
          <Checkbox
            label={t("splitting.message", { name, time, text })}
            checked={checked}
            onChange={onChange}
          />
        </span>
        <span aria-hidden="true" className="min-w-0 flex-1">
          <span className="flex flex-wrap gap-x-2 text-xs text-text-3">
            <span className="font-semibold break-words text-text-2">{name}</span>
            <span className="tabular-nums">{time}</span>
          </span>
          <span dir="auto" className="line-clamp-2 break-words">
            {text}
          </span>
        </span>
      </label>
    </li>
  );
}
