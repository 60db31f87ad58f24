import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLanes, type Gate, type LaneLimits } from "./lanes.ts";
import { createPace } from "./pace.ts";

const limits: LaneLimits = { lane: 2, group: 3, total: 4, reserve: 2, entries: 5 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lanes whose work lasts until it is ended by its key. */
function open({ gate, turns = 1, ...over }: Partial<LaneLimits> & { gate?: Gate; turns?: number } = {}) {
  const lanes = createLanes({ ...limits, ...over }, gate);
  const begun: string[] = [];
  const running = new Map<string, () => void>();
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const add = (key: string, lane: string, group = "telegram") => {
    let left = turns;
    const run = () =>
      new Promise<boolean>((resolve) => {
        begun.push(key);
        running.set(key, () => {
          running.delete(key);
          left -= 1;
          resolve(left > 0);
        });
      });
    return lanes.add({ key, lane, group, run });
  };
  const finish = (key: string) => {
    running.get(key)?.();
    return settle();
  };
  return { lanes, begun, running, add, finish };
}

test("a lane holds its share, a group its own, and another group starts at once", () => {
  const { begun, add } = open();
  for (const key of ["a1", "a2", "a3"]) add(key, "a");
  for (const key of ["b1", "b2"]) add(key, "b");
  expect(begun).toEqual(["a1", "a2", "b1"]);
  add("v1", "v", "viber");
  expect(begun).toEqual(["a1", "a2", "b1", "v1"]);
});

test("an idle lane starts while others hold every slot, until the reserve is used up", () => {
  const { begun, add } = open({ lane: 4, group: 4 });
  for (const key of ["a1", "a2", "a3", "a4"]) add(key, "a");
  for (const key of ["b1", "b2"]) add(key, "b");
  for (const lane of ["c", "d"]) add(`${lane}1`, lane);
  expect(begun).toEqual(["a1", "a2", "a3", "a4", "b1", "c1"]);
});

test("the entries of a lane take turns, and lanes too", async () => {
  const { begun, add, finish } = open({ lane: 1, group: 2, total: 2, reserve: 0, turns: 2 });
  for (const key of ["a1", "a2", "a3"]) add(key, "a");
  for (const key of ["b1", "b2"]) add(key, "b");
  for (const key of ["a1", "b1", "a2", "b2", "a3", "b1", "a1"]) await finish(key);
  expect(begun).toEqual(["a1", "b1", "a2", "b2", "a3", "b1", "a1", "b2", "a2"]);
});

test("one entry of a key runs at a time; added while it runs it runs once more", async () => {
  const { begun, add, finish } = open();
  const first = add("a1", "a");
  add("a1", "a");
  add("a1", "a");
  expect(begun).toEqual(["a1"]);
  await finish("a1");
  expect(begun).toEqual(["a1", "a1"]);
  await finish("a1");
  await first;
  expect(begun).toEqual(["a1", "a1"]);
});

test("work that throws rejects, and frees its slot", async () => {
  const lanes = createLanes({ ...limits, lane: 1 });
  const failed = lanes.add({
    key: "1",
    lane: "a",
    group: "",
    run: () => Promise.reject(new Error("The database has gone")),
  });
  const next = lanes.add({ key: "2", lane: "a", group: "", run: async () => false });
  await expect(failed).rejects.toThrow("The database has gone");
  await next;
});

test("a lane is limited; entries beyond that are dropped", async () => {
  const { begun, add, finish } = open({ lane: 1 });
  for (let number = 1; number <= 6; number++) add(`a${number}`, "a");
  for (let number = 1; number <= 6; number++) await finish(`a${number}`);
  expect(begun).toEqual(["a1", "a2", "a3", "a4", "a5"]);
});

test("a stop drops waiting entries and ends with the work under way", async () => {
  const { lanes, begun, add, finish } = open({ lane: 1 });
  add("a1", "a");
  const waiting = add("a2", "a");
  const ended = vi.fn();
  const stopped = lanes.stop().then(ended);
  await waiting;
  expect(ended).not.toHaveBeenCalled();
  await finish("a1");
  await stopped;
  expect([begun, ended.mock.calls.length]).toEqual([["a1"], 1]);
  await add("a3", "a");
  expect(begun).toEqual(["a1"]);
});

const limited = (platform: string) =>
  platform === "telegram"
    ? { perAccount: { count: 10, perMs: 1000 }, perClient: { count: 1, perMs: 1000, burst: 2 } }
    : undefined;
const clock = () => Date.now();

test("an account exceeds its limit in no second; other accounts are not delayed", async () => {
  const pace = createPace(limited, clock);
  const { begun, add, finish } = open({ lane: 100, group: 100, total: 100, entries: 100, gate: pace.gate });
  const times: number[] = [];
  const from = Date.now();
  for (let number = 0; number < 40; number++) {
    add(`a${number}`, "a");
    await finish(`a${number}`);
  }
  add("b1", "b");
  expect(begun).toContain("b1");
  let known = begun.length - 1;
  for (let i = 0; i < known; i++) times.push(0);
  while (times.length < 40) {
    await vi.advanceTimersByTimeAsync(10);
    const now = begun.filter((key) => key !== "b1").length;
    for (; known < now; known++) times.push(Date.now() - from);
    for (const key of begun) await finish(key);
  }
  for (const time of times) {
    expect(times.filter((other) => other >= time && other < time + 1000).length).toBeLessThanOrEqual(10);
  }
  expect(times.at(-1)).toBeLessThan(5000);
});

test("a client who has had a burst waits, and others of the account go ahead", async () => {
  const pace = createPace(() => ({ perClient: { count: 1, perMs: 1000, burst: 2 } }), clock);
  const { begun, add, finish } = open({ turns: 3, gate: pace.gate });
  add("fast", "a");
  await finish("fast");
  await finish("fast");
  add("other", "a");
  expect(begun).toEqual(["fast", "fast", "other"]);
  await vi.advanceTimersByTimeAsync(990);
  expect(begun).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(20);
  expect(begun).toEqual(["fast", "fast", "other", "fast"]);
});

test("processes share a limit, and an unused token is given back", () => {
  const pace = createPace(limited, clock);
  const free = (group: string) => {
    let taken = 0;
    while (taken < 50 && pace.gate({ lane: group, group, key: `${group}${taken}` }) === null) taken += 1;
    return taken;
  };
  const place = { lane: "telegram", group: "telegram", key: "x" };
  expect([free("telegram"), free("viber")]).toEqual([2, 50]);
  pace.refund(place);
  expect(pace.gate(place)).toBeNull();
  pace.shareWith(2);
  expect(free("telegram")).toBe(1);
});
