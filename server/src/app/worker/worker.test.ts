import { reasonOf } from "@parley/contract/reasons";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openNetwork } from "../../../../test/faults/proxy.ts";
import { beside, countStatements, createWorld, type World } from "../../../../test/world.ts";
import { queuedColumns } from "../../support/messages/send.ts";
import { lockInbox } from "../../support/notifications/inbox.ts";
import { concurrency } from "../../work/slots.ts";
import { startWorker } from "./worker.ts";

let world: World;
let worker: Awaited<ReturnType<typeof startWorker>>;
beforeAll(async () => {
  world = await createWorld();
  worker = await beside(() => startWorker(world.context));
});
afterAll(async () => {
  await worker.stop();
  await world.close();
});

async function reply(content: string) {
  const person = await world.telegram.control.createPerson({ firstName: "Ada", picture: "none" });
  const bot = Number(world.channels.harbour.externalId);
  await world.telegram.control.phone({ bot, person: person.id }).send({ type: "text", text: "Hello" });
  const ticket = await world.ticket({ handler: "mira", externalId: String(person.id) });
  const answer = await world.as("mira").post("/send-message", { ticketid: ticket.id, type: "text", content });
  expect(answer.statusCode).toBe(200);
  return {
    ticket,
    sent: () => world.telegram.control.requests({ method: "sendMessage", person: person.id }),
  };
}

const statusOf = async (ticket: { id: string }) => {
  const sql = "select status from message where ticket_id = $1 and is_agent";
  return (await world.context.pool.query<{ status: string }>(sql, [ticket.id])).rows[0]?.status;
};

test("a job starts as soon as its unit of work is committed", async () => {
  const { ticket, sent } = await reply("Good morning");
  await vi.waitFor(async () => expect(await statusOf(ticket)).toBe("sent"), { interval: 5 });
  expect(sent()).toHaveLength(1);
});

/** The statements of a further reply in a ticket, until its outcome is recorded. */
async function costOfReply(): Promise<string[]> {
  const { ticket, sent } = await reply("The first opens the account");
  const outcomes = () =>
    world.published.filter(
      ({ event, payload }) =>
        event === "messageUpdate" && (payload as { ticketid: string }).ticketid === ticket.id,
    ).length;
  // The event follows the commit that others read.
  await vi.waitFor(() => expect(outcomes()).toBe(1), { interval: 5 });
  const { statements } = await countStatements(world, async () => {
    const answer = await world.as("mira").post("/send-message", { ticketid: ticket.id, content: "It is" });
    expect(answer.statusCode).toBe(200);
    await vi.waitFor(() => expect(outcomes()).toBe(2), { interval: 5 });
  });
  expect(sent()).toHaveLength(2);
  // An account is cached for two seconds; on a busy machine it is looked up again.
  const lookUp = statements.findIndex((sql) => sql.includes('from "channel" where'));
  return lookUp < 0 ? statements : statements.toSpliced(lookUp - 1, 3);
}

test("a reply costs four statements in its call and eleven in all, and no job", async () => {
  const statements = await costOfReply();
  expect(statements.join()).not.toContain("enqueue_job");
  expect(statements.findIndex((sql) => sql.endsWith("commit")) + 1).toBeLessThanOrEqual(4);
  expect(statements).toHaveLength(11);
});

test("a reply whose process ends right after the commit is found by the sweep", async () => {
  await worker.stop();
  world.context.ownTasks = { deliver: () => undefined };
  const { ticket, sent } = await reply("Going on");
  const { rows } = await world.context.pool.query(
    "select key from graphile_worker._private_jobs where key like 'deliver:%'",
  );
  expect(rows).toEqual([]);
  worker = await beside(() => startWorker(world.context));
  await vi.waitFor(async () => expect(await statusOf(ticket)).toBe("sent"));
  expect(sent()).toHaveLength(1);
});

test("a waiting message is found although its job was lost", async () => {
  await worker.stop();
  const { ticket, sent } = await reply("Is anybody there?");
  await world.context.pool.query("delete from graphile_worker._private_jobs");
  worker = await beside(() => startWorker(world.context));
  await vi.waitFor(async () => expect(await statusOf(ticket)).toBe("sent"));
  expect(sent()).toHaveLength(1);
});

test("a worker awaits a database that goes away while it starts", async () => {
  await worker.stop();
  const { ticket } = await reply("While it is away");
  const address = new URL(world.context.directUrl);
  const network = await openNetwork({ path: `${address.searchParams.get("host")}/.s.PGSQL.5432` });
  const behindIt = `postgresql://${address.username}:${address.password}@127.0.0.1:${network.port}${address.pathname}`;
  const away = { ...world.context, directUrl: behindIt };
  // It ends after the connection is made, in the answer to the first statements.
  const cutNext = () => network.cutNextAfter(600);
  cutNext();
  await expect(startWorker(away, { most: 0 })).rejects.toThrow();
  cutNext();
  const behind = await startWorker(away);
  expect(network.cuts()).toBe(2);
  await vi.waitFor(async () => expect(await statusOf(ticket)).toBe("sent"));
  await behind.stop();
  await network.close();
  worker = await beside(() => startWorker(world.context));
});

test("stopping finishes the jobs under way, and starts none", async () => {
  world.telegram.control.addFault({ kind: "latency", ms: 300, method: "sendMessage" });
  const { ticket, sent } = await reply("On the way");
  await vi.waitFor(() => expect(sent()).toHaveLength(1), { interval: 5 });
  await worker.stop();
  expect(await statusOf(ticket)).toBe("sent");
  const later = await reply("Not any more");
  expect(await statusOf(later.ticket)).toBe("queued");
  worker = await beside(() => startWorker(world.context));
  await vi.waitFor(async () => expect(await statusOf(later.ticket)).toBe("sent"));
});

test("an account that hangs delays no other account, and no other kind of work", async () => {
  const { context, companies, channels } = world;
  const { adapters } = context;
  const telegram = adapters.of("telegram");
  const hung = Promise.withResolvers<never>();
  hung.promise.catch(() => undefined);
  const reached: string[] = [];
  const answerTo = <Answer>({ companyId }: { companyId: string }, kind: string, answer: Answer) => {
    if (companyId === companies.harbour.id) return hung.promise;
    reached.push(kind);
    return Promise.resolve(answer);
  };
  const refused = { outcome: "refused", reason: reasonOf("file_not_fetched") } as const;
  context.adapters = {
    of: () => ({
      ...telegram,
      send: (channel, { messageId }) =>
        answerTo(channel, "send", { outcome: "sent", externalId: messageId } as const),
      fetchMedia: (channel) => answerTo(channel, "fetch", refused),
      acknowledgeRating: (channel) => answerTo(channel, "acknowledge", undefined),
    }),
  };
  /** Plants a message, a file and a pressed star, each in a new ticket. */
  const plant = async (company: "harbour" | "northwind", department: "bookings" | "general") => {
    const ticket = await world.ticket({ department });
    await world.message(ticket, { is_agent: true, ...queuedColumns({ now: world.clock.now() }) });
    await world.desk(company, async (scope) => {
      const { id } = await scope.db
        .insertInto("file")
        .values({
          company_id: scope.companyId,
          ticket_id: ticket.id,
          name: "ferry.jpg",
          state: "arriving",
          remote_ref: "x",
          created_on: scope.now,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const channelId = channels[company].id;
      await scope.enqueue("fetch_media", { fileId: id, channelId });
      await scope.enqueue("deliver", { ticketId: ticket.id, channelId, platform: "telegram" });
      const click = { chatId: "1", messageId: null, clickId: ticket.id, rating: 3 };
      await scope.enqueue("acknowledge_rating", { channelId, ...click });
    });
    return ticket;
  };
  try {
    const hanging = await Promise.all(Array.from({ length: 15 }, () => plant("harbour", "bookings")));
    await plant("northwind", "general");
    await vi.waitFor(() => expect(reached.toSorted()).toEqual(["acknowledge", "fetch", "send"]));
    expect(await Promise.all(hanging.map(statusOf))).toEqual(hanging.map(() => "queued"));
  } finally {
    hung.reject(new Error("The test is over"));
    context.adapters = adapters;
  }
});

test("an inbox that stays locked delays no other work, and gets its lines once it is free", async () => {
  const tickets = (handler: "mira" | "jonas", count: number) =>
    Promise.all(Array.from({ length: count }, () => world.ticket({ handler })));
  const [mine, [others]] = await Promise.all([tickets("mira", concurrency + 1), tickets("jonas", 1)]);
  const lines = async (agent: "mira" | "jonas") => {
    const sql = "select from notification where agent_id = $1 and type = 'text'";
    return (await world.context.pool.query(sql, [world.agents[agent].id])).rowCount;
  };
  const [locked, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = world.work("mira", async (scope) => {
    await lockInbox(scope, scope.actor.id);
    locked.resolve();
    await ending.promise;
  });
  await locked.promise;
  try {
    await world.desk("harbour", async (scope) => {
      for (const { id: ticketId } of mine) await scope.enqueue("notice_ticket", { ticketId, tries: 60 });
      await scope.enqueue("notice_ticket", { ticketId: others?.id ?? "" });
    });
    await vi.waitFor(async () => expect(await lines("jonas")).toBe(1));
    expect(await lines("mira")).toBe(0);
  } finally {
    ending.resolve();
    await holder;
  }
  await vi.waitFor(async () => {
    world.clock.advance(30_000);
    await world.drain();
    expect(await lines("mira")).toBe(mine.length);
  });
});

test("a database that drops every connection while jobs end does not end the process", async () => {
  // The reply is one that a process without a worker receives.
  const { ownTasks } = world.context;
  world.context.ownTasks = {};
  const sends = [];
  for (let round = 0; round < 5; round++) {
    world.telegram.control.addFault({ kind: "latency", ms: 50, method: "sendMessage" });
    sends.push(await reply(`Round ${round}`));
    await world.context.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parley-worker' and datname = current_database()",
    );
  }
  world.context.ownTasks = ownTasks;
  for (const { ticket, sent } of sends) {
    await vi.waitFor(async () => expect(await statusOf(ticket)).toBe("sent"));
    expect(sent()).toHaveLength(1);
  }
});
