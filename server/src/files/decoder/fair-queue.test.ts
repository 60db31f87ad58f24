import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const background = { urgent: false, maxWait: 1000 };
const urgent = { urgent: true, maxWait: 1000 };

/** Work by name, in the order in which it began; the test ends each. */
function stage(options: Parameters<typeof createFairQueue>[0]) {
  const queue = createFairQueue(options);
  const begun: string[] = [];
  const ends = new Map<string, (result: string) => void>();
  return {
    queue,
    begun,
    take: (companyId: string, name: string, how = background) =>
      queue.run(companyId, how, () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, resolve));
      }),
    async end(name: string) {
      ends.get(name)?.(name);
      await vi.advanceTimersByTimeAsync(0);
    },
    settle: () => vi.advanceTimersByTimeAsync(0),
  };
}

test("a company has one slot at a time, and another company gets one at once", async () => {
  const { take, begun, end, settle } = stage({ atOnce: 2, mostWaiting: 50 });
  for (let n = 1; n <= 30; n += 1) void take("flooding", `hostile ${n}`);
  void take("neighbour", "photo");
  await settle();
  expect(begun).toEqual(["hostile 1", "photo"]);
  await end("photo");
  expect(begun).toEqual(["hostile 1", "photo"]);
  await end("hostile 1");
  expect(begun).toEqual(["hostile 1", "photo", "hostile 2"]);
});

test("slots go round by company, not by arrival", async () => {
  const { take, begun, end, settle } = stage({ atOnce: 1, mostWaiting: 50 });
  for (const name of ["a1", "a2", "a3", "b1", "b2", "c1"]) void take(name[0] ?? "", name);
  await settle();
  for (const name of ["a1", "b1", "c1", "a2", "b2"]) await end(name);
  expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("many companies that used much lately, so many that they leave a slot, run at once", async () => {
  const kept = { slots: 1, use: { little: 1000 } };
  const { take, begun, end, settle } = stage({ atOnce: 3, mostWaiting: 50, kept });
  const long = { urgent: false, maxWait: 3_600_000 };
  const floods = ["a", "b", "c"];
  for (const name of floods) void take(name, `${name}1`, long);
  await vi.advanceTimersByTimeAsync(2000);
  for (const name of floods) await end(`${name}1`);
  for (const name of floods) void take(name, `${name}2`, long);
  await settle();
  expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2"]);
  void take("neighbour", "mail", long);
  await settle();
  expect(begun.at(-1)).toBe("mail");
  await end("mail");
  expect(begun.at(-1)).toBe("mail");
  await end("a2");
  expect(begun.at(-1)).toBe("c2");
  for (const name of ["b2", "c2"]) await end(name);
  await vi.advanceTimersByTimeAsync(600_000);
  for (const name of floods) void take(name, `${name}3`, long);
  await settle();
  expect(begun.slice(-3)).toEqual(["a3", "b3", "c3"]);
});

test("work that an agent waits for goes before the company's other files", async () => {
  const { take, begun, end, settle } = stage({ atOnce: 2, mostWaiting: 50 });
  for (const name of ["first", "second"]) void take("harbour", name);
  void take("harbour", "an agent's", urgent);
  await settle();
  await end("first");
  expect(begun).toEqual(["first", "an agent's"]);
});

test("work whose wait ended does not begin later", async () => {
  const { take, begun, end, queue } = stage({ atOnce: 2, mostWaiting: 50 });
  void take("harbour", "long");
  const late = take("harbour", "late");
  await vi.advanceTimersByTimeAsync(999);
  expect(queue.count("harbour")).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  await expect(late).resolves.toBeNull();
  await end("long");
  expect(begun).toEqual(["long"]);
  expect(queue.count("harbour")).toBe(0);
});

test("further work of a company is refused beyond so many that wait, while another company's waits", async () => {
  const { take, settle } = stage({ atOnce: 1, mostWaiting: 2 });
  for (const name of ["under way", "waits", "waits too"]) void take("harbour", name);
  await expect(take("harbour", "too many")).resolves.toBeNull();
  const other = vi.fn();
  void take("atlas", "other").then(other);
  await settle();
  expect(other).not.toHaveBeenCalled();
});

test("work that throws releases its slot", async () => {
  const { queue } = stage({ atOnce: 1, mostWaiting: 2 });
  const broken = queue.run("harbour", background, () => Promise.reject(new Error("broken")));
  await expect(broken).rejects.toThrow("broken");
  await expect(queue.run("harbour", background, async () => "next")).resolves.toBe("next");
});

test("a closed queue rejects waiting and later work", async () => {
  const { take, queue, settle } = stage({ atOnce: 1, mostWaiting: 2 });
  void take("harbour", "under way");
  const waiting = take("harbour", "waiting");
  await settle();
  queue.close();
  await expect(waiting).resolves.toBeNull();
  await expect(take("atlas", "late")).resolves.toBeNull();
});
