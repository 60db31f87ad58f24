/**
 * Calls of four megabytes that never end, with any signature: from three networks, and from hundreds. At the address of
 * all, and at those of channels.
 */
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { head, type Line, openLine } from "../raw.ts";
import type { FloodArgs, Flooded } from "../resources/attacker-process.ts";

/** The bytes sent, all but the end: the part of a call that memory holds, and more. */
const sizes = [900_000, 4_100_000];
/** 50 MB a second over all lines, as a network would bring them. */
const piece = Buffer.alloc(2 ** 17, 0x20);
const pause = 50;
/** The number of lines in each round: from few networks, and from a network each. */
const lines = 300;
/** Too slow, too large for the address, too many, or the desk is busy; 0: cut off. */
const refusals = [0, 408, 413, 429, 503];
/** The number of lines that send at once. */
const atOnce = 20;

export async function unfinishedFlood({ url, seconds, paths = [] }: FloodArgs): Promise<Flooded> {
  const { host } = new URL(url);
  const until = Date.now() + seconds * 1000;
  const signature = `sha256=${"0".repeat(64)}`;
  const headOf = (path: string, bytes: number) =>
    head("POST", path, {
      host,
      "content-type": "application/json",
      "content-length": bytes + 1,
      "x-hub-signature-256": signature,
      "x-viber-content-signature": "0".repeat(64),
      "x-parley-signature": signature,
      "x-parley-timestamp": Math.floor(Date.now() / 1000),
    });
  const targets = ["/webhooks/whatsapp", ...paths];
  const open: Line[] = [];
  const answered = new Map<number, number>();
  const waiting = Array.from({ length: lines * 2 }, (_, at) =>
    at % 2 ? `127.66.3.${(at % 3) + 1}` : `127.67.${at >> 8}.${at & 255}`,
  );
  const sendAll = async () => {
    for (let from = waiting.pop(); from !== undefined && Date.now() < until; from = waiting.pop()) {
      const line = openLine(url, from);
      open.push(line);
      void line.answer.then(({ status }) => answered.set(status, (answered.get(status) ?? 0) + 1));
      const bytes = sizes[(waiting.length >> 1) % sizes.length] ?? 0;
      line.write(headOf(targets[(waiting.length >> 2) % targets.length] ?? "", bytes));
      await fill(line, bytes);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendAll));
  await wait(Math.max(0, until - Date.now()));
  const left = open.length - [...answered.values()].reduce((sum, count) => sum + count, 0);
  const statuses = JSON.stringify([...answered]);
  const others = [...answered.keys()].filter((status) => !refusals.includes(status));
  for (const { socket } of open) socket.destroy();
  return {
    tried: open.length,
    summary: `${open.length} bodies begun, ${left} not answered, answers ${statuses}`,
    through: others.map((status) => `an unfinished call was answered ${status}`),
  };
}

async function fill({ socket, answer }: Line, bytes: number): Promise<void> {
  let over = false;
  void answer.then(() => {
    over = true;
  });
  for (let left = bytes; left > 0 && !over && !socket.destroyed; left -= piece.length) {
    await wait(pause);
    if (socket.write(piece.subarray(0, left))) continue;
    const stop = AbortSignal.timeout(2000);
    await Promise.race([once(socket, "drain", { signal: stop }).catch(() => undefined), answer]);
  }
}
