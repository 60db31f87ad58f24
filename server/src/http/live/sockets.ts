import type { Duplex } from "node:stream";
import type { ServerOptions } from "socket.io";
import { rooms, roomsOf } from "../../floor/actors/rooms.ts";
import type { Context } from "../../floor/context.ts";
import type { App } from "../app.ts";
import { allowedOrigins } from "../same-origin.ts";
import { admitAgents } from "./admission.ts";
import { type ClientEventHandlers, registerClientEvents } from "./client-events.ts";
import { agentLimits, limitConnection } from "./connection-rules.ts";
import { type Connection, dropHandshake } from "./engine.ts";
import { trackPresence } from "./presence.ts";
import type { LiveServer } from "./publish.ts";
import { watchSessions } from "./session-watch.ts";
import { watchReader } from "./slow-reader.ts";
import { limitTabs } from "./tabs.ts";

export type LiveSocket = Parameters<Parameters<LiveServer["use"]>[0]>[0];

/** Accepts sockets of signed-in agents from our own pages, and keeps each in the rooms its agent may see. */
export function attachSockets(
  app: App,
  context: Context,
  handlers: ClientEventHandlers,
): { close(): Promise<void> } {
  const { config, live, log } = context;
  const admission = admitAgents(app, context);
  const presence = trackPresence(context);
  const sessions = watchSessions(context);
  let closing = false;

  // Node removes its own listener at an upgrade, and a reset before the next one is added would end the process.
  app.server.on("upgrade", (_request, socket: Duplex) => socket.on("error", () => socket.destroy()));
  live.server.attach(app.server, {
    cors: { origin: allowedOrigins(config), credentials: true },
    allowRequest: (request, answer) => {
      if (closing) return answer("not_ready", false);
      void admission.refuse(request).then((refusal) => answer(refusal, refusal === null));
    },
  } satisfies Partial<ServerOptions> as ServerOptions);
  const tabs = limitTabs(log);
  live.server.engine.on("connection", (connection: Connection) => {
    limitConnection(connection, agentLimits, log);
    const agent = admission.agentOf(connection.request);
    if (agent) tabs.opened(connection, agent.identity.actor.id);
  });

  live.server.use((socket, next) => {
    const agent = admission.agentOf(socket.request);
    if (!agent) return next(new Error("signed_out"));
    socket.data = agent;
    next();
  });

  live.server.on("connection", (socket) => {
    const { actor, key } = socket.data.identity;
    void socket.join([...roomsOf(actor), rooms.credential(key), live.here]);
    watchReader(socket, log, () => ({ agent: socket.data.identity.actor.id }));
    registerClientEvents(context, socket, handlers);
    presence.arrived(actor);
    // Re-check after joining the rooms: the session may have ended meanwhile.
    sessions.watch(socket);
    dropHandshake(socket);
    socket.on("error", (error) => log.info({ reason: error.message }, "A socket broke a rule"));
    socket.on("disconnect", () => {
      sessions.forget(socket);
      presence.left(actor);
    });
  });

  return {
    async close() {
      closing = true;
      await sessions.stop();
      await presence.stop();
      await live.close();
    },
  };
}
