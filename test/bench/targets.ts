import { once } from "node:events";
import type { ServerEvents } from "@parley/contract/events";
import { io } from "socket.io-client";
import WebSocket from "ws";
import type { Target } from "./measure.ts";
import { post } from "./post.ts";

export type FloorAddress = { kind: "floor"; url: string };
export type DeskAddress = {
  kind: "desk";
  url: string;
  webhook: string;
  secret: string;
  cookie: string;
  /** Telegram's numbers for the clients, one for each ticket. */
  clients: number[];
};

export async function openFloor({ url }: FloorAddress): Promise<Target> {
  const socket = new WebSocket(url.replace("http", "ws"));
  await once(socket, "open");
  return {
    send: (content, ticket) => post(url, { ticket, content }),
    onText: (listener) => {
      socket.removeAllListeners("message");
      socket.on("message", (frame) => listener((JSON.parse(String(frame)) as { content: string }).content));
    },
    async close() {
      socket.close();
      await once(socket, "close");
    },
  };
}

let lastNumber = 2_000_000;

/** An agent's socket. */
export async function listenAsAgent(url: string, cookie: string): Promise<Pick<Target, "onText" | "close">> {
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    extraHeaders: { cookie, origin: url },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return {
    onText(listener) {
      socket.off("newMessage");
      socket.on("newMessage", ({ content }: ServerEvents["newMessage"]) => listener(content));
    },
    async close() {
      socket.disconnect();
    },
  };
}

/** Each text comes as an update of Telegram's and is heard on an agent's socket. */
export async function openDesk({ url, webhook, secret, cookie, clients }: DeskAddress): Promise<Target> {
  const { onText, close } = await listenAsAgent(url, cookie);
  return {
    send(text, ticket) {
      const id = clients[ticket];
      const number = ++lastNumber;
      const who = { id, first_name: `Client ${id}` };
      const message = {
        message_id: number,
        date: Math.floor(Date.now() / 1000),
        chat: { ...who, type: "private" },
        from: { ...who, is_bot: false },
        text,
      };
      const headers = { "x-telegram-bot-api-secret-token": secret };
      return post(webhook, { update_id: number, message }, headers);
    },
    onText,
    close,
  };
}
