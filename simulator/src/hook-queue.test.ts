import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { HookQueue } from "./hook-queue.ts";
import { openNetwork } from "./network.ts";
import { fastTiming } from "./timing.ts";

let seen: string[] = [];
let statuses: number[] = [];
const server = createServer(async (request, response) => {
  seen.push(await text(request));
  response.writeHead(statuses.shift() ?? 200).end("welcome");
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
  statuses = [];
});

const open = () => new HookQueue(openNetwork({ timing: fastTiming }));
const call = (body: string) => () => ({ url, headers: {}, body });

test("events arrive in turn; a refused one comes again behind the others", async () => {
  const queue = open();
  statuses = [500];
  const received: string[] = [];
  for (const body of ["one", "two", "three"])
    queue.send(call(body), (answer) => received.push(body + answer));
  await queue.drained();
  expect(seen).toEqual(["one", "two", "three", "one"]);
  expect(received).toEqual(["twowelcome", "threewelcome", "onewelcome"]);
});

test("held events are released in the requested order, or never", async () => {
  const queue = open();
  for (const order of ["reversed", "lost", "written"] as const) {
    queue.hold();
    for (const body of ["a", "b"]) queue.send(call(order + body));
    expect(queue.size).toBe(2);
    queue.release(order);
    await queue.drained();
  }
  expect(seen).toEqual(["reversedb", "reverseda", "writtena", "writtenb"]);
});

test("events released together do not wait for one another", async () => {
  const queue = open();
  queue.hold();
  for (const body of ["a", "b", "c"]) queue.send(call(body));
  statuses = [500];
  queue.release("together");
  expect(queue.size).toBe(3);
  await queue.drained();
  expect(seen.length).toBe(4);
  expect(seen.slice(0, 3).toSorted()).toEqual(["a", "b", "c"]);
});

test("the newest event is repeated, and one without a webhook is lost", async () => {
  const queue = open();
  await expect(queue.repeat(1)).rejects.toThrow("no event yet");
  queue.send(() => null);
  await queue.drained();
  queue.send(call("again"));
  await queue.drained();
  statuses = [503];
  expect(await queue.repeat(2)).toEqual([503, 200]);
  expect(seen).toEqual(["again", "again", "again"]);
});

test("a stopped queue makes no further calls", async () => {
  const queue = open();
  statuses = [500];
  queue.send(call("refused"));
  queue.hold();
  queue.send(call("held"));
  queue.stop();
  queue.release("lost");
  await queue.drained();
  expect(seen.length).toBeLessThanOrEqual(1);
});
