import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { VListHandle } from "virtua";
import { toast } from "../../../ui/toast.ts";
import type { FloatingDayHandle } from "../../chat/conversation/FloatingDay.tsx";
import { MessageLog } from "../../chat/conversation/MessageLog.tsx";
import { useWhenReleased } from "../../chat/conversation/released.ts";
import { useAtEnd, useOpening, useShift, useStick } from "../../chat/conversation/scroll-place.ts";
import { floatingDay, type ListItem, listItems } from "../../chat/message-kinds/list-items.ts";
import { useViewer } from "../../session/viewer.ts";
import { asMessage } from "./as-message.ts";
import { loadOlder } from "./chat.ts";
import { hasOlder, lastRead, type PrivateChat } from "./chat-state.ts";
import { dropSent, stillUnsent, useOutbox } from "./outbox.ts";
import { PrivateRow } from "./PrivateRow.tsx";
import { useSeenPrivate } from "./seen.ts";

type Props = { userid: string; chat: PrivateChat; open: boolean; empty: ReactNode };

/** The messages of the two, or a placeholder while there are none. */
export function PrivateMessages({ empty, ...props }: Props) {
  const { items, unsent } = useItems(props);
  return items.length === 0 ? empty : <List {...props} items={items} unsent={unsent} />;
}

/** The distance to the top, in pixels, at which older messages are fetched. */
const near = 400;

/** A private chat is always shown to its end. */
const noPassage = { inPassage: false, leavePassage: () => undefined };

type ListProps = Omit<Props, "empty"> & { items: ListItem[]; unsent: number };

function List({ userid, chat, open, items, unsent }: ListProps) {
  const { t } = useTranslation();
  const list = useRef<VListHandle>(null);
  const floating = useRef<FloatingDayHandle>(null);
  const { atEnd, measure } = useAtEnd(list);
  const older = useOlder(userid, chat);
  const shift = useShift(items);
  const { newBelow, announcement } = useSeenPrivate(userid, chat, open && atEnd === true);
  useOpening(list, items);
  const { onPointerDown, whenReleased } = useWhenReleased();
  useStick(list, items, { atEnd: atEnd === true, unsent, whenReleased, ...noPassage });
  const toEnd = () => list.current?.scrollToIndex(items.length - 1, { align: "end" });

  function scrolled(offset: number) {
    measure();
    const from = list.current?.findItemIndex(offset) ?? 0;
    floating.current?.scrolledTo(floatingDay(items.slice(from, from + 1)));
    if (offset < near) void older();
  }

  function resized() {
    if (atEnd) whenReleased(toEnd);
    measure();
  }

  return (
    <MessageLog
      list={list}
      floating={floating}
      items={items}
      shift={shift}
      label={t("privateChat.messages")}
      announcement={announcement}
      toEnd={atEnd === false ? { count: newBelow, onClick: toEnd } : null}
      onScroll={scrolled}
      onResize={resized}
      onPointerDown={onPointerDown}
      background="bg-bg"
    >
      {(item) => <PrivateRow key={item.key} item={item} userid={userid} />}
    </MessageLog>
  );
}

/** The line of new messages stands after the last message read when the chat was opened, if there were unread ones. */
function useItems({ userid, chat }: Omit<Props, "empty">) {
  const viewer = useViewer();
  const outbox = useOutbox((state) => state.unsent);
  const [unreadAfter] = useState(() => lastRead(chat, userid));
  useEffect(() => dropSent(chat.messages), [chat]);
  return useMemo(() => {
    const messages = chat.messages.map((message) => asMessage(message, viewer.id, chat.colleague_read));
    const unsent = stillUnsent(outbox, userid, chat.messages);
    const lines = unsent.map((one) => ({ ...one, ticketid: chat.chatid }));
    return { items: listItems(messages, lines, unreadAfter), unsent: unsent.length };
  }, [chat, outbox, userid, viewer.id, unreadAfter]);
}

function useOlder(userid: string, chat: PrivateChat): () => Promise<void> {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const loading = useRef(false);
  return async () => {
    if (loading.current || !hasOlder(chat)) return;
    loading.current = true;
    try {
      await loadOlder(cache, userid);
    } catch {
      toast(t("privateChat.olderFailed"), "danger");
    } finally {
      loading.current = false;
    }
  };
}
