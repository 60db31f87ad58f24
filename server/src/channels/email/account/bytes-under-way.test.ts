import { expect, test } from "vitest";
import { BytesUnderWay } from "./bytes-under-way.ts";

const never = new AbortController().signal;
const [harbour, pier, quay] = ["harbour", "pier", "quay"];

/** Ten mailboxes have a large mail each; the test counts the bytes under way as they come. */
test("large mails of many mailboxes are read one after the other once the bytes are used up", async () => {
  const bytes = new BytesUnderWay(120);
  let [underWay, most] = [0, 0];
  const order: number[] = [];
  const read = async (number: number) => {
    const releaseBytes = await bytes.acquire(harbour, 50, never);
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

test("a company that has used up its share waits, while another company's mail is admitted", async () => {
  const bytes = new BytesUnderWay(120, 60);
  const held = [await bytes.acquire(harbour, 40, never)];
  const order: string[] = [];
  const second = bytes.acquire(harbour, 40, never).then(() => order.push("harbour"));
  expect(bytes.hasRoom(harbour, 1)).toBe(false);
  expect(bytes.hasRoom(pier, 60)).toBe(true);
  (await bytes.acquire(pier, 60, never))();
  order.push("pier");
  for (const release of held) release();
  await second;
  expect(order).toEqual(["pier", "harbour"]);
});

test("the company that holds the least goes first, however many mails wait before it", async () => {
  const bytes = new BytesUnderWay(100, 60);
  const first = await bytes.acquire(harbour, 30, never);
  const other = await bytes.acquire(pier, 60, never);
  const order: string[] = [];
  const waiting = [harbour, harbour, quay].map((company) =>
    bytes.acquire(company, 30, never).then((release) => {
      order.push(company);
      release();
    }),
  );
  expect(bytes.hasRoom(quay, 30)).toBe(false);
  other();
  await Promise.all(waiting);
  expect(order[0]).toBe(quay);
  first();
});

test("a mail larger than all room waits for the others and goes alone; a small one does not overtake it", async () => {
  const bytes = new BytesUnderWay(100);
  const first = await bytes.acquire(pier, 10, never);
  const order: string[] = [];
  const huge = bytes.acquire(harbour, 500, never).then((releaseBytes) => {
    order.push("huge");
    return releaseBytes;
  });
  const small = bytes.acquire(quay, 1, never).then(() => order.push("small"));
  first();
  (await huge)();
  await small;
  expect(order).toEqual(["huge", "small"]);
});

test("a mail that stops waiting passes its turn to the next", async () => {
  const bytes = new BytesUnderWay(100);
  const releaseBytes = await bytes.acquire(harbour, 60, never);
  const stop = new AbortController();
  const stopped = bytes.acquire(harbour, 100, stop.signal);
  const next = bytes.acquire(harbour, 40, never);
  stop.abort(new Error("stopped"));
  await expect(stopped).rejects.toThrow("stopped");
  (await next)();
  releaseBytes();
  releaseBytes();
  expect(bytes.hasRoom(harbour, 100)).toBe(true);
});
