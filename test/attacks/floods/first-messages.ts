/** Sends first messages of one network endlessly, each with its own token. */
import type { FloodArgs, Flooded } from "../resources/attacker-process.ts";
import { openVisitor } from "../visitor.ts";
import { hello, openBrowser } from "../visitors/browsers.ts";

const lines = 8;
/** The new visitors a network may make in ten minutes. */
const allowed = 300;

export async function firstMessageFlood({ url, key = "", seconds }: FloodArgs): Promise<Flooded> {
  const visitor = openVisitor(url, { from: "127.66.2.1" });
  const until = Date.now() + seconds * 1000;
  const statuses = new Map<number, number>();
  const one = async () => {
    while (Date.now() < until) {
      const { status } = await openBrowser(visitor, { key }).post("send", hello("Hello"));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: lines }, one));
  visitor.close();
  const made = statuses.get(200) ?? 0;
  const refused = statuses.get(429) ?? 0;
  const tried = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const through: string[] = [];
  if (made > allowed) through.push(`${made} new visitors of one network`);
  if (made + refused < tried) through.push(`answers: ${JSON.stringify([...statuses])}`);
  return { tried, summary: `${made} visitors made, ${refused} refused`, through };
}
