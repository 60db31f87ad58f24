/** Idle live connections of one network: those of a few visitors with many tabs, and those that never ask to be let in. */
import { setTimeout as wait } from "node:timers/promises";
import type { FloodArgs, Flooded } from "../resources/attacker-process.ts";
import { openEngine } from "../socket.ts";
import { openVisitor } from "../visitor.ts";
import { openBrowser, write } from "../visitors/browsers.ts";

const from = "127.66.6.1";
const silent = 150;
const tabs = 10;
/** Milliseconds that a busy machine may take beyond the flood to let the visitor in. */
const patience = 5_000;

export async function visitorSocketFlood({ url, key = "", seconds }: FloodArgs): Promise<Flooded> {
  const visitor = openVisitor(url, { from });
  const until = Date.now() + seconds * 1000;
  const at = { path: "/visitor.io/", from };
  const open = async (token: string | null) => {
    const socket = await openEngine(url, { origin: url }, at);
    if (socket && token) socket.send(`40${JSON.stringify({ key, token })}`);
    return socket;
  };
  const [attacker, other] = [openBrowser(visitor, { key }), openBrowser(visitor, { key })];
  for (const browser of [attacker, other]) await write(browser, "Hello");
  const idle = await Promise.all([
    ...Array.from({ length: silent }, () => open(null)),
    ...Array.from({ length: tabs }, () => open(attacker.token)),
  ]);
  // A visitor beside them, on the same address.
  const neighbour = await open(other.token);
  const isLetIn = () => neighbour?.received.some((text) => text.startsWith("40"));
  while (Date.now() < until || (!isLetIn() && Date.now() < until + patience)) await wait(50);
  const isLive = isLetIn() && !neighbour?.isClosed();
  for (const socket of [...idle, neighbour]) socket?.close();
  visitor.close();
  const through = isLive ? [] : ["a visitor of the same network was kept out"];
  return { tried: idle.length, summary: `${idle.filter(Boolean).length} connections opened`, through };
}
