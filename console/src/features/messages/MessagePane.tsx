import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { CloudOff, MessagesSquare } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { PaneState } from "../../ui/States.tsx";
import { useChat } from "./chat.ts";
import { LoadingMessages } from "./LoadingMessages.tsx";
import { listItems } from "./list-items.ts";
import { MessageList } from "./MessageList.tsx";
import { stillUnsent, useOutbox } from "./outbox.ts";
import { useUnreadAfter } from "./unread-mark.ts";

type Props = { ticket: Ticket; onReply: (message: Message) => void };

/** The messages in whichever state they are: on their way, unavailable, none, or there. */
export function MessagePane({ ticket, onReply }: Props) {
  const { t } = useTranslation();
  const { data: chat, isError, refetch } = useChat(ticket.ticketid, ticket.last_seq);
  const unsent = useOutbox((state) => state.unsent);
  const unreadAfter = useUnreadAfter(ticket, chat?.messages);
  const items = useMemo(
    () =>
      listItems(
        chat?.messages ?? [],
        stillUnsent(unsent, ticket.ticketid, chat?.messages ?? []),
        unreadAfter,
      ),
    [chat, unsent, ticket.ticketid, unreadAfter],
  );
  if (!chat && isError) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("chat.failed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  }
  if (!chat) return <LoadingMessages />;
  if (items.length === 0) return <PaneState icon={<MessagesSquare />} title={t("chat.empty")} />;
  return <MessageList ticket={ticket} chat={chat} items={items} onReply={onReply} />;
}
