/** The live connection: the only file that uses the socket. What an event changes is in `features/account/live/event-handlers.ts`. */
import type {
  ClientEventName,
  ClientToServer,
  ServerEventName,
  ServerEvents,
  ServerToClient,
  Writing,
} from "@parley/contract/events";
import type { Query, QueryClient } from "@tanstack/react-query";
import { io, type Socket } from "socket.io-client";
import * as connection from "./connection.ts";
import { releaseFirstFetches, untilConnected } from "./first-fetches.ts";
import { createJournal } from "./journal.ts";
import { keys } from "./queries.ts";

/**
 * The handler of each event. Complete by its type: an event added to the contract does not compile without its handler.
 */
export type EventHandlers = { [Name in ServerEventName]: (payload: ServerEvents[Name]) => void };
type LiveSocket = Socket<ServerToClient, ClientToServer>;
/** Events that are not replayed after a fetch, since no fetch returns them. */
const unrecorded = new Set<ServerEventName>(["typing", "ticketViewers", "sessionEnded"]);

/** Milliseconds between tries, each half or one and a half of it at random: a restart takes a second or two. */
const reconnecting = { reconnectionDelay: 500, reconnectionDelayMax: 3_000 };

/** Tickets on screen; sent again on every new connection. */
const watched = new Set<string>();
let socket: LiveSocket | null = null;

/** Opens the live connection; the result closes it. */
export function openLive(cache: QueryClient, handlers: EventHandlers): () => void {
  const journal = createJournal(cache);
  const live: LiveSocket = io({
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    withCredentials: true,
    ...reconnecting,
  });
  socket = live;
  let again: ReturnType<typeof setTimeout> | undefined;
  const reopen = () => {
    clearTimeout(again);
    again = setTimeout(() => live.connect(), 1000);
  };

  live.on("connect", async () => {
    connection.connected();
    for (const ticketid of watched) sendEvent("openTicket", { ticketid });
    // Fetches that waited for the connection miss no event. The profile is fetched again when the window gets the
    // focus.
    if (releaseFirstFetches()) await cache.invalidateQueries({ queryKey: keys.profile, refetchType: "none" });
    else await refresh(cache);
    if (live.connected) connection.caughtUp();
  });
  live.on("disconnect", (reason) => {
    if (reason === "io client disconnect") return;
    connection.lost();
    // socket.io reconnects by itself unless the server closed: the session ended, or this client read too slowly.
    if (reason === "io server disconnect") reopen();
  });
  live.on("connect_error", (error) => {
    connection.lost();
    // The connection was refused rather than unreachable: the session may be over.
    if (!live.active || isRefused(error)) void cache.invalidateQueries({ queryKey: keys.session });
    if (!live.active) reopen();
  });
  // A socket outlives a broken connection by up to the ping's timeout; the browser knows at once.
  const offline = () => (live.connected ? live.io.engine?.close() : openAnew());
  const online = () => live.connected || openAnew();
  /**
   * Ends a pause between tries, and a try under way: socket.io does not notice that its engine closes, and would wait
   * 20 s.
   */
  const openAnew = () => live.disconnect().connect();
  window.addEventListener("offline", offline);
  window.addEventListener("online", online);
  for (const [name, handle] of Object.entries(handlers) as [ServerEventName, (payload: unknown) => void][]) {
    live.on(name, (payload: unknown) => {
      if (unrecorded.has(name)) handle(payload);
      else journal.record(() => handle(payload));
    });
  }

  return () => {
    clearTimeout(again);
    window.removeEventListener("offline", offline);
    window.removeEventListener("online", online);
    journal.stop();
    releaseFirstFetches();
    live.disconnect();
    if (socket === live) socket = null;
    connection.closed();
  };
}

/** Refusals that pass by themselves and do not concern the session. */
const later = ["not_ready", "rate_limited"];

/** Polling alone shows why a handshake was refused: browsers hide the answer to a WebSocket's. */
function isRefused(error: Error): boolean {
  const { description, context } = error as { description?: unknown; context?: { responseText?: string } };
  const answer = context?.responseText ?? "";
  return description === 403 && !later.some((message) => answer.includes(`"${message}"`));
}

/**
 * Fetches again after a disconnect, or after a first fetch that may have missed events before the connection. A first
 * fetch under way cannot be repeated: its own repeat alone waits for it. Where a fetch fails, its screen shows it and
 * offers a retry.
 */
async function refresh(cache: QueryClient): Promise<void> {
  // The handshake has just proved the session.
  const isRepeated = ({ queryKey }: Query) => queryKey[0] !== keys.session[0];
  const firstFetches = cache
    .getQueryCache()
    .findAll({ fetchStatus: "fetching", predicate: isRepeated })
    .filter(({ state }) => state.data === undefined);
  const repeat = async ({ promise, queryKey }: Query) => {
    await Promise.allSettled([promise]);
    await cache.invalidateQueries({ refetchType: "active", queryKey, exact: true });
  };
  const predicate = (query: Query) => isRepeated(query) && !firstFetches.includes(query);
  await Promise.all([
    cache.invalidateQueries({ refetchType: "active", predicate }),
    ...firstFetches.map(repeat),
  ]);
}

/** Sends to the server. Without a connection the event is dropped: it would be out of date by the next one. */
function sendEvent<Name extends ClientEventName>(
  name: Name,
  payload: Parameters<ClientToServer[Name]>[0],
): void {
  const send = socket?.emit as ((name: string, payload: object, ack: () => void) => void) | undefined;
  if (socket?.connected) send?.call(socket, name, payload, () => undefined);
}

/** Subscribes to the events of a ticket on screen; the result unsubscribes. */
export function watchTicket(ticketid: string): () => void {
  watched.add(ticketid);
  sendEvent("openTicket", { ticketid });
  return () => {
    watched.delete(ticketid);
    sendEvent("closeView", { ticketid });
  };
}

/** Milliseconds in which the server answers that it has subscribed a console. */
const subscribedWithin = 2_000;

/**
 * Subscribes to the events of the tickets that the agent sees by a mention alone, once the first connection stands.
 * Resolves when the server has done so; without a connection at once, since the next one fetches again.
 */
export async function watchMentions(): Promise<void> {
  await untilConnected();
  const live = socket;
  if (!live?.connected) return;
  await new Promise<void>((resolve) =>
    live.timeout(subscribedWithin).emit("watchMentions", {}, () => resolve()),
  );
}

/** Marks a ticket's messages as read up to `seq`. */
export const sendSeen = (ticketid: string, seq: number) => sendEvent("seen", { ticketid, seq });

/** Shows colleagues what the agent writes: `nothing` once it is sent. */
export const sendTyping = (ticketid: string, writes: Writing | "nothing" = "reply") =>
  sendEvent("typing", { ticketid, writes });

/** Marks a colleague's messages as read up to `seq`. */
export const sendSeenPrivate = (userid: string, seq: number) => sendEvent("seenPrivate", { userid, seq });
