/** Messages without end from the visitors of one network. */
import { randomUUID } from "node:crypto";
import type { FloodArgs, Flooded } from "../resources/attacker-process.ts";
import { openVisitor } from "../visitor.ts";
import { hello, openBrowser } from "../visitors/browsers.ts";

/** Six rounds of them are fewer new visitors than a network may make in ten minutes. */
const visitors = 12;
/** The limit of a network: a burst, and per second. */
const allowed = { burst: 600, perSecond: 28 };

export async function visitorMessageFlood({ url, key = "", seconds }: FloodArgs): Promise<Flooded> {
  const visitor = openVisitor(url, { from: "127.66.5.1" });
  const startedAt = Date.now();
  const until = startedAt + seconds * 1000;
  const statuses = new Map<number, number>();
  const one = async () => {
    const browser = openBrowser(visitor, { key });
    const { first, ...more } = hello("Hello");
    const send = async (body: object) => {
      const { status } = await browser.post("send", body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    await send({ ...more, first });
    while (Date.now() < until) await send({ ...more, messageid: randomUUID() });
  };
  await Promise.all(Array.from({ length: visitors }, one));
  visitor.close();
  const written = statuses.get(200) ?? 0;
  const tried = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const most = allowed.burst + (allowed.perSecond * (Date.now() - startedAt)) / 1000;
  const through = written > most ? [`${written} messages of one network`] : [];
  return { tried, summary: `${written} written, ${tried - written} refused`, through };
}
