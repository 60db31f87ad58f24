import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { spelling } from "../../../ui/spelling.ts";
import { showDateTime } from "../../../ui/time.ts";
import { endAsking, useAskedChange } from "./asked-change.ts";
import { useMayChange } from "./may-change.ts";
import { useChangeSent } from "./sent-change.ts";

/** The dialog of the change that is being asked for. */
export function ChangeDialog({ ticket }: { ticket: Ticket }) {
  const asked = useAskedChange(ticket.ticketid);
  if (asked?.kind === "edit")
    return <Edit key={asked.message.messageid} ticket={ticket} message={asked.message} />;
  if (asked?.kind === "delete") return <Delete message={asked.message} />;
  return asked ? <History message={asked.message} /> : null;
}

function Edit({ ticket, message }: { ticket: Ticket; message: Message }) {
  const { t } = useTranslation();
  const isText = message.type === "text";
  const before = (isText ? message.content : message.caption) ?? "";
  const [text, setText] = useState(message.change?.content ?? before);
  const { limits } = useMayChange(ticket, message);
  const change = useChangeSent(message, endAsking);
  const written = text.trim();
  const most = isText ? limits?.text : limits?.caption;
  const off = change.isPending || (isText && written === "") || (most !== undefined && written.length > most);
  return (
    <Dialog
      open
      onClose={endAsking}
      title={t("sentChanges.editTitle")}
      description={t("sentChanges.editHint")}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!off) change.mutate(written);
        }}
      >
        <textarea
          {...spelling}
          autoFocus
          dir="auto"
          rows={5}
          value={text}
          aria-label={t("sentChanges.text")}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
              event.currentTarget.form?.requestSubmit();
          }}
          className="mt-4 w-full resize-y rounded-m border border-line-strong bg-raised px-3 py-2"
        />
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={endAsking}>{t("common.cancel")}</Button>
          <Button look="primary" type="submit" disabled={off}>
            {t("sentChanges.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Delete({ message }: { message: Message }) {
  const { t } = useTranslation();
  const change = useChangeSent(message, endAsking);
  return (
    <Dialog
      open
      onClose={endAsking}
      title={t("sentChanges.deleteTitle")}
      description={t("sentChanges.deleteHint")}
    >
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={endAsking}>{t("common.cancel")}</Button>
        <Button look="danger" disabled={change.isPending} onClick={() => change.mutate(undefined)}>
          {t("sentChanges.delete")}
        </Button>
      </div>
    </Dialog>
  );
}

function History({ message: { messageid } }: { message: Message }) {
  const { t } = useTranslation();
  const { data: versions = [] } = useQuery({
    queryKey: ["message history", messageid],
    queryFn: ({ signal }) => call("getMessageHistory", { params: { messageid }, signal }),
    staleTime: 0,
  });
  return (
    <Dialog open wide onClose={endAsking} title={t("sentChanges.history")}>
      <ol className="mt-4 flex flex-col gap-3">
        {versions.map((version) => (
          <li key={version.changed_on} className="rounded-m border border-line bg-raised px-3 py-2">
            <p dir="auto" className="break-words whitespace-pre-wrap">
              {version.content || version.caption || version.file_name}
            </p>
            <p className="mt-1 text-xs text-text-3 tabular-nums">
              {t(`sentChanges.until.${version.kind}`, {
                time: showDateTime(version.changed_on),
                name: version.user_name,
              })}
            </p>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
