import type { Ticket } from "@parley/contract/tickets";
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { VListHandle } from "virtua";
import { preloadedPart } from "../../../ui/lazy-part.ts";
import { showLatest } from "../../tickets/messages/chat.ts";
import type { ChatState } from "../../tickets/messages/chat-state.ts";
import { mailsAhead } from "../mail/ahead.ts";
import { ListRow } from "../message-kinds/ListRow.tsx";
import { floatingDay, isAt, type ListItem } from "../message-kinds/list-items.ts";
import { useAnnouncement } from "./announce.ts";
import type { FloatingDayHandle } from "./FloatingDay.tsx";
import type { Jump } from "./jump.ts";
import { useLoadMore } from "./load-more.ts";
import { MessageLog } from "./MessageLog.tsx";
import { useWhenReleased } from "./released.ts";
import { useAtEnd, useOpening, useScrollToMessage, useShift, useStick } from "./scroll-place.ts";
import { useSeen } from "./seen.ts";
import { useMailRuns } from "./use-mail-runs.ts";

const MailRow = preloadedPart(async () => (await import("../mail/MailRow.tsx")).MailRow, "message", "mail");
const MailRun = preloadedPart(async () => (await import("../mail/MailRun.tsx")).MailRun, "mail");

const NoteRow = preloadedPart(
  async () => (await import("../notes/NoteRow.tsx")).NoteRow,
  "message",
  "notes",
  "reasons",
);
const EventLines = preloadedPart(async () => (await import("../notes/EventLines.tsx")).EventLines, "notes");

type Props = {
  ticket: Ticket;
  chat: ChatState;
  items: ListItem[];
  /** Mails with a smaller number are folded until a reader opens them. */
  foldBefore: number;
  /** The number of messages written here and not confirmed. */
  unsent: number;
  jump: Jump;
};

/** The distance to either end, in pixels, at which more is fetched. */
const near = 400;
/** The height that the floating day covers, in pixels. */
const dayHeight = 40;

export function MessageList({ ticket, chat, items: all, foldBefore, unsent, jump }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const list = useRef<VListHandle>(null);
  const floating = useRef<FloatingDayHandle>(null);
  const { atEnd, measure, leave } = useAtEnd(list, chat.passage !== undefined);
  const { older, newer } = useLoadMore(ticket.ticketid);
  // The end of a passage is not the end of the chat.
  const atBottom = atEnd === true && !chat.passage;
  const newBelow = useSeen(ticket, chat, atBottom);
  const announcement = useAnnouncement(ticket.ticketid, chat);
  const { items, open } = useMailRuns(all, foldBefore, jump.highlighted?.messageid ?? null);
  const shift = useShift(items);
  useOpening(list, items);
  const { onPointerDown, whenReleased } = useWhenReleased();
  const goToEnd = useStick(list, items, {
    atEnd: atBottom,
    inPassage: chat.passage !== undefined,
    leavePassage: () => showLatest(cache, ticket.ticketid),
    unsent,
    whenReleased,
  });
  useScrollToMessage(list, items, jump.highlighted, leave);
  useEffect(() => {
    if (atBottom) showLatest(cache, ticket.ticketid);
  }, [atBottom, cache, ticket.ticketid]);

  const isHighlighted = (item: ListItem) => jump.highlighted !== null && isAt(item, jump.highlighted);
  const nearStart = () => (list.current?.scrollOffset ?? near) < near;
  function nearEnd() {
    const { scrollSize = 0, scrollOffset = 0, viewportSize = 0 } = list.current ?? {};
    return list.current !== null && scrollSize - scrollOffset - viewportSize < near;
  }

  function scrolled(offset: number) {
    const handle = list.current;
    if (!handle) return;
    measure();
    const top = items.slice(handle.findItemIndex(offset), handle.findItemIndex(offset + dayHeight) + 1);
    floating.current?.scrolledTo(floatingDay(top));
    if (nearStart()) older(nearStart);
    if (nearEnd()) newer(nearEnd);
  }

  function resized() {
    if (atBottom) whenReleased(() => list.current?.scrollToIndex(items.length - 1, { align: "end" }));
    // The list does not scroll for a reader at the end, and an earlier scroll was judged by the old height.
    measure();
  }

  return (
    <MessageLog
      list={list}
      floating={floating}
      items={items}
      shift={shift}
      ahead={all.some((item) => item.kind === "message" && item.message.mail) ? mailsAhead : undefined}
      label={t("chat.messages")}
      announcement={announcement}
      toEnd={atEnd === false || chat.passage ? { count: newBelow, onClick: goToEnd } : null}
      onScroll={scrolled}
      onResize={resized}
      onPointerDown={onPointerDown}
      background="bg-[radial-gradient(1200px_500px_at_50%_-10%,var(--accent-soft),transparent_60%)]"
    >
      {(item) => {
        if (item.kind === "run")
          return (
            <Suspense key={item.key} fallback={<p className="h-10" />}>
              <MailRun messages={item.messages} more={item.more} onOpen={() => open(item.messages)} />
            </Suspense>
          );
        if (item.kind === "note")
          return (
            <Suspense key={item.key} fallback={<p className="h-16" />}>
              <NoteRow note={item.note} highlighted={isHighlighted(item)} />
            </Suspense>
          );
        if (item.kind === "lines")
          return (
            <Suspense key={item.key} fallback={<p className="h-8" />}>
              <EventLines lines={item.lines} />
            </Suspense>
          );
        const highlighted = isHighlighted(item);
        const row = (
          <ListRow
            key={item.key}
            item={item}
            highlighted={highlighted}
            onJump={jump.jumpTo}
            ticket={ticket}
          />
        );
        if (item.kind !== "message" || !item.message.mail) return row;
        return (
          <Suspense key={item.key} fallback={row}>
            <MailRow
              ticket={ticket}
              message={item.message}
              newSubject={item.newSubject}
              mayFold={item.message.seq < foldBefore}
              highlighted={highlighted}
            />
          </Suspense>
        );
      }}
    </MessageLog>
  );
}
