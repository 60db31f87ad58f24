import { expect, test } from "vitest";
import { BytesUnderWay } from "./bytes-under-way.ts";

const never = new AbortController().signal;

/** Ten mailboxes with a large mail each; what is under way is counted as it goes. */
test("large mails of many mailboxes are read one after the other once the bytes are used up", async () => {
  const bytes = new BytesUnderWay(120);
  let [underWay, most] = [0, 0];
  const order: number[] = [];
  const read = async (number: number) => {
    const releaseBytes = await bytes.take(50, never);
    underWay += 50;
    most = Math.max(most, underWay);
    await Promise.resolve();
    order.push(number);
    underWay -= 50;
    releaseBytes();
  };
  await Promise.all(Array.from({ length: 10 }, (_, number) => read(number)));
  expect(most).toBe(100);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("one larger than all waits for the others and goes alone; a small one does not overtake it", async () => {
  const bytes = new BytesUnderWay(100);
  const first = await bytes.take(10, never);
  const order: string[] = [];
  const huge = bytes.take(500, never).then((releaseBytes) => {
    order.push("huge");
    return releaseBytes;
  });
  const small = bytes.take(1, never).then(() => order.push("small"));
  expect(bytes.hasRoom(1)).toBe(false);
  first();
  (await huge)();
  await small;
  expect(order).toEqual(["huge", "small"]);
});

test("one that stops waiting leaves its place to the next", async () => {
  const bytes = new BytesUnderWay(100);
  const releaseBytes = await bytes.take(60, never);
  const stop = new AbortController();
  const stopped = bytes.take(100, stop.signal);
  const next = bytes.take(40, never);
  stop.abort(new Error("stopped"));
  await expect(stopped).rejects.toThrow("stopped");
  (await next)();
  releaseBytes();
  releaseBytes();
  expect(bytes.hasRoom(100)).toBe(true);
});
