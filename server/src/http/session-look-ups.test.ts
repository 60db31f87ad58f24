import { expect, test } from "vitest";
import { shareLookups } from "./session-look-ups.ts";

/** Look-ups that the test ends. */
function manual() {
  const begun: { token: string; end(answer: string): void; fail(): void }[] = [];
  const find = (token: string) =>
    new Promise<string>((resolve, reject) => {
      begun.push({ token, end: resolve, fail: () => reject(new Error("The database is away")) });
    });
  return { begun, lookUp: shareLookups(find) };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("four hundred calls of one session take five look-ups, those of another their own", async () => {
  const { begun, lookUp } = manual();
  const answers = Array.from({ length: 400 }, () => lookUp("one"));
  const other = lookUp("other");
  expect(begun.map(({ token }) => token)).toEqual(["one", "one", "one", "one", "other"]);
  begun[0]?.end("first");
  await settled();
  expect(begun).toHaveLength(6);
  for (const [at, { end }] of begun.entries()) end(`answer ${at}`);
  expect(new Set(await Promise.all(answers))).toEqual(
    new Set(["first", "answer 1", "answer 2", "answer 3", "answer 5"]),
  );
  expect(await other).toBe("answer 4");
});

test("a call never gets an answer of a look-up that began before it", async () => {
  const { begun, lookUp } = manual();
  const before = Array.from({ length: 5 }, () => lookUp("one"));
  begun[0]?.end("old");
  await settled();
  const late = lookUp("one");
  for (const { end } of begun.slice(1)) end("old");
  await Promise.all(before);
  await settled();
  begun.at(-1)?.end("new");
  expect(await late).toBe("new");
});

test("a failed look-up fails its own calls, and the next calls look up again", async () => {
  const { begun, lookUp } = manual();
  const failing = [lookUp("one"), lookUp("one"), lookUp("one"), lookUp("one")];
  const waiting = lookUp("one");
  for (const { fail } of begun.slice(0, 4)) fail();
  for (const one of failing) await expect(one).rejects.toThrow("away");
  await settled();
  begun.at(-1)?.end("here");
  expect(await waiting).toBe("here");
});
