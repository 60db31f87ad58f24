/** Live connections without a session: packets that ask to be let in, polled payloads of them, and handshakes. */
import { setTimeout as wait } from "node:timers/promises";
import type { FloodArgs, Flooded } from "../resources/attacker-process.ts";
import { openEngine } from "../socket.ts";
import { openVisitor } from "../visitor.ts";

const packets = 50_000;
const lines = 3;

/** Sends the packet that asks for a session's rooms, endlessly, over connections with our own origin and any cookie. */
export async function connectFlood({ url, seconds }: FloodArgs): Promise<Flooded> {
  const headers = { origin: url, cookie: `parley=${"A".repeat(43)}` };
  const until = Date.now() + seconds * 1000;
  let tried = 0;
  let refused = 0;
  const one = async () => {
    for (let sent = 0; sent < packets && Date.now() < until; ) {
      tried += 1;
      const socket = await openEngine(url, headers);
      if (!socket) refused += 1;
      // A closed connection is opened again, as often as a network allows.
      for (; socket && sent < packets && !socket.isClosed() && Date.now() < until; sent += 1) {
        socket.send("40");
        tried += 1;
        if (sent % 100 === 99) await wait(1);
      }
      socket?.close();
      await wait(5);
    }
  };
  await Promise.all(Array.from({ length: lines }, one));
  return { tried, summary: `${tried} packets and connections, ${refused} connections refused`, through: [] };
}

/** Many packets in one polled payload, on a connection with an invalid session. */
export async function pollingFlood({ url, seconds }: FloodArgs): Promise<Flooded> {
  const visitor = openVisitor(url, { from: "127.66.0.1", cookie: `parley=${"A".repeat(43)}` });
  const payload = Array.from({ length: 20_000 }, () => "40").join("\u001e");
  const headers = { "content-type": "text/plain;charset=UTF-8" };
  const until = Date.now() + seconds * 1000;
  let tried = 0;
  let refused = 0;
  while (Date.now() < until) {
    tried += 1;
    const opened = await visitor.get("/socket.io/?EIO=4&transport=polling");
    const sid = /"sid":"([^"]+)"/.exec(opened.text)?.[1] ?? "none";
    const { status } = await visitor.call(`/socket.io/?EIO=4&transport=polling&sid=${sid}`, {
      method: "POST",
      body: payload,
      headers,
    });
    if (status !== 200) refused += 1;
    await wait(10);
  }
  visitor.close();
  return { tried, summary: `${tried} payloads of 20 000 packets, ${refused} refused`, through: [] };
}

/** Handshakes alone, 300 a second at most. */
export async function handshakeFlood({ url, seconds }: FloodArgs): Promise<Flooded> {
  const visitors = Array.from({ length: 6 }, (_, at) => openVisitor(url, { from: `127.66.1.${at + 1}` }));
  const until = Date.now() + seconds * 1000;
  let tried = 0;
  let refused = 0;
  await Promise.all(
    visitors.map(async (visitor) => {
      while (Date.now() < until) {
        tried += 1;
        const { status } = await visitor.get("/socket.io/?EIO=4&transport=polling");
        if (status !== 200) refused += 1;
        await wait(20);
      }
      visitor.close();
    }),
  );
  return { tried, summary: `${tried} handshakes, ${refused} refused`, through: [] };
}
