import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { declare } from "../../../../test/world/declare.ts";
import { isCommit, withLostConnection } from "../../../../test/world/lost-connection.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { createOutside, type Outside } from "../../app/worker/outside.ts";
import { inCompanyAs } from "../../floor/database/scope.ts";
import { queuedColumns, queueMessage } from "../../support/messages/send.ts";

let world: World;
let outside: Outside;
const ending = new AbortController();
beforeAll(async () => {
  world = await createWorld();
  outside = createOutside(world.context, ending.signal);
});
afterAll(async () => {
  ending.abort();
  await outside.stop();
  await world.close();
});

async function newTicket() {
  const { control } = world.telegram;
  const { id: person } = await control.createPerson({ firstName: "Dimitar", picture: "none" });
  const phone = control.phone({ bot: Number(world.channels.harbour.externalId), person });
  await phone.start();
  const ticket = await world.ticket({ handler: "mira", externalId: String(person) });
  const row = () =>
    world.desk("harbour", ({ db }) =>
      db
        .selectFrom("message")
        .selectAll()
        .where("ticket_id", "=", ticket.id)
        .where("is_agent", "=", true)
        .executeTakeFirstOrThrow(),
    );
  const received = () => phone.messages().flatMap(({ side, text }) => (side === "bot" ? [text] : []));
  return { ticket, row, received };
}

const post = async (ticketid: string, content: string, more: object = {}) =>
  expect((await world.as("mira").post("/send-message", { ticketid, content, ...more })).statusCode).toBe(200);

const deliverJobs = async () =>
  (await world.context.pool.query("select from graphile_worker._private_jobs where key like 'deliver:%'"))
    .rowCount;

test("a reply is claimed by its own call, and is sent once, without a job", async () => {
  world.context.takeTurn = outside.takeTurn;
  const { ticket, row, received } = await newTicket();
  await post(ticket.id, "at once");
  await vi.waitFor(async () => expect(await row()).toMatchObject({ status: "sent" }));
  expect(await row()).toMatchObject({ attempts: 1, sending_until: null });
  expect(received()).toEqual(["at once"]);
  expect(await deliverJobs()).toBe(0);
});

test("a reply waits for its delivery behind a waiting one, where the account must not send, and when it quotes", async () => {
  const asked: string[] = [];
  world.context.takeTurn = ({ id }) => {
    asked.push(id);
    return null;
  };
  const now = world.clock.now();
  const plain = await newTicket();
  await post(plain.ticket.id, "free");
  expect(asked).toEqual([plain.ticket.id]);

  const behind = await newTicket();
  await world.message(behind.ticket, { agent: world.agents.mira, ...queuedColumns({ now }) });
  await post(behind.ticket.id, "behind another");

  const reacted = await newTicket();
  const set = (ticketId: string, reactions_wait: boolean) =>
    world.desk("harbour", ({ db }) =>
      db.updateTable("ticket").set({ reactions_wait }).where("id", "=", ticketId).execute(),
    );
  await set(reacted.ticket.id, true);
  await post(reacted.ticket.id, "behind a reaction");

  const quoting = await newTicket();
  const quoted = await world.message(quoting.ticket, { content: "Is it open?" });
  await post(quoting.ticket.id, "quotes", { originalMessageId: quoted.id });

  const paused = await newTicket();
  const pause = (sends_from: Date | null) =>
    world.desk("harbour", ({ db }) =>
      db.updateTable("channel").set({ sends_from }).where("id", "=", paused.ticket.channel_id).execute(),
    );
  await pause(new Date(now.getTime() + 60_000));
  await post(paused.ticket.id, "the account pauses");
  await pause(now);

  expect(asked).toEqual([plain.ticket.id]);
  await post((await newTicket()).ticket.id, "the pause is over");
  expect(asked).toHaveLength(2);
  world.context.takeTurn = null;
  await world.drain();
});

test("a claim whose commit was not answered is given back, and the message goes out once", async () => {
  const { ticket, row, received } = await newTicket();
  const lost = withLostConnection({ ...world.context, takeTurn: outside.takeTurn }, isCommit);
  const draft = { type: "text", content: "once" } as const;
  const queued = inCompanyAs(lost, world.agents.mira.actor, (scope) =>
    queueMessage(scope, ticket, draft, { broken: false, alias: null }),
  );
  await expect(queued).rejects.toMatchObject({ code: "57P01" });
  await vi.waitFor(async () => expect(await row()).toMatchObject({ status: "queued", sending_until: null }));
  expect(received()).toEqual([]);
  world.clock.advance(1000);
  await world.drain();
  expect(await row()).toMatchObject({ status: "sent", attempts: 2 });
  expect(received()).toEqual(["once"]);
});

test("a unit of work that fails, or sends nothing, gives its slot back", async () => {
  declare({ limits: { perClient: { count: 1, perMs: 60_000, burst: 1 } } });
  const config = { ...world.context.config, sendPacing: true };
  const paced = createOutside({ ...world.context, config }, ending.signal);
  const { ticket } = await newTicket();
  world.context.takeTurn = paced.takeTurn;
  const take = (end: () => void) =>
    world.desk("harbour", async (scope) => {
      expect(scope.takeTurn(ticket)).not.toBeNull();
      expect(scope.takeTurn(ticket)).toBeNull();
      end();
    });
  await take(() => undefined);
  const failed = take(() => {
    throw new Error("It is rolled back");
  });
  await expect(failed).rejects.toThrow("It is rolled back");
  await take(() => undefined);
  world.context.takeTurn = null;
  await paced.stop();
});
