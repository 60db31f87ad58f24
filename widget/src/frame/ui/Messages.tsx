import type { VisitorConversation } from "@parley/contract/visitors";
import type { WidgetFrame } from "@parley/contract/widget";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { wasAskedForEmail } from "../state/asked.ts";
import { fetchEarlier, fetchNewest, ignoreUnreachable } from "../state/conversations.ts";
import { sendSeen } from "../state/session.ts";
import { useChat } from "../state/store.ts";
import { t } from "../texts.ts";
import { Bubble } from "./Bubble.tsx";
import { EmailCard } from "./EmailCard.tsx";
import { groupsOf } from "./groups.ts";
import { Icon } from "./icons.tsx";
import { PendingBubble } from "./PendingBubble.tsx";
import { Rating } from "./Rating.tsx";
import { dayName } from "./times.ts";
import type { Writing } from "./writing.ts";

const atEndWithin = 60;

type MessagesProps = {
  id: string | null;
  conversation: VisitorConversation | null;
  settings: WidgetFrame;
  write: (writing: Writing) => void;
};

export function Messages({ id, conversation, settings, write }: MessagesProps) {
  const chat = useChat((state) => (id ? state.chats[id] : undefined));
  const all = useChat((state) => state.pending);
  const visitor = useChat((state) => state.visitor);
  const typing = useChat((state) => (id ? state.typing[id] : undefined));
  const inFront = useChat((state) => state.open && state.visible);
  const [atEnd, setAtEnd] = useState(true);
  const scroller = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  const wasAtEnd = useRef(atEnd);
  wasAtEnd.current = atEnd;
  const messages = chat?.messages ?? [];
  const shown = new Set(messages.map(({ messageid }) => messageid));
  // The live connection may bring a message before the call that sends it is answered.
  const pending = all.filter((one) => one.conversation === id && !shown.has(one.messageid));
  const lastSeq = messages.at(-1)?.seq ?? 0;
  const unread = conversation?.unread ?? 0;
  const last = messages.at(-1);
  const asksForEmail =
    last?.automatic && visitor && settings.asks.email !== "no" && (visitor.email || !wasAskedForEmail());

  // A list at its end stays there; messages loaded above keep the position.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    if (atEnd) box.scrollTop = box.scrollHeight;
    else if (box.scrollTop < atEndWithin) box.scrollTop += box.scrollHeight - height.current;
    height.current = box.scrollHeight;
  }, [messages.length, pending.length, typing, inFront, chat?.failed, conversation?.can_rate]);

  // The visitor's own message scrolls into view, wherever they read.
  const newest = pending.at(-1)?.messageid;
  useLayoutEffect(() => {
    if (newest) toEnd();
  }, [newest]);

  // A growing composer takes room from the messages: their end stays in view.
  useEffect(() => {
    const observer = new ResizeObserver(() => wasAtEnd.current && toEnd());
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (id && inFront && atEnd && unread > 0 && lastSeq > 0) sendSeen(id, lastSeq);
  }, [id, inFront, atEnd, unread, lastSeq]);

  function scrolled({ currentTarget: box }: { currentTarget: HTMLElement }) {
    setAtEnd(box.scrollHeight - box.scrollTop - box.clientHeight < atEndWithin);
    height.current = box.scrollHeight;
    if (id && box.scrollTop < atEndWithin) fetchEarlier(id).catch(ignoreUnreachable);
  }

  function toEnd() {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }

  return (
    <div class="messages">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
      <main class="body" ref={scroller} onScroll={scrolled} tabIndex={0} aria-label={t("chat.messages")}>
        {id && !chat && <Loading />}
        {chat?.failed && messages.length === 0 && <Failed id={id} />}
        {chat?.more && id && (
          <button type="button" class="quiet" onClick={() => fetchEarlier(id).catch(ignoreUnreachable)}>
            {t("chat.earlier")}
          </button>
        )}
        {!id && pending.length === 0 && <p class="sys">{settings.texts.intro || t("chat.empty")}</p>}
        <div role="log" aria-live="polite" class="log">
          {groupsOf(messages).map(({ message, day, first, end }) => (
            <div class="entry" key={message.messageid}>
              {day && <p class="sys">{dayName(message.created_on)}</p>}
              <Bubble message={message} first={first} end={end} conversation={conversation} write={write} />
            </div>
          ))}
        </div>
        {asksForEmail && <EmailCard visitor={visitor} />}
        {pending.map((one) => (
          <PendingBubble key={one.messageid} pending={one} />
        ))}
        {conversation?.can_rate && (
          <Rating
            key={`${conversation.id} ${chat !== undefined}`}
            conversation={conversation}
            said={messages.findLast(({ type }) => type === "rating")?.caption ?? ""}
          />
        )}
        <div role="status">
          {typing && (
            <div class="m them dots">
              <span class="hidden">{t("chat.typing", { name: typing })}</span>
              <i />
              <i />
              <i />
            </div>
          )}
        </div>
      </main>
      {!atEnd && unread > 0 && (
        <button type="button" class="below" onClick={toEnd}>
          {t("chat.new_below")}
          <Icon name="down" />
        </button>
      )}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" class="skeletons">
      <span class="hidden">{t("chat.loading")}</span>
      <i class="m them" />
      <i class="m me" />
      <i class="m them" />
    </div>
  );
}

function Failed({ id }: { id: string | null }) {
  return (
    <div class="sys" role="alert">
      <p>{t("chat.load_failed")}</p>
      <button type="button" class="quiet" onClick={() => id && fetchNewest(id).catch(ignoreUnreachable)}>
        {t("chat.retry")}
      </button>
    </div>
  );
}
