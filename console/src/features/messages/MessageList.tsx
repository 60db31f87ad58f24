import { limits } from "@parley/contract/limits";
import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { VList, type VListHandle } from "virtua";
import { toast } from "../../ui/toast.ts";
import { useAnnouncement } from "./announce.ts";
import { loadBackTo, loadOlder } from "./chat.ts";
import { type ChatState, hasOlder } from "./chat-state.ts";
import { FloatingDay } from "./FloatingDay.tsx";
import type { ListItem } from "./list-items.ts";
import { ListRow } from "./rows/ListRow.tsx";
import { ScrollToBottom } from "./ScrollToBottom.tsx";
import { useSeen } from "./seen.ts";

type Props = { ticket: Ticket; chat: ChatState; items: ListItem[]; onReply: (message: Message) => void };

/** How near the top older messages are fetched, in pixels. */
const nearTop = 400;

export function MessageList({ ticket, chat, items, onReply }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const list = useRef<VListHandle>(null);
  const [atBottom, setAtBottom] = useState(true);
  const [topItem, setTopItem] = useState(0);
  const [scrolledOn, setScrolledOn] = useState(0);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const loading = useRef(false);
  const prepended = usePrepended(items);
  const newBelow = useSeen(ticket, chat, atBottom);
  const said = useAnnouncement(chat);
  useKeepAtBottom(list, items, atBottom);

  async function older() {
    if (loading.current || !hasOlder(chat)) return;
    loading.current = true;
    try {
      await loadOlder(cache, ticket.ticketid);
    } catch {
      toast(t("chat.olderFailed"), "danger");
    } finally {
      loading.current = false;
    }
  }

  function scrolled(offset: number) {
    const handle = list.current;
    if (!handle) return;
    setAtBottom(handle.scrollSize - offset - handle.viewportSize <= limits.scrollToBottomPx);
    setTopItem(handle.findItemIndex(offset));
    setScrolledOn(Date.now());
    if (offset < nearTop) void older();
  }

  async function jumpTo(messageid: string, seq: number) {
    if (!(await loadBackTo(cache, ticket.ticketid, seq))) return;
    setHighlighted(messageid);
    setTimeout(() => setHighlighted(null), limits.highlight);
  }
  useScrollToHighlighted(list, items, highlighted);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col bg-[radial-gradient(1200px_500px_at_50%_-10%,var(--accent-soft),transparent_60%)]">
      <FloatingDay items={items} topItem={topItem} scrolledOn={scrolledOn} />
      <VList
        ref={list}
        shift={prepended}
        data={items}
        role="log"
        aria-label={t("chat.messages")}
        aria-live="off"
        tabIndex={0}
        onScroll={scrolled}
        className="min-h-0 flex-1 py-3 outline-offset-[-2px]"
      >
        {(item) => (
          <ListRow
            key={item.key}
            item={item}
            highlighted={item.key === highlighted}
            onReply={onReply}
            onJump={jumpTo}
            ticket={ticket}
          />
        )}
      </VList>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {!atBottom && (
        <ScrollToBottom
          count={newBelow}
          onClick={() => list.current?.scrollToIndex(items.length - 1, { align: "end", smooth: true })}
        />
      )}
    </div>
  );
}

/** Whether this rendering put items before those that were there: then the view keeps its place from the end. */
function usePrepended(items: ListItem[]): boolean {
  const before = useRef(items);
  const first = before.current.find((item) => item.kind !== "day")?.key;
  const now = items.find((item) => item.kind !== "day")?.key;
  const more = first !== undefined && now !== first && items.length > before.current.length;
  useLayoutEffect(() => {
    before.current = items;
  });
  return more;
}

/** Opens at the first unread message or the end, and stays at the end while the reader is there. */
function useKeepAtBottom(list: { current: VListHandle | null }, items: ListItem[], atBottom: boolean) {
  const opened = useRef(false);
  const stick = useRef(true);
  stick.current = atBottom;
  useLayoutEffect(() => {
    const handle = list.current;
    if (!handle) return;
    if (!opened.current) {
      opened.current = true;
      const unread = items.findIndex((item) => item.kind === "unread");
      handle.scrollToIndex(unread >= 0 ? unread : items.length - 1, { align: unread >= 0 ? "start" : "end" });
      return;
    }
    const own = items.at(-1)?.kind === "unsent";
    if (stick.current || own) handle.scrollToIndex(items.length - 1, { align: "end" });
  }, [list, items]);
}

function useScrollToHighlighted(
  list: { current: VListHandle | null },
  items: ListItem[],
  key: string | null,
) {
  const index = key ? items.findIndex((item) => item.key === key) : -1;
  useLayoutEffect(() => {
    if (index >= 0) list.current?.scrollToIndex(index, { align: "center" });
  }, [list, index]);
}
