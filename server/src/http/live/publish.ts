import { randomUUID } from "node:crypto";
import type { ClientToServer, ServerToClient } from "@parley/contract/events";
import type { SessionEnd } from "@parley/contract/sessions";
import type { Logger } from "pino";
import { Server } from "socket.io";
import type { AgentActor } from "../../floor/actors/actor.ts";
import type { Authenticator, Identity } from "../../floor/actors/authenticator.ts";
import { type Room, rooms } from "../../floor/actors/rooms.ts";
import type { Config } from "../../floor/config/config.ts";
import type { Publication } from "../../floor/database/scope.ts";

import { QuietWebSocketServer } from "./engine.ts";
import type { OtherProcesses } from "./redis.ts";
import { createViewers, type Viewers, type ViewersSignal } from "./viewers.ts";
import type { TicketSignal, VisitorSignal, VisitorSignals } from "./visitor-signals.ts";

/** An agent and their authentication method. */
export type AdmittedAgent = { identity: Identity<AgentActor>; by: Authenticator<Identity<AgentActor>> };

export type LiveServer = Server<ClientToServer, ServerToClient, Record<string, never>, AdmittedAgent>;

export type Live = {
  /** Sends what a unit of work published, after its commit. */
  publish(publications: Publication[]): void;
  /**
   * After a commit with unknown outcome, disconnects the sockets that would have got them, which reconnect and
   * fetch.
   */
  resync(publications: Publication[]): void;
  /** Notifies the sockets of ended sessions and disconnects them. */
  endSessions(tokenHashes: Buffer[], why: SessionEnd): void;
  /** Called after a change of role or department: the agent's sockets reconnect and get their present rooms. */
  refreshRooms(companyId: string, agentId: string): void;
  /**
   * Called after a change that concerns all agents of a company: all its sockets reconnect and fetch; those no longer
   * admitted are refused.
   */
  refreshCompany(companyId: string): void;
  /** Called when a ticket became invisible to a room's sockets: removes them from the ticket's rooms. */
  leaveTicketView(companyId: string, ticketId: string, losing: Room): void;
  /** The agents who have a ticket on screen. */
  viewers: Viewers;
  /** Signals to pages' visitors. */
  visitors: VisitorSignals;
  /** The server to which `sockets.ts` attaches connections. */
  server: LiveServer;
  /** The room of every socket of this process. */
  here: Room;
  /** Disconnects every socket of this process in a way that lets it reconnect. */
  close(): Promise<void>;
};

declare module "../../floor/context.ts" {
  interface Context {
    live: Live;
  }
}

/** Creates the live server, not yet attached. With REDIS_URL events reach the sockets of every process. */
export async function createLive(config: Pick<Config, "redisUrl">, log: Logger): Promise<Live> {
  const server: LiveServer = new Server({
    serveClient: false,
    // A silently lost socket is noticed within 18 s.
    pingInterval: 10_000,
    pingTimeout: 8_000,
    // A console's events have some hundred bytes.
    maxHttpBufferSize: 8192,
    wsEngine: QuietWebSocketServer,
  });
  const others = config.redisUrl
    ? (await import("./redis.ts")).connectRedis(server, config.redisUrl, log)
    : null;
  const here = rooms.process(randomUUID());

  // The adapter waits for Redis before it serves local sockets, so local ones are served directly.
  const everywhere = others ? [server.local, server.except(here)] : [server.local];
  const emit = (to: Room[], event: string, payload: unknown) => {
    for (const part of everywhere) (part.to(to) as Emitter).emit(event, payload);
  };
  const cut = (to: Room | Room[]) => {
    for (const part of everywhere) part.in(to).disconnectSockets(true);
  };
  const tell = others && ((signal: ViewersSignal) => others.sendToOthers(JSON.stringify(signal)));
  const viewers = createViewers(server, { here, tell });
  const visitors = createVisitorSignals(others, viewers);
  return {
    server,
    here,
    viewers,
    visitors,
    publish(publications) {
      for (const { event, payload, rooms: to } of publications) emit(to, event, payload);
      const tickets = ticketSignals(publications);
      if (tickets.length > 0) visitors.send({ kind: "tickets", tickets });
    },
    resync(publications) {
      const ticketIds = ticketSignals(publications).map(({ ticketId }) => ticketId);
      if (ticketIds.length > 0) visitors.send({ kind: "resyncTickets", ticketIds });
      const missed = [...new Set(publications.flatMap(({ rooms: to }) => to))];
      // An empty list of rooms would mean all sockets.
      if (missed.length > 0) cut(missed);
    },
    endSessions(tokenHashes, why) {
      for (const hash of tokenHashes) {
        const room = rooms.credential(hash.toString("hex"));
        emit([room], "sessionEnded", { why });
        cut(room);
      }
    },
    leaveTicketView(companyId, ticketId, losing) {
      const left = [rooms.ticketView(companyId, ticketId), rooms.ticketSight(companyId, ticketId)];
      for (const part of everywhere) part.in(losing).socketsLeave(left);
    },
    refreshRooms: (companyId, agentId) => cut(rooms.agent(companyId, agentId)),
    refreshCompany: (companyId) => cut(rooms.company(companyId)),
    async close() {
      viewers.close();
      // server.close() would close the HTTP server too, which has calls under way to finish.
      server.engine?.close();
      await server.of("/").adapter.close();
      others?.leave();
    },
  };
}

/** An event and its payload belong together in `Publication`, which a loop over different ones cannot express. */
type Emitter = { emit(event: string, payload: unknown): boolean };

/** Signals that are sent before a listener is set are dropped. What other processes tell of viewers is passed to those. */
function createVisitorSignals(others: OtherProcesses | null, viewers: Viewers): VisitorSignals {
  let listener: Parameters<VisitorSignals["listen"]>[0] | null = null;
  others?.listen((text) => {
    const signal =
      text === null ? { kind: "resyncAll" as const } : (JSON.parse(text) as VisitorSignal | ViewersSignal);
    if (signal.kind === "viewers") viewers.hear(signal);
    else listener?.(signal, "elsewhere");
  });
  return {
    shared: others !== null,
    send: (signal) => listener?.(signal, "here"),
    forward: (signal) => others?.sendToOthers(JSON.stringify(signal)),
    listen(handle) {
      listener = handle;
    },
  };
}

/** Collects by ticket what a unit of work published of tickets and their messages. */
function ticketSignals(publications: Publication[]): TicketSignal[] {
  const signals = new Map<string, TicketSignal>();
  for (const { event, payload } of publications) {
    if (!ofTickets.has(event)) continue;
    const { ticketid, messageid } = payload as { ticketid: string; messageid?: string };
    const signal = signals.get(ticketid) ?? { ticketId: ticketid, added: [], changed: [] };
    signals.set(ticketid, signal);
    if (messageid) signal[event === "newMessage" ? "added" : "changed"].push(messageid);
  }
  return [...signals.values()];
}

const ofTickets: ReadonlySet<string> = new Set([
  "newTicket",
  "newMessage",
  "messageUpdate",
  "newReaction",
  "acceptTicket",
  "newHandler",
  "closeTicket",
  "updateTicket",
] satisfies Publication["event"][]);
