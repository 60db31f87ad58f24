/**
 * The one place that hears the socket: a line per event into the query cache. What an event means to cached state is a
 * pure function beside its feature, and old state plus the events since is what a fresh fetch would answer.
 */
import type { Actor } from "@parley/contract/permissions";
import type {
  ClientToServer,
  ServerEventName,
  ServerEvents,
  ServerToClient,
} from "@parley/contract/events";
import type { QueryClient } from "@tanstack/react-query";
import { io, type Socket } from "socket.io-client";
import { applyPresence } from "../features/agents/presence.ts";
import { applyToChat } from "../features/messages/chat-events.ts";
import { applyToClosed, applyToOne, applyToOpen, type TicketEvent } from "../features/tickets/ticket-events.ts";
import { heardTyping } from "../features/messages/typing.ts";
import { wentLive, wentOffline } from "./connection.ts";
import { chatKey, closedTicketsQuery, colleaguesQuery, openTicketsQuery, sessionQuery } from "./queries.ts";

type LiveSocket = Socket<ServerToClient, ClientToServer>;
type Heard = { [Name in ServerEventName]: { name: Name; payload: ServerEvents[Name] } }[ServerEventName];

let socket: LiveSocket | null = null;

/** Opens the live connection for a signed-in agent; answers what closes it. */
export function openLive(queries: QueryClient, actor: Actor): () => void {
  const live: LiveSocket = io({ withCredentials: true, transports: ["websocket", "polling"] });
  socket = live;
  let connectedBefore = false;
  live.on("connect", async () => {
    // What happened while nobody listened is fetched; only then is the screen said to be current.
    if (connectedBefore) await queries.invalidateQueries({ refetchType: "active" });
    wentLive(connectedBefore ? new Date() : null);
    connectedBefore = true;
  });
  live.on("disconnect", (reason) => {
    wentOffline();
    // The server closed it: the session ended, or this reader was too slow. Socket.io would not come back by itself.
    if (reason === "io server disconnect") void comeBack(queries, live);
  });
  live.on("connect_error", wentOffline);
  live.onAny((name: ServerEventName, payload) => hear(queries, actor, { name, payload } as Heard));
  const refreshed = () => {
    if (document.visibilityState === "visible") void queries.invalidateQueries({ refetchType: "active" });
  };
  document.addEventListener("visibilitychange", refreshed);
  return () => {
    document.removeEventListener("visibilitychange", refreshed);
    live.close();
    socket = null;
  };
}

async function comeBack(queries: QueryClient, live: LiveSocket) {
  const session = await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (session.status === "valid") live.connect();
}

function hear(queries: QueryClient, actor: Actor, event: Heard): void {
  switch (event.name) {
    case "newTicket":
    case "updateTicket":
    case "acceptTicket":
    case "newHandler":
    case "closeTicket":
    case "removeTicket":
    case "ticketRead":
      return changeTickets(queries, actor, event);
    case "newMessage":
      changeTickets(queries, actor, event);
      return changeChat(queries, event);
    case "messageUpdate":
      changeTickets(queries, actor, event);
      return changeChat(queries, event);
    case "newReaction":
      return changeChat(queries, event);
    case "userLogin":
      return queries.setQueryData(colleaguesQuery.queryKey, (old) => applyPresence(old, event.payload.id, "online")) as void;
    case "userLogout":
      return queries.setQueryData(colleaguesQuery.queryKey, (old) => applyPresence(old, event.payload.id, "offline")) as void;
    case "typing":
      return heardTyping(event.payload);
    case "newNotification":
      return;
    case "sessionEnded":
      return void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    default:
      event satisfies never;
  }
}

function changeTickets(queries: QueryClient, actor: Actor, event: TicketEvent): void {
  const before = queries.getQueryData(openTicketsQuery.queryKey);
  const { tickets, unknown } = applyToOpen(before, actor, event);
  if (tickets !== before) queries.setQueryData(openTicketsQuery.queryKey, tickets);
  queries.setQueryData(closedTicketsQuery.queryKey, (old) => applyToClosed(old, actor, event));
  queries.setQueriesData({ queryKey: ["tickets", "one"] }, (old) => applyToOne(old as never, actor, event));
  // Something this list should know and does not: it came while the list was on its way, or another tab closed it.
  if (unknown) void queries.invalidateQueries({ queryKey: ["tickets"] });
}

function changeChat(
  queries: QueryClient,
  event: Extract<Heard, { name: "newMessage" | "messageUpdate" | "newReaction" }>,
): void {
  queries.setQueryData(chatKey(event.payload.ticketid), (old: never) => applyToChat(old, event));
}

/** Says that a ticket is on screen, so that typing is heard; answers what says that it no longer is. */
export function viewTicket(ticketid: string): () => void {
  const tell = () => socket?.emit("openTicket", { ticketid }, () => undefined);
  tell();
  const live = socket;
  live?.on("connect", tell);
  return () => {
    live?.off("connect", tell);
    live?.emit("closeView", { ticketid }, () => undefined);
  };
}

/** Says that the agent has seen a chat up to a message. Unsaid while offline: the next look says it. */
export function tellSeen(ticketid: string, seq: number): void {
  if (socket?.connected) socket.emit("seen", { ticketid, seq }, () => undefined);
}

export function tellTyping(ticketid: string): void {
  if (socket?.connected) socket.volatile.emit("typing", { ticketid }, () => undefined);
}
