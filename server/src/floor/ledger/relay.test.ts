import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createPushDesk, type PushDesk } from "../../../../test/world/push-desk.ts";
import { countStatements } from "../../../../test/world/statements.ts";
import type { World } from "../../../../test/world.ts";
import { subscribers } from "../../app/subscribers.ts";
import { appendNew } from "../../support/messages/append.ts";
import { lockTicket } from "../../support/ticket/access.ts";
import { relayEvents, startRelay } from "./relay.ts";
import type { ByCursor } from "./subscribers.ts";

let desk: PushDesk;
let world: World;
beforeAll(async () => {
  desk = await createPushDesk();
  world = desk.world;
  await world.context.pool.query("create table handled (place bigint not null)");
  await world.context.pool.query("grant insert on handled to parley_system");
});
afterAll(() => desk.close());
afterEach(() => {
  world.context.subscribers = subscribers;
});
beforeEach(async () => {
  await relayEvents(world.context);
  await world.context.pool.query("truncate handled");
});

const query = async <Row>(text: string, values: unknown[] = []) =>
  (await world.context.pool.query(text, values)).rows as Row[];
const places = () =>
  query<{ place: number; subject_id: string }>(
    "select place, subject_id, number from event order by place, id",
  );
const handled = async () =>
  (await query<{ place: number }>("select place from handled order by place")).map((row) => row.place);

/** Records the positions of messages. */
const counting = (refuses?: (place: number) => boolean): ByCursor => ({
  name: "counting",
  kinds: ["ticket_message"],
  async handle(db, { place }) {
    await sql`insert into handled (place) values (${place})`.execute(db);
    if (refuses?.(place)) throw new Error(`Cannot take ${place}`);
  },
});
const only = (...byCursor: ByCursor[]) => {
  world.context.subscribers = { ...subscribers, byCursor };
};

const asked = (statements: string[]) => statements.filter((text) => text.includes("skip locked"));

async function plant(messages: number): Promise<number[]> {
  const before = (await places()).length;
  await world.ticket({ messages: Array.from({ length: messages }, (_, n) => `Line ${n}`) });
  return Array.from({ length: messages }, (_, n) => before + n + 1);
}

describe("positions", () => {
  test("positions follow the order of commits across subjects, and of numbers within one", async () => {
    const [slow, quick] = [await world.ticket(), await world.ticket()];
    const append = (id: string, wait?: Promise<void>) =>
      world.desk("harbour", async (scope) => {
        const ticket = await lockTicket(scope, id);
        if (!ticket) throw new Error("no ticket");
        const { ticket: once } = await appendNew(scope, ticket, {
          type: "text",
          is_agent: false,
          content: "1",
        });
        await appendNew(scope, once, { type: "text", is_agent: false, content: "2" });
        inserted.resolve();
        await wait;
      });
    await relayEvents(world.context);
    const known = (await places()).length;
    const inserted = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const late = append(slow.id, commit.promise);
    await inserted.promise;
    await append(quick.id);
    await relayEvents(world.context);
    expect((await places()).slice(known).map(({ subject_id }) => subject_id)).toEqual([quick.id, quick.id]);
    commit.resolve();
    await late;
    await relayEvents(world.context);
    expect((await places()).slice(known)).toEqual([
      { subject_id: quick.id, number: 2, place: known + 1 },
      { subject_id: quick.id, number: 3, place: known + 2 },
      { subject_id: slow.id, number: 2, place: known + 3 },
      { subject_id: slow.id, number: 3, place: known + 4 },
    ]);
  });

  test("positions are given once, however many relays there are", async () => {
    await plant(50);
    const rounds = await Promise.all(Array.from({ length: 5 }, () => relayEvents(world.context)));
    if (rounds.some(({ busy }) => busy)) await relayEvents(world.context);
    const all = (await places()).map(({ place }) => place);
    expect(all).toEqual(all.map((_, index) => index + 1));
  });
});

describe("a subscriber by cursor", () => {
  test("a round without new events asks no subscriber", async () => {
    await plant(2);
    const { statements } = await countStatements(world, () => relayEvents(world.context));
    expect(asked(statements)).toHaveLength(subscribers.byCursor.length);
    const idle = await countStatements(world, () => relayEvents(world.context));
    expect(asked(idle.statements)).toEqual([]);
  });

  test("a subscriber by cursor begins with events after it was added, and handles each event once", async () => {
    await plant(2);
    await relayEvents(world.context);
    only(counting());
    await relayEvents(world.context);
    expect(await handled()).toEqual([]);
    const planted = await plant(3);
    await Promise.all([relayEvents(world.context), relayEvents(world.context)]);
    await relayEvents(world.context);
    expect(await handled()).toEqual(planted);
  });

  test("a subscriber by cursor skips an event that it cannot handle, and none of that event's rows stay", async () => {
    const planted = await plant(3);
    only(counting((place) => place === planted[1]));
    await relayEvents(world.context);
    expect(await handled()).toEqual([planted[0], planted[2]]);
    expect(world.logged.some((line) => line.includes("An event was skipped"))).toBe(true);
  });

  test("a subscriber by cursor loses and repeats nothing when the process is killed in the middle of a batch", async () => {
    const { databaseUrl, appSecret, dataDir } = world.context.config;
    const planted = await plant(6);
    const doomed = spawn(process.execPath, [join(import.meta.dirname, "relay.fixture.ts")], {
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl ?? "",
        APP_SECRET: appSecret,
        DATA_DIR: dataDir,
        NODE_ENV: "test",
      },
      stdio: "inherit",
    });
    const [, signal] = await once(doomed, "exit");
    expect(signal).toBe("SIGKILL");
    expect(await handled()).toEqual([]);
    only(counting());
    // The killed process's connection holds the cursor until PostgreSQL notices that it is gone.
    await vi.waitFor(async () => {
      await relayEvents(world.context);
      expect(await handled()).toEqual(planted);
    });
    await relayEvents(world.context);
    expect(await handled()).toEqual(planted);
  }, 30_000);
});

describe("a running relay", () => {
  test("a running relay handles at once what this process records, and enqueues its push", async () => {
    await desk.subscribe("mira");
    const ticket = await world.ticket({ handler: "mira" });
    const relay = startRelay(world.context);
    try {
      await vi.waitFor(async () => expect((await places()).every(({ place }) => place !== null)).toBe(true));
      await desk.subscribe("jonas");
      const jobs = "select 1 from graphile_worker.jobs where task_identifier = 'push'";
      const took: number[] = [];
      // A busy machine may pause once for longer than that, but not three times.
      for (const name of ["jonas", "mira", "jonas"] as const) {
        const to = {
          ticketid: ticket.id,
          newDepartment: ticket.department_id,
          newUser: world.agents[name].id,
        };
        await query("delete from graphile_worker._private_jobs");
        const startedAt = performance.now();
        expect((await world.as("ingrid").post("/ticket/reassign-user", to)).statusCode).toBe(200);
        await vi.waitFor(async () => expect(await query(jobs)).toHaveLength(1), { interval: 10 });
        took.push(performance.now() - startedAt);
      }
      // Without a nudge the relay polls every two seconds.
      expect(Math.min(...took)).toBeLessThan(1_000);
    } finally {
      await relay.stop();
    }
  });

  test("a running relay is woken once, however many events are recorded meanwhile", async () => {
    const relay = startRelay(world.context);
    const abort = vi.spyOn(AbortController.prototype, "abort");
    try {
      // The relay waits once it has caught up, which takes no more than this.
      const patience = { interval: 500, timeout: 10_000 };
      await vi.waitFor(() => {
        world.context.relay.nudge();
        expect(abort).toHaveBeenCalled();
      }, patience);
      abort.mockClear();
      for (let count = 0; count < 100; count++) world.context.relay.nudge();
      expect(abort.mock.calls.length).toBeLessThanOrEqual(1);
    } finally {
      abort.mockRestore();
      await relay.stop();
    }
  });

  test("a running relay finds events of a process that ended before it relayed them", async () => {
    await plant(1);
    expect((await places()).some(({ place }) => place === null)).toBe(true);
    const relay = startRelay(world.context);
    try {
      await vi.waitFor(async () => expect((await places()).every(({ place }) => place !== null)).toBe(true));
    } finally {
      await relay.stop();
    }
  });
});
