import { expect, test } from "vitest";
import type { Authenticator, Identity } from "./authenticator.ts";
import { batchLookUps } from "./look-ups.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));
const identityOf = (key: string) => ({ key }) as Identity;

/** An authenticator whose statements the test ends, and what each was asked for. */
function manual() {
  const begun: { keys: string[]; end(found: string[]): void; fail(): void }[] = [];
  const by = {
    find: (keys: string[]) =>
      new Promise<Identity[]>((resolve, reject) => {
        begun.push({
          keys,
          end: (found) => resolve(found.map(identityOf)),
          fail: () => reject(new Error("The database is away")),
        });
      }),
  } as unknown as Authenticator;
  return { begun, by };
}

test("four hundred calls of one session are one key of one statement, beside those of another", async () => {
  const { begun, by } = manual();
  let used = 0;
  const find = batchLookUps(async (_by, identity) => {
    used += 1;
    return identity;
  });
  const calls = Array.from({ length: 400 }, () => find({ by, key: "one" }));
  const other = find({ by, key: "other" });
  await settled();
  expect(begun.map(({ keys }) => keys)).toEqual([["one", "other"]]);
  begun[0]?.end(["one"]);
  expect(new Set(await Promise.all(calls))).toEqual(new Set([identityOf("one")]));
  expect(await other).toBeNull();
  expect(used).toBe(1);
});

test("a call never gets an answer of a statement that began before it", async () => {
  const { begun, by } = manual();
  const find = batchLookUps();
  const before = find({ by, key: "one" });
  await settled();
  const late = [find({ by, key: "one" }), find({ by, key: "one" })];
  begun[0]?.end(["one"]);
  expect(await before).toEqual(identityOf("one"));
  await settled();
  expect(begun.map(({ keys }) => keys)).toEqual([["one"], ["one"]]);
  begun[1]?.end([]);
  expect(await Promise.all(late)).toEqual([null, null]);
});

test("a failed statement fails its own calls, and the next calls look up again", async () => {
  const { begun, by } = manual();
  const find = batchLookUps();
  const failing = [find({ by, key: "one" }), find({ by, key: "one" })];
  await settled();
  begun[0]?.fail();
  for (const one of failing) await expect(one).rejects.toThrow("away");
  const next = find({ by, key: "one" });
  await settled();
  begun[1]?.end(["one"]);
  expect(await next).toEqual(identityOf("one"));
});

test("calls beyond the number that may wait are refused, and their session is looked up again later", async () => {
  const { begun, by } = manual();
  const find = batchLookUps();
  const first = find({ by, key: "first" });
  await settled();
  const waiting = Array.from({ length: 10_000 }, (_, at) => find({ by, key: String(at) }));
  await expect(find({ by, key: "one" })).rejects.toThrow("Too many");
  begun[0]?.end([]);
  await first;
  const answers = Promise.all(waiting);
  for (let run = 1; run <= 10; run += 1) {
    await expect.poll(() => begun.length).toBeGreaterThan(run);
    begun[run]?.end([]);
  }
  await answers;
  const again = find({ by, key: "one" });
  await expect.poll(() => begun.length).toBe(12);
  begun[11]?.end(["one"]);
  expect(await again).toEqual(identityOf("one"));
});
