import type { ServerEventName, ServerEvents } from "@parley/contract/events";
import { io, type ManagerOptions, type Socket, type SocketOptions } from "socket.io-client";
import { onTestFinished } from "vitest";
import WebSocket from "ws";
import { clientEventHandlers } from "../../server/src/app/client-events.ts";
import { held } from "../../server/src/app/held.ts";
import type { Context } from "../../server/src/floor/context.ts";
import type { App } from "../../server/src/http/app.ts";
import { startLease } from "../../server/src/http/live/lease.ts";
import { attachSockets } from "../../server/src/http/live/sockets.ts";

type Frame<Name extends ServerEventName = ServerEventName> = { event: Name; payload: ServerEvents[Name] };
type Ack = { ok: true } | { ok: false; code: string; message: string };

/** A console's live connection. */
export type Line = {
  socket: Socket;
  received: Frame[];
  /** The first such event, already received or future. Rejects after five seconds. */
  receives<Name extends ServerEventName>(
    event: Name,
    fits?: (payload: ServerEvents[Name]) => boolean,
  ): Promise<ServerEvents[Name]>;
  /** Returns the server's answer to an event of the console. */
  emit(event: string, payload?: unknown): Promise<Ack>;
  /** The reason of its disconnection, past or future. */
  cut: Promise<string>;
};

type Options = Partial<ManagerOptions & SocketOptions>;

/** Listens on a free port with sockets, as a web process does; stopped by `close`. */
export async function startLive({ app, context }: { app: App; context: Context }) {
  const lease = await startLease(context, held);
  const sockets = attachSockets(app, context, clientEventHandlers);
  const others = context.channels.all.flatMap((module) => module.connections?.(app, context) ?? []);
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    url,
    async close() {
      for (const connections of others) await connections.close();
      await sockets.close();
      await lease.stop();
    },
  };
}

/** Connects, or rejects with the server's refusal. Closed when the test ends. */
export async function connectSocket(
  url: string,
  headers: Record<string, string>,
  options: Options = {},
): Promise<Line> {
  const socket = io(url, {
    forceNew: true,
    reconnection: false,
    // The console's transports: only polling shows the reason of a refusal.
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    extraHeaders: headers,
    ...options,
  });
  onTestFinished(() => void socket.disconnect());
  const received: Frame[] = [];
  const listeners = new Set<() => void>();
  socket.onAny((event: ServerEventName, payload) => {
    received.push({ event, payload });
    for (const listener of listeners) listener();
  });
  const cut = new Promise<string>((resolve) => socket.once("disconnect", resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", (error) => reject(refusalOf(error) ?? error));
  });
  return {
    socket,
    received,
    cut,
    emit: (event, payload) => socket.timeout(5000).emitWithAck(event, payload),
    receives(event, fits = () => true) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          listeners.delete(look);
          reject(new Error(`No ${event} came, but ${JSON.stringify(received.map((frame) => frame.event))}`));
        }, 5000);
        const look = () => {
          const found = received.find((frame) => frame.event === event && fits(frame.payload as never));
          if (!found) return;
          clearTimeout(timer);
          listeners.delete(look);
          resolve(found.payload as never);
        };
        listeners.add(look);
        look();
      });
    },
  };
}

/** The server's answer to a refused handshake. */
function refusalOf(error: Error): Error | null {
  const { description, context } = error as { description?: unknown; context?: { responseText: string } };
  if (description !== 403 || !context) return null;
  return new Error((JSON.parse(context.responseText) as { message: string }).message);
}

/** A WebSocket to the same path, for frames that no client of ours sends. */
export async function connectRaw(url: string, headers: Record<string, string>): Promise<WebSocket> {
  const address = `${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address, { headers });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  return socket;
}
