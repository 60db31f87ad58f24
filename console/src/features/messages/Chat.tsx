import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { watchTicket } from "../../api/events.ts";
import { ChatHeader } from "./ChatHeader.tsx";
import { ComposerArea } from "./ComposerArea.tsx";
import { DropTarget } from "./DropTarget.tsx";
import { MessagePane } from "./MessagePane.tsx";

/** One ticket's conversation: its header, its messages, and the place to answer. */
export function Chat({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const [replyTo, setReplyTo] = useState<Message | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const { ticketid } = ticket;
  useEffect(() => watchTicket(ticketid), [ticketid]);
  return (
    <section
      aria-label={t("chat.region", { name: ticket.client_name })}
      className="flex min-h-0 flex-1 flex-col"
    >
      <ChatHeader ticket={ticket} />
      <DropTarget enabled={ticket.can.reply} onDrop={setFile}>
        <MessagePane ticket={ticket} onReply={setReplyTo} />
        <ComposerArea
          ticket={ticket}
          replyTo={replyTo}
          onReplied={() => setReplyTo(null)}
          file={file}
          onFile={setFile}
        />
      </DropTarget>
    </section>
  );
}
