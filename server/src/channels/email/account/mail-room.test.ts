/** All companies together have a bound of mails and connections in this process. */
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { mailRoom, slotsForConnections } from "./mail-room.ts";

const config = () => ({
  dataDir: "/nowhere",
  channelSettings: { MAIL_MAX_MB: 1, MAIL_UNDER_WAY_MB: 16, MAIL_MAILBOXES: 30 },
});
const never = new AbortController().signal;

/** True for each that has what it asked for in the end. */
async function settled(asked: Promise<() => void>[]): Promise<boolean[]> {
  const has = asked.map(() => false);
  for (const [at, one] of asked.entries())
    void one.then(() => {
      has[at] = true;
    });
  await turn();
  return has;
}

test("files of large mails are bounded over all companies, and the next comes when one ends", async () => {
  const settings = config();
  const acquire = (company: string) => mailRoom(settings, company).files(2 * 2 ** 20, never);
  const all = Array.from({ length: 16 }, (_, at) => acquire(`company ${at}`));
  expect(await settled(all)).not.toContain(false);
  const next = acquire("one more");
  expect(await settled([next])).toEqual([false]);
  (await all[0])?.();
  expect(await settled([next])).toEqual([true]);
});

test("connections are bounded for a company and over all, and a company without any goes first", async () => {
  const slots = slotsForConnections(config());
  const acquire = (company: string) => slots.acquire(company, 1, never);
  const own = Array.from({ length: 41 }, () => acquire("northwind"));
  expect((await settled(own)).filter(Boolean)).toHaveLength(40);
  const others = Array.from({ length: 760 }, (_, at) => acquire(`company ${at}`));
  expect(await settled(others)).not.toContain(false);
  const [second, first] = [acquire("company 1"), acquire("harbour")];
  expect(await settled([second, first])).toEqual([false, false]);
  (await others[0])?.();
  expect(await settled([second, first])).toEqual([false, true]);
});
