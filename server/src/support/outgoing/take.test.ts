/** A text whose writer has left: the ticket's handler and the administrators take it over or discard it, and nobody else. */
import { randomUUID } from "node:crypto";
import type { Message } from "@parley/contract/messages";
import type { NotesAnswer } from "@parley/contract/notes";
import type { Outgoing, Scheduled } from "@parley/contract/outgoing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { handTo, inboxOf, messagesOf, timeComes } from "../../../../test/world/meanwhile.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import type { TicketRow } from "../ticket/access.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.context.pool.query("delete from notification");
  await world.context.pool.query("delete from outgoing");
  await leave(false);
});

/** Changes the account alone: the verb also releases the tickets. */
const leave = (left: boolean) =>
  world.desk("harbour", ({ db, now }) =>
    db
      .updateTable("agent")
      .set({ disabled_on: left ? now : null })
      .where("id", "=", world.agents.mira.id)
      .execute(),
  );

async function scheduled(): Promise<{ ticket: TicketRow; messageid: string }> {
  const ticket = await world.ticket({ handler: "mira", messages: ["When does it leave?"] });
  const messageid = randomUUID();
  const body = { ticketid: ticket.id, messageid, content: "It leaves at nine.", leaves: "hour" };
  const answer = await world.as("mira").post("/schedule-message", body);
  expect(answer.json<Scheduled>().outgoing).toMatchObject({ messageid, writer_left: false });
  return { ticket, messageid };
}
const own = async (agent: AgentName) => (await world.as(agent).get("/outgoing")).json<Outgoing[]>();
const call = (path: string, messageid: string, agent: AgentName) => world.as(agent).post(path, { messageid });
const reasonOf = (answer: { statusCode: number; json(): { reason?: { code: string } } }) => [
  answer.statusCode,
  answer.json().reason?.code,
];
const ofAnother = [403, "outgoing_of_another"];

test("nobody takes over a text while its writer works here, whoever handles the ticket", async () => {
  const { ticket, messageid } = await scheduled();
  expect((await world.stranger.post("/take-outgoing", { messageid })).statusCode).toBe(401);
  expect((await call("/take-outgoing", messageid, "omar")).statusCode).toBe(404);
  expect((await call("/take-outgoing", messageid, "naledi")).statusCode).toBe(404);
  for (const agent of ["jonas", "ingrid"] as const)
    expect(reasonOf(await call("/take-outgoing", messageid, agent))).toEqual(ofAnother);
  await handTo(world, ticket, "jonas");
  expect(reasonOf(await call("/take-outgoing", messageid, "jonas"))).toEqual(ofAnother);
  expect(reasonOf(await call("/drop-outgoing", messageid, "ingrid"))).toEqual(ofAnother);
  expect((await call("/take-outgoing", messageid, "mira")).statusCode).toBe(200);
  expect([await own("mira"), await own("ingrid")]).toMatchObject([[{ messageid }], []]);
});

test("a colleague who neither handles the ticket nor is an administrator does nothing with a text that was left", async () => {
  const { messageid } = await scheduled();
  await leave(true);
  for (const path of ["/take-outgoing", "/drop-outgoing", "/send-outgoing"])
    expect([path, ...reasonOf(await call(path, messageid, "jonas"))]).toEqual([path, ...ofAnother]);
  expect(await own("jonas")).toEqual([]);
});

test("an administrator sees a text that was left in the own list, is told when it stops, takes it over and sends it", async () => {
  const { ticket, messageid } = await scheduled();
  await world.context.pool.query("update ticket set handler_id = null, accepted_on = null where id = $1", [
    ticket.id,
  ]);
  await leave(true);
  await timeComes(world);
  expect(await own("ingrid")).toMatchObject([
    { messageid, writer_left: true, due_on: null, reason: { code: "outgoing_writer_left" } },
  ]);
  expect(await inboxOf(world, "ingrid")).toMatchObject([
    { ticketid: ticket.id, by_name: "Mira Halvorsen", seen: false },
  ]);
  expect(reasonOf(await call("/send-outgoing", messageid, "ingrid"))).toEqual(ofAnother);
  const taken = {
    messageid,
    userid: world.agents.ingrid.id,
    writer_left: false,
    content: "It leaves at nine.",
  };
  expect((await call("/take-outgoing", messageid, "ingrid")).json()).toMatchObject(taken);
  expect((await call("/take-outgoing", messageid, "ingrid")).json()).toMatchObject(taken);
  expect(await inboxOf(world, "ingrid")).toMatchObject([{ seen: true }]);
  const { lines } = (await world.as("ingrid").get(`/${ticket.id}/notes`)).json<NotesAnswer>();
  expect(lines.filter(({ kind }) => kind === "ticket_outgoing_take")).toMatchObject([
    { userid: world.agents.ingrid.id, writer_name: "Mira Halvorsen" },
  ]);
  // The rules of a reply hold for every sender.
  expect(reasonOf(await call("/send-outgoing", messageid, "ingrid"))).toEqual([403, "not_handler"]);
  await world.as("ingrid").post("/acceptTicket", { ticketid: ticket.id });
  const sent = await call("/send-outgoing", messageid, "ingrid");
  expect(sent.json<Message>()).toMatchObject({ messageid, isagent: true });
  expect(await messagesOf(world, ticket.id)).toMatchObject([
    { id: messageid, agent_id: world.agents.ingrid.id },
  ]);
});

test("the ticket's handler takes over what its former handler left, and it leaves at its time", async () => {
  const { ticket, messageid } = await scheduled();
  await handTo(world, ticket, "jonas");
  await leave(true);
  expect((await call("/take-outgoing", messageid, "jonas")).statusCode).toBe(200);
  await timeComes(world);
  expect(await messagesOf(world, ticket.id)).toMatchObject([
    { id: messageid, agent_id: world.agents.jonas.id },
  ]);
});

test("when two take a text over at once, one gets it and the other reads that it is a colleague's", async () => {
  const { ticket, messageid } = await scheduled();
  await handTo(world, ticket, "jonas");
  await leave(true);
  const answers = await Promise.all(
    (["jonas", "ingrid"] as const).map((agent) => call("/take-outgoing", messageid, agent)),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
});

test("an administrator discards a text that was left, and its ticket says so", async () => {
  const { ticket, messageid } = await scheduled();
  await leave(true);
  expect((await call("/drop-outgoing", messageid, "ingrid")).statusCode).toBe(200);
  await timeComes(world);
  expect([await own("ingrid"), await messagesOf(world, ticket.id)]).toEqual([[], []]);
  const { lines } = (await world.as("ingrid").get(`/${ticket.id}/notes`)).json<NotesAnswer>();
  expect(lines.filter(({ kind }) => kind === "ticket_outgoing_drop")).toMatchObject([
    { userid: world.agents.ingrid.id, writer_name: "Mira Halvorsen" },
  ]);
});

test("open screens learn at once that a writer has left, and that they are back", async () => {
  const { ticket, messageid } = await scheduled();
  const disable = () => world.as("ingrid").post("/auth/delete-agent", { userid: world.agents.mira.id });
  world.published.length = 0;
  expect((await disable()).statusCode).toBe(200);
  const told = () =>
    world.published
      .filter(({ event }) => event === "updateOutgoing")
      .map(({ payload, rooms }) => [
        (payload as Outgoing).messageid,
        (payload as Outgoing).writer_left,
        rooms.at(-1),
      ]);
  expect(told()).toEqual([[messageid, true, `company:${ticket.company_id}:sight:${ticket.id}`]]);
  world.published.length = 0;
  expect((await disable()).statusCode).toBe(200);
  expect(told()).toMatchObject([[messageid, false, expect.any(String)]]);
});
