/**
 * An agent's screen: the console's own rules over a real socket and real fetches, as in `api/events.ts`. Events that
 * arrive during a fetch are applied again after it.
 */

import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { ChatAnswer } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import type { ViewCounts, ViewList } from "@parley/contract/views";
import { io, type Socket } from "socket.io-client";
import { applyToOpen, type TicketEvent } from "../../console/src/features/tickets/list/ticket-events.ts";
import { applyToChat, type ChatEvent } from "../../console/src/features/tickets/messages/chat-events.ts";
import {
  type ChatState,
  chatFromSections,
  firstHole,
} from "../../console/src/features/tickets/messages/chat-state.ts";
import { ViewCounter } from "../../console/src/features/tickets/views/counting.ts";
import { shownViews } from "../../console/src/features/tickets/views/shown-views.ts";
import { type Caller, callAs } from "../outside/caller.ts";
import type { Person } from "../outside/house.ts";

type Shown = { tickets: Ticket[] | undefined; chats: Map<string, ChatState | undefined> };
type Event = TicketEvent | ChatEvent;

export type Transport = "websocket" | "polling";

export type Viewer = {
  /** Opens a chat on screen. */
  watch(ticketid: string): void;
  /** The differences from a fresh fetch, compared for two seconds; empty once they agree. */
  disagreement(): Promise<string[]>;
  /** The views whose number at the server is not that of the tickets on screen, compared for two seconds. */
  miscounted(): Promise<string[]>;
  chat(ticketid: string): ChatState | undefined;
  connected(): boolean;
  transport(): string | undefined;
  /** Resolves at the next moment in which it is connected and has fetched everything. */
  caughtUp(milliseconds?: number): Promise<void>;
  frames: number;
  close(): void;
};

const forChat = new Set<string>(["newMessage", "messageUpdate", "newReaction"]);
const forTickets = new Set<string>([
  "newTicket",
  "updateTicket",
  "acceptTicket",
  "newHandler",
  "closeTicket",
  "removeTicket",
  "ticketRead",
  "newMessage",
  "messageUpdate",
]);
const allowed = 2000;

/** `url` may be that of a proxy, `origin` is the desk's. */
export function openViewer(
  url: string,
  origin: string,
  person: Person,
  transports: Transport[] = ["websocket", "polling"],
): Viewer {
  const caller = callAs(url, person);
  const shown: Shown = { tickets: undefined, chats: new Map() };
  let journal: Event[] = [];
  let fetching: Promise<void> | null = null;
  /** True if the present fetch will not be enough. */
  let again = false;
  let current = false;

  const socket: Socket = io(url, {
    transports,
    tryAllTransports: true,
    forceNew: true,
    extraHeaders: { cookie: person.cookie, origin },
  } as Parameters<typeof io>[1]);
  socket.on("connect", () => void refresh());
  socket.on("disconnect", (reason) => {
    current = false;
    if (reason === "io server disconnect") setTimeout(() => socket.connect(), 1000);
  });
  socket.on("connect_error", () => {
    if (!socket.active) setTimeout(() => socket.connect(), 1000);
  });
  socket.onAny((name, payload) => {
    viewer.frames += 1;
    const event = { name, payload } as Event;
    if (fetching) journal.push(event);
    apply(event);
  });

  function apply(event: Event) {
    if (forTickets.has(event.name)) {
      const { tickets, unknown } = applyToOpen(shown.tickets, person.actor, event as TicketEvent);
      shown.tickets = tickets;
      if (unknown) void refresh();
    }
    const { ticketid } = event.payload;
    if (!forChat.has(event.name) || !shown.chats.has(ticketid)) return;
    const chat = applyToChat(shown.chats.get(ticketid), event as ChatEvent);
    shown.chats.set(ticketid, chat);
    if (chat && firstHole(chat)) void refresh();
  }

  /** Fetches the data on screen, again while it fails, and once more if called meanwhile. */
  function refresh(): Promise<void> {
    again = true;
    fetching ??= load().finally(() => {
      fetching = null;
    });
    return fetching;
  }

  async function load() {
    while (socket.connected) {
      journal = [];
      again = false;
      const fresh = await fetchShown(caller, [...shown.chats.keys()]);
      if (fresh && !again) {
        shown.tickets = fresh.tickets;
        for (const [id, chat] of fresh.chats) shown.chats.set(id, chat);
        for (const event of journal) apply(event);
        current = true;
        return;
      }
      if (!fresh) await wait(100);
    }
  }

  function differingCounts(list: ViewList, counts: ViewCounts): string[] {
    const views = shownViews(list).filter(({ key }) => key !== "mentions");
    const counter = new ViewCounter(views, { viewer: person.actor.id, zone: list.time_zone });
    const { counts: own } = counter.count(shown.tickets ?? [], Date.now());
    return views
      .filter(({ key }) => own[key] !== counts[key])
      .map(({ key }) => `${key}: ${own[key]} on screen, ${counts[key]} at the server`);
  }

  const viewer: Viewer = {
    frames: 0,
    watch(ticketid) {
      shown.chats.set(ticketid, undefined);
      socket.emit("openTicket", { ticketid }, () => undefined);
      current = false;
      void refresh();
    },
    async miscounted() {
      await viewer.caughtUp();
      const startedAt = Date.now();
      for (;;) {
        const counted = await caller.get("/views/counts");
        const listed = await caller.get("/views");
        const refused = counted.status !== 200 || listed.status !== 200;
        const different = refused
          ? ["the numbers of views were refused"]
          : differingCounts(listed.body as ViewList, counted.body as ViewCounts);
        if (different.length === 0 || Date.now() - startedAt > allowed) return different;
        await wait(50);
      }
    },
    chat: (ticketid) => shown.chats.get(ticketid),
    connected: () => socket.connected,
    transport: () => socket.io.engine?.transport.name,
    async caughtUp(milliseconds = 30_000) {
      const startedAt = Date.now();
      while (!current || fetching || !socket.connected) {
        if (Date.now() - startedAt > milliseconds) throw new Error("A viewer does not catch up");
        await wait(5);
      }
    },
    async disagreement() {
      const startedAt = Date.now();
      for (;;) {
        const fresh = await fetchShown(caller, [...shown.chats.keys()]);
        const different = fresh ? compare(shown, fresh) : ["a fresh fetch was refused"];
        if (different.length === 0) return [];
        if (Date.now() - startedAt > allowed) return different.map((what) => `${person.actor.name}: ${what}`);
        await wait(50);
      }
    },
    close: () => socket.disconnect(),
  };
  return viewer;
}

/** Null when any part of it fails. */
async function fetchShown(caller: Caller, ids: string[]): Promise<Shown | null> {
  const [open, ...chats] = await Promise.all([
    caller.get("/tickets"),
    ...ids.map((id) => caller.get(`/${id}/200/chat`)),
  ]);
  if (open?.status !== 200 || chats.some(({ status }) => status !== 200)) return null;
  const tickets = open.body === "no tickets" ? [] : (open.body as Ticket[]);
  const states = chats.map(({ body }) => chatFromSections((body as ChatAnswer).selectedSections));
  return { tickets, chats: new Map(ids.map((id, index) => [id, states[index]])) };
}

function compare(shown: Shown, fresh: Shown): string[] {
  const different: string[] = [];
  const [seen, there] = [shown, fresh].map(({ tickets }) => (tickets ?? []).map(withoutVersion));
  if (!isDeepStrictEqual(seen, there)) different.push(`the list ${firstDifference(seen ?? [], there ?? [])}`);
  for (const [id, chat] of fresh.chats) {
    const messages = shown.chats.get(id)?.messages ?? [];
    if (!isDeepStrictEqual(messages, chat?.messages)) {
      different.push(`the chat ${id} ${firstDifference(messages, chat?.messages ?? [])}`);
    }
  }
  return different;
}

/** A change that no screen shows raises a ticket's version without an event. */
const withoutVersion = ({ version: _, ...ticket }: Ticket): Omit<Ticket, "version"> => ticket;

function firstDifference(shown: object[], fresh: object[]): string {
  const index = shown.findIndex((one, at) => !isDeepStrictEqual(one, fresh[at]));
  if (index < 0) return `shows ${shown.length} of ${fresh.length}`;
  return `shows ${JSON.stringify(shown[index])} where there is ${JSON.stringify(fresh[index])}`;
}
