/** Programs change tickets by the verbs of the console: equal rows and events follow. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey, type Program } from "../../../../test/world/keys.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { removeOldRepeats } from "./repeat.ts";

let world: World;
let crm: Program;
let tag: string;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  crm = await makeKey(world, "ingrid", { abilities: ["readTickets", "answerTickets", "sendReplies"] });
  tag = (await world.as("ingrid").post("/create-tag", { name: "Refund" })).json<{ tagid: string }>().tagid;
});
afterAll(() => world.close());

const ticket = async (facts: object = {}) =>
  (await world.ticket({ department: "bookings", handler: "mira", ...facts })).id;
const eventsOf = async (id: string) => {
  const { rows } = await world.context.pool.query(
    "select kind, actor_kind, actor_id, facts from event where subject_id = $1 order by number",
    [id],
  );
  return rows as { kind: string; actor_kind: string; actor_id: string; facts: Record<string, unknown> }[];
};
const kindsOf = async (id: string) => (await eventsOf(id)).map(({ kind }) => kind);
const rowOf = async (id: string) => {
  const columns =
    "handler_id, last_seq, priority, closed_silently_on is not null as silent, closed_on is not null as closed";
  const { rows } = await world.context.pool.query(`select ${columns} from ticket where id = $1`, [id]);
  return rows[0];
};
const refused = (answer: { statusCode: number; json(): unknown }) => [
  answer.statusCode,
  (answer.json() as { type: string }).type.replace("urn:parley:reason:", ""),
];

test("a program and an agent leave equal rows and events, each in their own name", async () => {
  const [byProgram, byAgent] = [await ticket(), await ticket()];
  const mira = world.as("mira");
  expect((await crm.post(`/tickets/${byProgram}/messages`, { text: "At two." })).statusCode).toBe(201);
  expect((await mira.post("/send-message", { ticketid: byAgent, content: "At two." })).statusCode).toBe(200);
  expect((await crm.post(`/tickets/${byProgram}/tags`, { add: [tag] })).json()).toMatchObject({
    tags: [tag],
  });
  await mira.post("/ticket/change-tags", { ticketid: byAgent, add: [tag] });
  expect((await crm.post(`/tickets/${byProgram}/priority`, { priority: "high" })).json()).toMatchObject({
    priority: "high",
  });
  await mira.post("/ticket/set-priority", { ticketid: byAgent, priority: "high" });
  expect((await crm.post(`/tickets/${byProgram}/close`, { silently: true })).json()).toMatchObject({
    state: "closed",
  });
  await mira.post("/close-ticket", { ticketid: byAgent, silently: true });
  expect(await kindsOf(byProgram)).toEqual(await kindsOf(byAgent));
  expect(await rowOf(byProgram)).toEqual(await rowOf(byAgent));
  const [tagged, raised, closed] = (await eventsOf(byProgram)).slice(-3);
  for (const event of [tagged, raised, closed])
    expect(event).toMatchObject({ actor_kind: "api_key", actor_id: crm.keyid, facts: { agent: null } });
  const messages = (await crm.get(`/tickets/${byProgram}/messages`)).json().data;
  expect(messages[1]).toMatchObject({
    text: "At two.",
    author: { kind: "program", id: null, name: "CRM" },
  });
  const console = (await mira.get(`/${byProgram}/1/chat`)).body;
  expect(console).toContain('"created_by_name":"CRM"');
  const { lines } = (await mira.get(`/${byProgram}/notes`)).json();
  for (const kind of ["ticket_tag", "ticket_priority"])
    expect(lines).toContainEqual(expect.objectContaining({ kind, userid: null, user_name: "CRM" }));
});

test("an agent's key acts as the agent, and answers where the agent may", async () => {
  const own = await makeKey(world, "mira", {
    own: true,
    abilities: ["readTickets", "sendReplies", "answerTickets"],
  });
  const [handled, waiting] = [await ticket(), await ticket({ handler: undefined })];
  expect((await own.post(`/tickets/${handled}/messages`, { text: "At two." })).json().author).toEqual({
    ...{ kind: "agent", id: world.agents.mira.id, name: "Mira Halvorsen" },
  });
  expect(refused(await own.post(`/tickets/${waiting}/messages`, { text: "At two." }))).toEqual([
    403,
    "not_handler",
  ]);
  expect((await crm.post(`/tickets/${waiting}/messages`, { text: "At two." })).statusCode).toBe(201);
  expect((await crm.get(`/tickets/${waiting}`)).json()).toMatchObject({ state: "pending", handler_id: null });
});

test("a change with an Idempotency-Key is carried out once, and its repeat gets the same answer", async () => {
  const [id, other] = [await ticket(), await ticket()];
  const name = { "idempotency-key": randomUUID() };
  const send = (text: string, to = id, program = crm) =>
    program.post(`/tickets/${to}/messages`, { text }, name);
  const answers = await Promise.all([send("Once"), send("Once"), send("Once")]);
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers["idempotent-replayed"]).length).toBe(2);
  expect((await crm.get(`/tickets/${id}/messages`)).json().data).toHaveLength(2);
  expect(refused(await send("Twice"))).toEqual([422, "repeat_differs"]);
  expect(refused(await send("Once", other))).toEqual([422, "repeat_differs"]);
  const shop = await makeKey(world, "ingrid", { name: "Shop", abilities: ["sendReplies", "readTickets"] });
  expect((await send("Once", other, shop)).statusCode).toBe(201);
  for (const wrong of ["", "x".repeat(256), "ü"]) {
    const answer = await crm.post(`/tickets/${id}/messages`, { text: "x" }, { "idempotency-key": wrong });
    expect([wrong, answer.statusCode]).toEqual([wrong, 400]);
  }
});

test("a refused change keeps no answer, and an answer is kept for a day", async () => {
  const id = await ticket();
  const name = { "idempotency-key": randomUUID() };
  expect(refused(await crm.post(`/tickets/${id}/tags`, { add: [randomUUID()] }, name))).toEqual([
    404,
    "tag_unknown",
  ]);
  expect((await crm.post(`/tickets/${id}/tags`, { add: [tag] }, name)).statusCode).toBe(200);
  const count = async () =>
    Number((await world.context.pool.query("select count(*) from program_repeat")).rows[0].count);
  await removeOldRepeats(world.context);
  expect(await count()).toBeGreaterThan(0);
  const later = () => new Date(world.clock.now().getTime() + 24 * 3_600_000);
  await removeOldRepeats({ ...world.context, clock: later });
  expect(await count()).toBe(0);
});

test("a change on an old version is refused, and leaves the ticket as it is", async () => {
  const id = await ticket();
  const etag = String((await crm.get(`/tickets/${id}`)).headers.etag);
  await world.as("mira").post("/ticket/set-priority", { ticketid: id, priority: "high" });
  const stale = await crm.post(`/tickets/${id}/close`, {}, { "if-match": etag });
  expect(refused(stale)).toEqual([412, "version_changed"]);
  const now = String((await crm.get(`/tickets/${id}`)).headers.etag);
  expect((await crm.post(`/tickets/${id}/close`, {}, { "if-match": now })).json()).toMatchObject({
    state: "closed",
  });
});

test("unknown fields, closed tickets, foreign ids and missing abilities are problems", async () => {
  const [id, foreign] = [await ticket(), (await world.ticket({ department: "general" })).id];
  const message = `/tickets/${id}/messages`;
  expect(refused(await crm.post(message, { text: "x", colour: "red" }))).toEqual([400, "parameter_unknown"]);
  expect(refused(await crm.post(message, {}))).toEqual([400, "field_missing"]);
  const bodies = { messages: { text: "x" }, tags: {}, priority: { priority: "high" }, close: {} };
  for (const [path, body] of Object.entries(bodies)) {
    expect(refused(await crm.post(`/tickets/${foreign}/${path}`, body))).toEqual([404, "not_found"]);
    expect(refused(await crm.post(`/tickets/${randomUUID()}/${path}`, body))).toEqual([404, "not_found"]);
  }
  const reader = await makeKey(world, "ingrid", { abilities: ["readTickets"] });
  expect(refused(await reader.post(message, { text: "x" }))).toEqual([403, "key_ability"]);
  expect(refused(await reader.post(`/tickets/${id}/priority`, { priority: "low" }))).toEqual([
    403,
    "key_ability",
  ]);
  expect(refused(await crm.post(`/tickets/${id}/priority`, { priority: "highest" }))).toEqual([
    400,
    "field_invalid",
  ]);
  await crm.post(`/tickets/${id}/close`, {});
  expect(refused(await crm.post(`/tickets/${id}/priority`, { priority: "low" }))).toEqual([
    403,
    "ticket_closed",
  ]);
  expect(refused(await crm.post(message, { text: "x" }))).toEqual([403, "ticket_closed"]);
  const seen = await ticket({ messages: ["One", "Two"] });
  const late = await crm.post(`/tickets/${seen}/messages`, { text: "x", seen: 1 });
  expect(refused(late)).toEqual([409, "client_wrote"]);
});
