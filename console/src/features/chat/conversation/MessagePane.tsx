import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { CloudOff, MessagesSquare } from "lucide-react";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { PaneState } from "../../../ui/States.tsx";
import type { AnswerKind } from "../../tickets/mail-head/recipients.ts";
import { useChat } from "../../tickets/messages/chat.ts";
import { shownOf } from "../../tickets/messages/chat-state.ts";
import { useNotes } from "../../tickets/notes/notes.ts";
import { dropSent, stillUnsent, useOutbox } from "../../tickets/sending/outbox.ts";
import { listItems } from "../message-kinds/list-items.ts";
import { besideOf } from "../message-kinds/timeline.ts";
import { useFoldBefore } from "./fold-mark.ts";
import type { Jump } from "./jump.ts";
import { LoadingMessages } from "./LoadingMessages.tsx";
import { MessageList } from "./MessageList.tsx";
import { MessageOverlays } from "./MessageOverlays.tsx";
import { useUnreadAfter } from "./unread-mark.ts";

type Props = {
  ticket: Ticket;
  jump: Jump;
  onReply: (message: Message) => void;
  onAnswerMail: (message: Message, kind: AnswerKind) => void;
};

const none: Message[] = [];

/** The messages in each state: loading, unavailable, empty, or loaded. */
export function MessagePane({ ticket, jump, onReply, onAnswerMail }: Props) {
  const { t } = useTranslation();
  const { data: chat, isError, refetch } = useChat(ticket.ticketid, ticket.last_seq);
  const shown = chat ? shownOf(chat) : none;
  const { data: beside, isPending: besideComes } = useNotes(ticket.ticketid, shown);
  const outbox = useOutbox((state) => state.unsent);
  const unreadAfter = useUnreadAfter(ticket, chat?.messages);
  const foldBefore = useFoldBefore(ticket, chat?.messages);
  useEffect(() => dropSent(chat?.messages ?? []), [chat]);
  const unsent = useMemo(
    () => stillUnsent(outbox, ticket.ticketid, chat?.messages ?? []),
    [chat, outbox, ticket.ticketid],
  );
  const items = useMemo(
    // Unsent messages stand after the newest message, so not after a passage.
    () =>
      listItems(
        shown,
        chat?.passage ? [] : unsent,
        unreadAfter,
        besideOf(shown, beside, chat?.passage !== undefined),
      ),
    [chat, shown, unsent, unreadAfter, beside],
  );
  if (!chat && isError) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("chat.failed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  }
  if (!chat || besideComes) return <LoadingMessages />;
  if (items.length === 0) return <PaneState icon={<MessagesSquare />} title={t("chat.empty")} />;
  return (
    <MessageOverlays ticket={ticket} messages={shownOf(chat)} onReply={onReply} onAnswerMail={onAnswerMail}>
      <MessageList
        ticket={ticket}
        chat={chat}
        items={items}
        foldBefore={foldBefore}
        unsent={unsent.length}
        jump={jump}
      />
    </MessageOverlays>
  );
}
