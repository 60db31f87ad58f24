import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { useQueryClient } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { AcceptButton } from "../tickets/AcceptButton.tsx";
import { Composer } from "./Composer.tsx";
import { FilePreview } from "./FilePreview.tsx";
import { send } from "./sending.ts";

type Props = {
  ticket: Ticket;
  replyTo: Message | null;
  onReplied: () => void;
  file: File | null;
  onFile: (file: File | null) => void;
};

/** Where the answer is written, or why it cannot be. */
export function ComposerArea({ ticket, replyTo, onReplied, file, onFile }: Props) {
  const cache = useQueryClient();
  const { ticketid } = ticket;
  if (!ticket.can.reply) return <Closed ticket={ticket} />;
  return (
    <div className="px-5 pb-4 pt-2.5 max-phone:px-2 max-phone:pb-2">
      {file ? (
        <FilePreview
          file={file}
          onCancel={() => onFile(null)}
          onSend={(caption) => {
            send(cache, { ticketid, content: caption, replyTo, file });
            onFile(null);
            onReplied();
          }}
        />
      ) : (
        <Composer
          key={ticketid}
          ticketid={ticketid}
          clientName={ticket.client_name}
          replyTo={replyTo}
          onCancelReply={onReplied}
          onFile={onFile}
          onSend={(content) => {
            send(cache, { ticketid, content, replyTo });
            onReplied();
          }}
        />
      )}
    </div>
  );
}

function Closed({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const reason = ticket.closed_on
    ? t("composer.closed")
    : ticket.userid
      ? t("composer.notHandler", { name: ticket.user_name })
      : t("composer.notAccepted");
  return (
    <div className="mx-5 mt-2.5 mb-4 flex min-h-14 items-center gap-3 rounded-card border border-line bg-raised px-4 py-2 text-text-2 max-phone:mx-2 max-phone:mb-2">
      <Lock size={16} aria-hidden="true" className="shrink-0" />
      <p className="flex-1 text-s">{reason}</p>
      {ticket.can.accept && <AcceptButton ticket={ticket} />}
    </div>
  );
}
