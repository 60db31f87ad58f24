/** The live connection: the only file that uses the socket. What an event changes is in `features/live/event-handlers.ts`. */
import type {
  ClientEventName,
  ClientToServer,
  ServerEventName,
  ServerEvents,
  ServerToClient,
} from "@parley/contract/events";
import type { QueryClient } from "@tanstack/react-query";
import { io, type Socket } from "socket.io-client";
import * as connection from "./connection.ts";
import { createJournal } from "./journal.ts";
import { keys } from "./queries.ts";

/** What each event does. Complete by its type: an event added to the contract does not compile without its handler. */
export type EventHandlers = { [Name in ServerEventName]: (payload: ServerEvents[Name]) => void };
type LiveSocket = Socket<ServerToClient, ClientToServer>;
/** Typing lasts for seconds and belongs to no fetch. */
const unrecorded = new Set<ServerEventName>(["typing", "sessionEnded"]);

/** Tickets on screen; told again when the connection is new. */
const watched = new Set<string>();
let socket: LiveSocket | null = null;

/** Opens the live connection; the result closes it. */
export function openLive(cache: QueryClient, handlers: EventHandlers): () => void {
  const journal = createJournal(cache);
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
  for (const [name, handle] of Object.entries(handlers) as [ServerEventName, (payload: unknown) => void][]) {
    live.on(name, (payload: unknown) => {
      if (unrecorded.has(name)) handle(payload);
      else journal.record(() => handle(payload));
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
export const sendSeen = (ticketid: string, seq: number) => tell("seen", { ticketid, seq });

export const sendTyping = (ticketid: string) => tell("typing", { ticketid });

/** The agent has seen a private chat up to a message. */
export const sendSeenPrivate = (userid: string, seq: number) => tell("seenPrivate", { userid, seq });
