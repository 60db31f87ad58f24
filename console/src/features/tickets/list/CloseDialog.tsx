import type { Ticket } from "@parley/contract/tickets";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { CheckRow } from "../../../ui/CheckRow.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { LongField } from "../../../ui/LongField.tsx";
import { newId } from "../../../ui/new-id.ts";
import { seenSeq } from "../sending/last-seen.ts";
import { useClose } from "./close.ts";

type Props = { ticket: Ticket; onClose: () => void };

/** Asks whether the ticket is closed, and how: silently, or with a last message where the agent may reply. */
export function CloseDialog({ ticket, onClose }: Props) {
  const { t } = useTranslation();
  const [silently, setSilently] = useState(false);
  const [text, setText] = useState("");
  const [messageid] = useState(newId);
  const close = useClose(ticket, onClose);
  const content = text.trim();
  const lastMessage = { content, messageid, seenSeq: seenSeq(ticket.ticketid) };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("chat.closeTitle")}
      description={t(silently ? "closing.silentHint" : "chat.closeHint", { name: ticket.client_name })}
    >
      <div className="mt-4 grid gap-4">
        {ticket.can.reply && ticket.channel.connected && (
          <LongField
            label={t("closing.lastMessage")}
            hint={t("closing.lastMessageHint")}
            rows={2}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        <CheckRow label={t("closing.silently")} checked={silently} onChange={setSilently} />
      </div>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("chat.no")}</Button>
        <Button
          look="primary"
          disabled={close.isPending}
          onClick={() => close.mutate({ ...(silently && { silently }), ...(content && { lastMessage }) })}
        >
          {t("chat.yes")}
        </Button>
      </div>
    </Dialog>
  );
}
