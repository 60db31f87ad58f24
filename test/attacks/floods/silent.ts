/** Connections of visitors that open and never ask to be let in. */
import { setTimeout as wait } from "node:timers/promises";
import type { FloodArgs, Flooded } from "../resources/attacker-process.ts";
import { openEngine } from "../socket.ts";

const networks = 25;
const ofNetwork = 20;
/** Milliseconds: two seconds until a CONNECT must have come, and as much again for a busy machine. */
const connectWithin = 4000;

export async function silentFlood({ url }: FloodArgs): Promise<Flooded> {
  const opened = [];
  for (let network = 1; network <= networks; network += 1) {
    const at = { path: "/visitor.io/", from: `127.66.3.${network}` };
    const some = Array.from({ length: ofNetwork }, () => openEngine(url, { origin: url }, at));
    opened.push(...(await Promise.all(some)));
  }
  const sockets = opened.filter((socket) => socket !== null);
  const until = Date.now() + connectWithin;
  while (Date.now() < until && sockets.some((socket) => !socket.isClosed())) await wait(10);
  const lasting = sockets.filter((socket) => !socket.isClosed()).length;
  for (const socket of sockets) socket.close();
  const through: string[] = [];
  if (sockets.length === 0) through.push("no connection was opened, so none was tried");
  if (lasting > 0) through.push(`${lasting} of ${sockets.length} connections without CONNECT last`);
  return { tried: opened.length, summary: `${sockets.length} opened, ${lasting} last`, through };
}
