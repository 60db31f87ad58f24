import type { IncomingMessage } from "node:http";
import type { ClientToServer, ServerToClient } from "@parley/contract/events";
import type { ServerOptions, Socket } from "socket.io";
import { findSession } from "../auth/session.ts";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { allowedOrigins, isAllowedOrigin } from "../http/same-origin.ts";
import { cookieName } from "../http/session.ts";
import { hearClient } from "./client-events.ts";
import { keepPresence } from "./presence.ts";
import type { SocketData } from "./publish.ts";
import { limitRate } from "./rate.ts";
import { rooms, roomsOf } from "./rooms.ts";
import { watchSessions } from "./session-watch.ts";
import { watchReader } from "./slow-reader.ts";

export type LiveSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>;

/** Lets signed-in agents of our own pages connect, and keeps each socket in the rooms of what its agent may see. */
export function attachSockets(app: App, context: Context): { close(): Promise<void> } {
  const { config, live, log } = context;
  const cookie = cookieName(config);
  const tokenOf = (request: IncomingMessage) => app.parseCookie(request.headers.cookie ?? "")[cookie];
  const presence = keepPresence(context);
  const sessions = watchSessions(context);
  let closing = false;

  live.server.attach(app.server, {
    cors: { origin: allowedOrigins(config), credentials: true },
    allowRequest: (request, answer) => {
      const allowed = !closing && isFromOurPages(context, request);
      answer(allowed ? null : "origin", allowed);
    },
  } satisfies Partial<ServerOptions> as ServerOptions);

  live.server.use(async (socket, next) => {
    try {
      const session = await findSession(context, tokenOf(socket.request));
      if (!session) return next(new Error("signed_out"));
      if (session.mustSetUpTwoStep) return next(new Error("two_step_required"));
      socket.data = { session, actor: session.actor };
      next();
    } catch (error) {
      log.warn({ err: error }, "A connection could not be let in");
      next(new Error("not_ready"));
    }
  });

  live.server.on("connection", (socket) => {
    const { actor, session } = socket.data;
    void socket.join([...roomsOf(actor), rooms.session(session.tokenHash), live.here]);
    limitRate(socket);
    watchReader(socket, log);
    hearClient(context, socket);
    presence.arrived(actor);
    // What ended between the handshake and the rooms was told to rooms this socket was not in yet.
    sessions.watch(socket);
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

/**
 * Another site's page must not open a connection with this browser's cookie. A browser leaves the origin out only of a
 * GET to the page's own, and then says so in a header no page can set.
 */
function isFromOurPages({ config }: Context, { headers }: IncomingMessage): boolean {
  const { origin, host = "", "sec-fetch-site": site } = headers;
  if (origin === undefined) return site === "same-origin";
  return ["http", "https"].some((protocol) => isAllowedOrigin(config, origin, { protocol, host }));
}
