/**
 * The one place that hears the socket: a line per event into the query cache. The table is complete by its type, so an
 * event added to the contract does not compile until it is heard here.
 */
import type {
  ClientEventName,
  ClientToServer,
  ServerEventName,
  ServerEvents,
  ServerToClient,
} from "@parley/contract/events";
import type { Actor } from "@parley/contract/permissions";
import type { QueryClient } from "@tanstack/react-query";
import { io, type Socket } from "socket.io-client";
import * as bubbles from "../features/bubbles/cache.ts";
import * as agents from "../features/colleagues/agent-list.ts";
import * as people from "../features/colleagues/cache.ts";
import * as inbox from "../features/inbox/cache.ts";
import * as messages from "../features/messages/cache.ts";
import * as pins from "../features/pins/cache.ts";
import * as privateChats from "../features/private-chat/cache.ts";
import * as drafts from "../features/sending/drafts.ts";
import * as tickets from "../features/tickets/cache.ts";
import * as connection from "./connection.ts";
import { keepJournal } from "./journal.ts";
import { keys } from "./queries.ts";

type LiveSocket = Socket<ServerToClient, ClientToServer>;
type Hears = { [Name in ServerEventName]: (payload: ServerEvents[Name]) => void };

function hears(cache: QueryClient, viewer: Actor): Hears {
  return {
    newTicket: (payload) => tickets.apply(cache, viewer, { name: "newTicket", payload }),
    updateTicket: (payload) => tickets.apply(cache, viewer, { name: "updateTicket", payload }),
    acceptTicket: (payload) => tickets.apply(cache, viewer, { name: "acceptTicket", payload }),
    newHandler: (payload) => tickets.apply(cache, viewer, { name: "newHandler", payload }),
    closeTicket: (payload) => tickets.apply(cache, viewer, { name: "closeTicket", payload }),
    removeTicket: (payload) => tickets.apply(cache, viewer, { name: "removeTicket", payload }),
    ticketRead: (payload) => tickets.apply(cache, viewer, { name: "ticketRead", payload }),
    newMessage: (payload) => {
      messages.apply(cache, { name: "newMessage", payload });
      tickets.apply(cache, viewer, { name: "newMessage", payload });
    },
    messageUpdate: (payload) => {
      messages.apply(cache, { name: "messageUpdate", payload });
      pins.apply(cache, { name: "messageUpdate", payload });
      tickets.apply(cache, viewer, { name: "messageUpdate", payload });
    },
    newReaction: (payload) => messages.apply(cache, { name: "newReaction", payload }),
    typing: messages.heardTyping,
    newBubble: (payload) => bubbles.apply(cache, { name: "newBubble", payload }),
    updateBubble: (payload) => bubbles.apply(cache, { name: "updateBubble", payload }),
    deleteBubble: (payload) => bubbles.apply(cache, { name: "deleteBubble", payload }),
    updateDraft: (payload) => drafts.heard(cache, payload),
    newPinnedMessage: (payload) => pins.apply(cache, { name: "newPinnedMessage", payload }),
    unpinMessage: (payload) => pins.apply(cache, { name: "unpinMessage", payload }),
    newUser: (payload) => agents.apply(cache, { name: "newUser", payload }),
    updateAgentRow: (payload) => agents.apply(cache, { name: "updateAgentRow", payload }),
    invitationsChanged: () => void cache.invalidateQueries({ queryKey: keys.invitations }),
    totalOnlineAgents: (payload) => agents.apply(cache, { name: "totalOnlineAgents", payload }),
    updateAgent: (payload) => people.applyAgent(cache, viewer.id, payload),
    updateProfile: (payload) => people.applyProfile(cache, payload),
    userLogin: (payload) => agents.apply(cache, { name: "userLogin", payload }),
    userLogout: (payload) => agents.apply(cache, { name: "userLogout", payload }),
    newNotification: (payload) => inbox.apply(cache, { name: "newNotification", payload }),
    notificationsSeen: (payload) => inbox.apply(cache, { name: "notificationsSeen", payload }),
    notificationsCleared: (payload) => inbox.apply(cache, { name: "notificationsCleared", payload }),
    newPrivateMessage: (payload) => privateChats.apply(cache, viewer, { name: "newPrivateMessage", payload }),
    privateRead: (payload) => privateChats.apply(cache, viewer, { name: "privateRead", payload }),
    sessionEnded: () => cache.setQueryData(keys.session, { status: "invalid" }),
  };
}

/** Typing lasts for seconds and belongs to no fetch. */
const unrecorded = new Set<ServerEventName>(["typing", "sessionEnded"]);

/** Tickets on screen; told again when the connection is new. */
const watched = new Set<string>();
let socket: LiveSocket | null = null;

/** Opens the live connection until the answer is called. */
export function openLive(cache: QueryClient, viewer: Actor): () => void {
  const journal = keepJournal(cache);
  const live: LiveSocket = io({
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    withCredentials: true,
  });
  socket = live;
  let again: ReturnType<typeof setTimeout> | undefined;
  const reopen = () => {
    clearTimeout(again);
    again = setTimeout(() => live.connect(), 1000);
  };

  live.on("connect", async () => {
    connection.connected();
    for (const ticketid of watched) tell("openTicket", { ticketid });
    await refresh(cache);
    if (live.connected) connection.caughtUp();
  });
  live.on("disconnect", (reason) => {
    if (reason === "io client disconnect") return;
    connection.lost();
    // The library comes back by itself unless it was the server that closed: the session ended, or we read too slowly.
    if (reason === "io server disconnect") reopen();
  });
  live.on("connect_error", (error) => {
    connection.lost();
    // Refused rather than unreachable: perhaps the session is over.
    if (!live.active || isRefused(error)) void cache.invalidateQueries({ queryKey: keys.session });
    if (!live.active) reopen();
  });
  for (const [name, hear] of Object.entries(hears(cache, viewer)) as [
    ServerEventName,
    (payload: unknown) => void,
  ][]) {
    live.on(name, (payload: unknown) => {
      if (unrecorded.has(name)) hear(payload);
      else journal.record(() => hear(payload));
    });
  }

  return () => {
    clearTimeout(again);
    journal.stop();
    live.disconnect();
    if (socket === live) socket = null;
    connection.closed();
  };
}

/** What the server answers when it will let the connection in later, though nothing is wrong with the session. */
const later = ["not_ready", "rate_limited"];

/** A refused handshake can be read only where it was tried by polling: a browser hides the answer to a WebSocket's. */
function isRefused(error: Error): boolean {
  const { description, context } = error as { description?: unknown; context?: { responseText?: string } };
  const answer = context?.responseText ?? "";
  return description === 403 && !later.some((message) => answer.includes(`"${message}"`));
}

/**
 * What happened while we were away came by no event, nor did what happened between a first look and the connection. A
 * first look that is under way cannot be asked to look again, so it is waited for. Where a fetch fails, its screen says
 * so and offers a retry.
 */
async function refresh(cache: QueryClient): Promise<void> {
  const firstLooks = cache
    .getQueryCache()
    .findAll({ fetchStatus: "fetching" })
    .filter(({ state }) => state.data === undefined);
  await Promise.allSettled(firstLooks.map(({ promise }) => promise));
  await cache.invalidateQueries({ refetchType: "active" });
}

/** Tells the server something. Without a connection it is not kept for later: what it was about has passed by then. */
function tell<Name extends ClientEventName>(name: Name, payload: Parameters<ClientToServer[Name]>[0]): void {
  const send = socket?.emit as ((name: string, payload: object, ack: () => void) => void) | undefined;
  if (socket?.connected) send?.call(socket, name, payload, () => undefined);
}

/** Hears what only those hear who have the ticket on screen, until the answer is called. */
export function watchTicket(ticketid: string): () => void {
  watched.add(ticketid);
  tell("openTicket", { ticketid });
  return () => {
    watched.delete(ticketid);
    tell("closeView", { ticketid });
  };
}

/** The agent has seen a chat up to a message. */
export const tellSeen = (ticketid: string, seq: number) => tell("seen", { ticketid, seq });

export const tellTyping = (ticketid: string) => tell("typing", { ticketid });

/** The agent has seen a private chat up to a message. */
export const tellSeenPrivate = (userid: string, seq: number) => tell("seenPrivate", { userid, seq });
