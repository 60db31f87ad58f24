/** Hand-made HTTP that no client library sends: half a body, a header a second, two lengths. */
import { connect, type Socket } from "node:net";
import type { Answer } from "./visitor.ts";

export type Line = {
  write(text: string | Buffer): void;
  /** The answer, or status 0 when the connection ended without one. */
  answer: Promise<Answer>;
  /** Resolves when the connection has ended. */
  ended: Promise<void>;
  socket: Socket;
};

export function openLine(url: string, from = "127.0.0.1"): Line {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  const startedAt = performance.now();
  let text = "";
  const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const answer = new Promise<Answer>((resolve) => {
    const settle = () => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      const body = text.slice(text.indexOf("\r\n\r\n") + 4);
      resolve({ status, headers: {}, text: body, milliseconds: performance.now() - startedAt });
    };
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (text.includes("\r\n\r\n")) settle();
    });
    socket.once("close", settle);
  });
  // A reset is one of the ways a desk may end it.
  socket.on("error", () => socket.destroy());
  return { write: (piece) => void socket.write(piece), answer, ended, socket };
}

/** A request's head. */
export function head(method: string, path: string, headers: Record<string, string | number>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
}
