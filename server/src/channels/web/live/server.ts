/** The live connection of pages' visitors, with its own path and limits. */
import type { IncomingMessage } from "node:http";
import type { ServerToVisitor, VisitorToServer } from "@parley/contract/visitors";
import { Server, type ServerOptions, type Socket } from "socket.io";
import { z } from "zod";
import type { Context } from "../../../floor/context.ts";
import type { Pace } from "../../../floor/limits/token-bucket.ts";
import type { App } from "../../../http/app.ts";
import { isFromOurPages } from "../../../http/live/admission.ts";
import { limitConnection } from "../../../http/live/connection-rules.ts";
import {
  type Connection,
  disconnect,
  dropHandshake,
  QuietWebSocketServer,
} from "../../../http/live/engine.ts";
import { limitHandshakes } from "../../../http/live/handshake-limit.ts";
import { watchReader } from "../../../http/live/slow-reader.ts";
import { limitTabs } from "../../../http/live/tabs.ts";
import { clientAddress, networkOf } from "../../../http/network.ts";
import { tokenHashOf } from "../../../http/visitor-calls.ts";
import { repeat } from "../../../work/repeat.ts";
import { endLapsed } from "./end-lapsed.ts";
import { registerVisitorEvents } from "./events.ts";
import { shareNetworks } from "./network-share.ts";
import { visitorRooms } from "./rooms.ts";
import { batchSessions, type LiveSession } from "./sessions.ts";
import { followSignals } from "./signals.ts";

export type VisitorData = { session: LiveSession };
export type VisitorServer = Server<VisitorToServer, ServerToVisitor, Record<string, never>, VisitorData>;
export type VisitorSocket = Socket<VisitorToServer, ServerToVisitor, Record<string, never>, VisitorData>;

const path = "/visitor.io";

/** A frame sends a few events when it opens and one for each message that it shows. */
const pace: Pace = { burst: 30, perSecond: 10 };
const handshakePace: Pace = { burst: 600, perSecond: 60 };
const mostOfNetwork = { waiting: 200, known: 500 };
const mostOfVisitor = 10;

const auth = z.object({ key: z.string().max(40), token: z.string().max(60) });

/** Without an app this process only forwards what its units of work publish. */
export function acceptVisitors(app: App | null, context: Context): { close(): Promise<void> } {
  const server: VisitorServer = new Server({
    path,
    serveClient: false,
    // Ten thousand idle visitors are 400 pings a second.
    pingInterval: 25_000,
    pingTimeout: 10_000,
    maxHttpBufferSize: 4096,
    wsEngine: QuietWebSocketServer,
  });
  const signals = followSignals(context, server);
  const watch = repeat(() => endLapsed(context, [...server.sockets.sockets.values()]), {
    task: "watchVisitors",
    every: 15_000,
    log: context.log,
  });
  if (app) attach(app, context, server, signals.follow);
  return {
    async close() {
      await watch.stop();
      await signals.stop();
      // server.close() would close the HTTP server too, which has calls under way to finish.
      server.engine?.close();
      await server.of("/").adapter.close();
    },
  };
}

function attach(app: App, context: Context, server: VisitorServer, follow: () => void): void {
  const { log, config } = context;
  const addressOf = clientAddress(config);
  const handshakes = limitHandshakes(handshakePace);
  const networks = shareNetworks(log, mostOfNetwork);
  const visitors = limitTabs(log, { most: mostOfVisitor, whose: "visitor" });
  const find = batchSessions(context);
  const refuse = (request: IncomingMessage) => {
    if (!isFromOurPages(context, request)) return "origin";
    return handshakes.consume(networkOf(addressOf(request))) ? null : "rate_limited";
  };
  server.attach(app.server, {
    path,
    // The agents' server ends upgrades that neither path accepts.
    destroyUpgrade: false,
    allowRequest: (request, answer) => {
      const refusal = refuse(request);
      answer(refusal, refusal === null);
    },
  } satisfies Partial<ServerOptions> as unknown as ServerOptions);
  server.engine.on("connection", (connection: Connection) => {
    limitConnection(connection, { pace, connectWithin: 2000 }, log);
    networks.opened(connection, networkOf(addressOf(connection.request)));
  });
  server.use((socket, next) => {
    void admit(socket).then(
      () => next(),
      (error: unknown) => {
        next(error instanceof Error ? error : new Error("not_ready"));
        // The refusal is sent first.
        setImmediate(() => socket.conn.close());
      },
    );
  });
  server.on("connection", (socket) => {
    const { session } = socket.data;
    const connection = socket.conn as unknown as Connection;
    const visitor = `${session.channelId} ${session.externalIds[0]}`;
    networks.admitted(connection, networkOf(addressOf(connection.request)), visitor);
    follow();
    socket.on("disconnect", follow);
    void socket.join(visitorRooms.of(session));
    visitors.opened(connection, visitor);
    dropHandshake(socket);
    watchReader(socket, log, () => ({ channel: session.channelId }));
    registerVisitorEvents(context, socket);
    socket.on("error", (error) => log.info({ reason: error.message }, "A visitor's socket broke a rule"));
    // Re-check after joining the rooms: the session may have ended meanwhile.
    void endLapsed(context, [socket]).catch(() => disconnect(connection));
  });

  async function admit(socket: VisitorSocket): Promise<void> {
    const given = auth.safeParse(socket.handshake.auth);
    const tokenHash = given.success ? tokenHashOf(given.data.token) : null;
    if (!given.success || !tokenHash) throw new Error("signed_out");
    let session: LiveSession | null;
    try {
      session = await find({ key: given.data.key, tokenHash: tokenHash.toString("base64url") });
    } catch (error) {
      log.warn({ err: error }, "A visitor could not be let in");
      throw new Error("not_ready");
    }
    if (!session) throw new Error("signed_out");
    socket.data = { session };
  }
}
