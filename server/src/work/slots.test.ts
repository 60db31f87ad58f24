import { EventEmitter } from "node:events";
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from "graphile-worker";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createWorld, type World } from "../../../test/world.ts";
import { concurrency, createSlots, limitedKinds } from "./slots.ts";

let world: World;
let runner: Runner;
let hung: PromiseWithResolvers<void>;
/** The jobs that began, as "task company". */
let begun: string[];
const begunOf = (one: string) => begun.filter((each) => each === one).length;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
afterEach(async () => {
  hung.resolve();
  await runner.stop();
});

/** Jobs of Harbour hang until the test is over. */
async function start() {
  hung = Promise.withResolvers();
  begun = [];
  const harbour = world.companies.harbour.id;
  const task = (name: string) => (payload: unknown) => {
    const { companyId } = payload as { companyId: string };
    begun.push(`${name} ${companyId === harbour ? "harbour" : "northwind"}`);
    return companyId === harbour && name !== "notice_ticket" ? hung.promise : undefined;
  };
  const names = ["push", "register_webhook", "acknowledge_rating", "notice_ticket"];
  const taskList = Object.fromEntries(names.map((name) => [name, task(name)])) as TaskList;
  const events = new EventEmitter() as WorkerEvents;
  runner = await run({
    pgPool: world.context.pool,
    taskList,
    concurrency,
    events,
    forbiddenFlags: createSlots(events),
    noHandleSignals: true,
    pollInterval: 100,
    logger: new Logger(() => () => undefined),
  });
}

const push = (company: "harbour" | "northwind", topic: number) =>
  world.desk(company, (scope) =>
    scope.enqueue("push", {
      subscriptionId: world.agents.mira.id,
      about: "ticket",
      id: world.agents.mira.id,
      topic: `${topic}`,
      attempt: 1,
    }),
  );

test("a company whose pushes hang takes its own slots and no more", async () => {
  for (let each = 0; each < 2 * concurrency; each += 1) await push("harbour", each);
  await start();
  await push("northwind", 1);
  await world.desk("harbour", (scope) => scope.enqueue("notice_ticket", { ticketId: world.agents.mira.id }));
  await vi.waitFor(() =>
    expect(begun).toEqual(expect.arrayContaining(["push northwind", "notice_ticket harbour"])),
  );
  expect(begunOf("push harbour")).toBe(limitedKinds.push?.each);
  hung.resolve();
  await vi.waitFor(() => expect(begunOf("push harbour")).toBe(2 * concurrency));
});

test("accounts whose provider hangs leave slots for other work", async () => {
  for (let each = 0; each < 2 * concurrency; each += 1) {
    const channelId = crypto.randomUUID();
    await world.desk("harbour", (scope) => scope.enqueue("register_webhook", { channelId }));
  }
  await start();
  await vi.waitFor(() => expect(begunOf("register_webhook harbour")).toBe(limitedKinds.provider?.total));
  await push("northwind", 2);
  await vi.waitFor(() => expect(begun).toContain("push northwind"));
  expect(begunOf("register_webhook harbour")).toBe(limitedKinds.provider?.total);
});
