/** A hundred visitors of one office who write, beside one of them who writes, and sends files, without end. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { FloodArgs, Flooded } from "../resources/attacker-process.ts";
import { openVisitor, type Visitor } from "../visitor.ts";
import { type Browser, hello, openBrowser } from "../visitors/browsers.ts";

const from = "127.66.7.1";
const lines = 4;
const each = 2;
/** Milliseconds before another try. */
const busy = 200;

/** A message as the frame sends it: again where the desk is busy. */
async function write(browser: Browser): Promise<number> {
  const message = hello("Is it open?");
  for (;;) {
    const { status } = await browser.post("send", message);
    if (status !== 503) return status;
    await wait(busy);
  }
}

export async function officeFlood({ url, key = "", tokens = [], seconds }: FloodArgs): Promise<Flooded> {
  const [flooding = "", ...colleagues] = tokens;
  const office = openVisitor(url, { from });
  let over = false;
  let flooded = 0;
  const flood = async (visitor: Visitor) => {
    for (; !over; flooded += 1)
      await openBrowser(visitor, { key }, flooding).post("send", {
        ...hello("Again"),
        messageid: randomUUID(),
      });
  };
  const flooder = openVisitor(url, { from });
  const floods = Array.from({ length: lines }, () => flood(flooder));
  const statuses = await Promise.all(
    colleagues.map(async (token, at) => {
      const browser = openBrowser(office, { key }, token);
      const answers: number[] = [];
      await wait((seconds * 1000 * at) / each / colleagues.length);
      for (let message = 0; message < each; message += 1) {
        answers.push(await write(browser));
        await wait((seconds * 1000) / each);
      }
      return answers;
    }),
  );
  over = true;
  await Promise.all(floods);
  office.close();
  flooder.close();
  const refused = statuses.flat().filter((status) => status !== 200);
  const through =
    refused.length > 0
      ? [`${refused.length} messages of colleagues were refused: ${[...new Set(refused)]}`]
      : [];
  const summary = `${flooded} calls by one, ${statuses.flat().length} messages of ${colleagues.length} colleagues`;
  return { tried: flooded, summary, through };
}
