import type { IncomingMessage } from "node:http";
import type { ClientToServer, ServerToClient } from "@parley/contract/events";
import type { Socket } from "socket.io";
import { findSession } from "../auth/session.ts";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { isAllowedOrigin } from "../http/same-origin.ts";
import { cookieName } from "../http/session.ts";
import { hearClient } from "./client-events.ts";
import { arrived, left } from "./presence.ts";
import type { SocketData } from "./publish.ts";
import { limitRate } from "./rate.ts";
import { rooms, roomsOf } from "./rooms.ts";
import { watchReader } from "./slow-reader.ts";

export type LiveSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>;

/** Lets signed-in agents of our own pages connect, and keeps each socket in the rooms of what its agent may see. */
export async function attachSockets(app: App, context: Context): Promise<{ close(): Promise<void> }> {
  const { live, log } = context;
  const cookie = cookieName(context.config);
  const tokenOf = (request: IncomingMessage) => app.parseCookie(request.headers.cookie ?? "")[cookie];
  const going = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>) => {
    const done = work.catch((error: unknown) => log.error({ err: error }, "presence could not be kept"));
    going.add(done);
    void done.finally(() => going.delete(done));
  };

  live.server.attach(app.server, {
    allowRequest: (request: IncomingMessage, answer: (error: string | null, allowed: boolean) => void) => {
      const allowed = fromOurPages(context, request);
      answer(allowed ? null : "origin", allowed);
    },
  } as never);

  live.server.use(async (socket, next) => {
    try {
      const session = await findSession(context, tokenOf(socket.request));
      if (!session) return next(new Error("signed_out"));
      socket.data = { session, actor: session.actor };
      next();
    } catch (error) {
      log.warn({ err: error }, "a connection could not be let in");
      next(new Error("not_ready"));
    }
  });

  live.server.on("connection", (socket) => {
    const { actor, session } = socket.data;
    void socket.join([...roomsOf(actor), rooms.session(session.tokenHash)]);
    const stops = [endWithSession(context, socket, tokenOf(socket.request)), watchReader(socket, log)];
    limitRate(socket);
    hearClient(context, socket);
    track(arrived(context, actor));
    socket.on("disconnect", () => {
      for (const stop of stops) stop();
      track(left(context, actor));
    });
  });

  return {
    async close() {
      await live.close();
      await Promise.all(going);
    },
  };
}

/** Another site's page must not open a connection with this browser's cookie. Only browsers send cookies by themselves. */
function fromOurPages(context: Context, request: IncomingMessage): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined || host === undefined) return false;
  return ["http", "https"].some((protocol) => isAllowedOrigin(context.config, origin, { protocol, host }));
}

/** `setTimeout` takes no more than this. */
const longestTimer = 2 ** 31 - 1;

/** A session slides while the console is used, so its end is looked up again when it seems to have come. */
function endWithSession(context: Context, socket: LiveSocket, token: string | undefined): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (expires: Date) => {
    const left = expires.getTime() - context.clock().getTime();
    timer = setTimeout(() => void check(), Math.min(longestTimer, Math.max(0, left)));
  };
  const check = async () => {
    const session = await findSession(context, token).catch((error: unknown) => {
      context.log.warn({ err: error }, "a session could not be looked up");
      return null;
    });
    if (session) return wait(session.expires);
    socket.emit("sessionEnded", {});
    socket.disconnect(true);
  };
  wait(socket.data.session.expires);
  return () => clearTimeout(timer);
}
