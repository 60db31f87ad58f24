import type { ClientToServer, ServerToClient } from "@parley/contract/events";
import { Server } from "socket.io";
import type { Session } from "../auth/session.ts";
import type { Config } from "../config.ts";
import type { AgentActor, Publication } from "../database/scope.ts";
import { rooms } from "./rooms.ts";

/** What the server remembers of a socket. */
export type SocketData = { actor: AgentActor; session: Session };
export type LiveServer = Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>;

export type Live = {
  /** Sends what a unit of work published, after its commit. */
  publish(publications: Publication[]): void;
  /** Tells the sockets of ended sessions so and cuts them. */
  endSessions(tokenHashes: Buffer[]): void;
  /** After a change of role or department: the agent's sockets come again and get the rooms of today. */
  refreshRooms(companyId: string, agentId: string): void;
  /** For `sockets.ts`, which lets connections in. */
  server: LiveServer;
  close(): Promise<void>;
};

/** The live server, not yet attached. With REDIS_URL what is published here reaches the sockets of every process. */
export async function createLive(config: Pick<Config, "redisUrl">): Promise<Live> {
  const server: LiveServer = new Server({
    serveClient: false,
    // A socket that is gone without a word is noticed within 18 s.
    pingInterval: 10_000,
    pingTimeout: 8_000,
    maxHttpBufferSize: 65_536,
  });
  const disconnectRedis = config.redisUrl ? await joinOthers(server, config.redisUrl) : () => undefined;
  return {
    server,
    publish(publications) {
      for (const { event, payload, rooms: to } of publications) {
        (server.to(to) as { emit(name: string, payload: unknown): boolean }).emit(event, payload);
      }
    },
    endSessions(tokenHashes) {
      for (const hash of tokenHashes) {
        const room = rooms.session(hash);
        server.to(room).emit("sessionEnded", {});
        server.in(room).disconnectSockets(true);
      }
    },
    refreshRooms(companyId, agentId) {
      server.in(rooms.agent(companyId, agentId)).disconnectSockets(true);
    },
    async close() {
      await server.close();
      disconnectRedis();
    },
  };
}

async function joinOthers(server: LiveServer, redisUrl: string): Promise<() => void> {
  const [{ createAdapter }, { Redis }] = await Promise.all([
    import("@socket.io/redis-streams-adapter"),
    import("ioredis"),
  ]);
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: null });
  server.adapter(createAdapter(redis));
  return () => redis.disconnect();
}
