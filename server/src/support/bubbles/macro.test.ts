import { randomUUID } from "node:crypto";
import { limits } from "@parley/contract/limits";
import type { MacroRun, SharedBubble, UndoneMacro } from "@parley/contract/shared-bubbles";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
let refund: string;
let late: string;
beforeAll(async () => {
  world = await createWorld();
  [refund, late] = [await tag("Refund"), await tag("Late")];
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.desk("harbour", ({ db }) => db.deleteFrom("shared_bubble").execute());
});

type Agent = Parameters<World["as"]>[0];
const tag = async (name: string) =>
  (await world.as("ingrid").post("/create-tag", { name })).json<{ tagid: string }>().tagid;
const macroOf = async (actions: object[], more: object = {}) =>
  (
    await world
      .as("ingrid")
      .post("/admin/create-bubble", { name: "Macro", content: "Done", actions, ...more })
  ).json<SharedBubble>();
const run = (agent: Agent, { bubbleid, updated_on }: SharedBubble, ticketid: string, more: object = {}) =>
  world.as(agent).post("/run-macro", { runid: randomUUID(), bubbleid, updated_on, ticketid, ...more });
const ran = async (...given: Parameters<typeof run>) => (await run(...given)).json<MacroRun>();
const undo = (agent: Agent, runid: string) => world.as(agent).post("/undo-macro", { runid });
const undone = async (agent: Agent, runid: string) => (await undo(agent, runid)).json<UndoneMacro>();
const ticketOf = async (id: string) => (await world.as("ingrid").get(`/tickets/${id}`)).json<Ticket>();
const code = (answer: { json(): { reason?: { code: string } } }) => answer.json().reason?.code;
const textsOf = (id: string) =>
  world.desk("harbour", async ({ db }) => {
    const rows = await db
      .selectFrom("message")
      .select("content")
      .where("ticket_id", "=", id)
      .where("is_agent", "=", true)
      .where("type", "=", "text")
      .execute();
    return rows.map(({ content }) => content);
  });
const message = (content = "Done, Olena") => ({ message: { content, messageid: randomUUID() } });

test("a macro runs neither signed out, nor in a ticket that is not the agent's, nor where its bubble is not seen", async () => {
  const macro = await macroOf([{ kind: "tag", add: [refund], remove: [] }]);
  const other = await world.ticket({ handler: "jonas" });
  const refunds = await world.ticket({ department: "refunds", handler: "naledi" });
  expect((await world.stranger.post("/run-macro", {})).statusCode).toBe(401);
  expect((await run("mira", macro, other.id, message())).json()).toMatchObject({ code: "not_handler" });
  expect((await run("mira", macro, refunds.id)).statusCode).toBe(404);
  expect((await run("omar", macro, other.id)).statusCode).toBe(404);
  const own = await world.ticket({ handler: "mira" });
  const hidden = await macroOf([{ kind: "close", silently: false }], {
    departmentid: world.departments.refunds.id,
  });
  expect(code(await run("mira", hidden, own.id))).toBe("bubble_unknown");
  const plain = await macroOf([], { name: "Plain" });
  expect(code(await run("mira", plain, own.id))).toBe("macro_without_actions");
  for (const { id } of [other, refunds, own]) {
    expect((await ticketOf(id)).tags).toBeUndefined();
    expect(await textsOf(id)).toEqual([]);
  }
});

test("a macro sends its text and makes its changes, and a repeat does nothing", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const macro = await macroOf([
    { kind: "close", silently: true },
    { kind: "tag", add: [refund], remove: [] },
  ]);
  expect(macro.actions.map(({ kind }) => kind)).toEqual(["tag", "close"]);
  const given = { runid: randomUUID(), ...message() };
  const first = await ran("mira", macro, id, given);
  expect(first).toMatchObject({ runid: given.runid, message: { content: "Done, Olena" } });
  expect(first.ticket).toMatchObject({ stage: "closed", tags: [refund] });
  const again = await ran("mira", macro, id, given);
  expect(again.message?.messageid).toBe(first.message?.messageid);
  expect(await textsOf(id)).toEqual(["Done, Olena"]);
  const uses = await world.desk("harbour", ({ db }) =>
    db.selectFrom("shared_bubble").select("uses").execute(),
  );
  expect(uses).toEqual([{ uses: 1 }]);
  const events = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("event")
      .select("kind")
      .where("subject_id", "=", id)
      .where("kind", "=", "ticket_macro")
      .execute(),
  );
  expect(events).toHaveLength(1);
});

test("a macro that meets a refusal sends nothing and changes nothing", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const gone = await tag("Short-lived");
  const macro = await macroOf([
    { kind: "snooze", until: "tomorrow" },
    { kind: "tag", add: [refund, gone], remove: [] },
  ]);
  await world.as("ingrid").post("/admin/delete-tag", { tagid: gone });
  expect(code(await run("mira", macro, id, message()))).toBe("tag_unknown");
  expect(await textsOf(id)).toEqual([]);
  expect((await ticketOf(id)).snoozed).toBeUndefined();
  const guarded = { message: { content: "Done", messageid: randomUUID(), seenSeq: 0 } };
  const sane = await macroOf([{ kind: "tag", add: [refund], remove: [] }], { name: "Sane" });
  expect(code(await run("mira", sane, id, guarded))).toBe("client_wrote");
  expect((await ticketOf(id)).tags).toBeUndefined();
});

test("a macro that was changed since the agent saw it does not run", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const macro = await macroOf([{ kind: "tag", add: [refund], remove: [] }]);
  world.clock.advance(1_000);
  const { bubbleid, name } = macro;
  await world
    .as("ingrid")
    .post("/admin/update-bubble", { bubbleid, name, actions: [{ kind: "close", silently: false }] });
  expect(code(await run("mira", macro, id, message()))).toBe("macro_changed");
  expect((await ticketOf(id)).stage).toBe("accepted");
});

test("a macro is undone whole: the ticket is as it was, and its text stays sent", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  await world.as("mira").post("/ticket/change-tags", { ticketid: id, add: [late] });
  const before = await ticketOf(id);
  const macro = await macroOf([
    { kind: "tag", add: [refund], remove: [late] },
    { kind: "snooze", until: "client_writes" },
    { kind: "priority", priority: "urgent" },
    { kind: "move", newDepartment: world.departments.refunds.id },
  ]);
  const { runid, ticket } = await ran("mira", macro, id, message());
  expect(ticket).toMatchObject({
    ...{ departmentid: world.departments.refunds.id, userid: null, tags: [refund], priority: "urgent" },
  });
  expect((await undo("jonas", runid)).statusCode).toBe(404);
  expect((await undo("omar", runid)).statusCode).toBe(404);
  expect((await undone("mira", runid)).left).toEqual([]);
  const after = await ticketOf(id);
  for (const field of [
    "departmentid",
    "userid",
    "accepted_on",
    "accepted_by",
    "tags",
    "stage",
    "snoozed",
    "priority",
  ] as const)
    expect(after[field], field).toEqual(before[field]);
  expect(await textsOf(id)).toEqual(["Done, Olena"]);
  expect((await undone("mira", runid)).left).toEqual([]);
});

test("a closing is undone: the ticket is open again with its handler", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const { runid } = await ran("mira", await macroOf([{ kind: "close", silently: true }]), id);
  expect((await ticketOf(id)).stage).toBe("closed");
  expect(await undone("mira", runid)).toMatchObject({ left: [], ticket: { userid: world.agents.mira.id } });
  expect((await ticketOf(id)).closed_on).toBeNull();
});

test("an undo leaves what a colleague changed meanwhile, and names it", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const macro = await macroOf([
    { kind: "tag", add: [refund], remove: [] },
    { kind: "move", newDepartment: world.departments.refunds.id },
  ]);
  const { runid } = await ran("mira", macro, id);
  await world.as("naledi").post("/acceptTicket", { ticketid: id });
  expect((await undone("mira", runid)).left).toEqual(["move"]);
  const ticket = await ticketOf(id);
  expect([ticket.userid, ticket.tags]).toEqual([world.agents.naledi.id, undefined]);
});

test("a closing goes with a priority, and an undo leaves a priority that a colleague set meanwhile", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const macro = await macroOf([
    { kind: "close", silently: true },
    { kind: "priority", priority: "low" },
  ]);
  const { runid, ticket } = await ran("mira", macro, id);
  expect(ticket).toMatchObject({ stage: "closed", priority: "low" });
  expect((await undone("mira", runid)).left).toEqual([]);
  expect((await ticketOf(id)).priority).toBeUndefined();
  const again = await ran(
    "mira",
    await macroOf([{ kind: "priority", priority: "low" }], { name: "Low" }),
    id,
  );
  await world.as("mira").post("/ticket/set-priority", { ticketid: id, priority: "high" });
  expect((await undone("mira", again.runid)).left).toEqual(["priority"]);
  expect((await ticketOf(id)).priority).toBe("high");
});

test("after a minute a macro is not undone", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const { runid } = await ran("mira", await macroOf([{ kind: "tag", add: [refund], remove: [] }]), id);
  world.clock.advance(limits.macroUndo + 1);
  expect(code(await undo("mira", runid))).toBe("macro_undo_late");
  expect((await ticketOf(id)).tags).toEqual([refund]);
});

test("a run's id of another ticket or agent is refused", async () => {
  const [one, other] = [await world.ticket({ handler: "mira" }), await world.ticket({ handler: "mira" })];
  const jonas = await world.ticket({ handler: "jonas" });
  const macro = await macroOf([{ kind: "tag", add: [refund], remove: [] }]);
  const runid = randomUUID();
  await ran("mira", macro, one.id, { runid });
  expect(code(await run("mira", macro, other.id, { runid }))).toBe("message_id_taken");
  expect(code(await run("jonas", macro, jonas.id, { runid }))).toBe("message_id_taken");
  expect((await ticketOf(jonas.id)).tags).toBeUndefined();
});
