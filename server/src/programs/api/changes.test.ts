/** Programs change tickets by the verbs of the console: equal rows and events follow. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { form } from "../../../../test/world/form.ts";
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
  const bodies = {
    ...{ messages: { text: "x" }, tags: {}, priority: { priority: "high" }, close: {}, reopen: {} },
    ...{ fields: { fields: {} }, snooze: { until: null }, "end-snooze": {}, assign: { handler_id: null } },
    notes: { text: "x" },
  };
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
  expect([...refused(late), late.json().last_number]).toEqual([409, "client_wrote", 2]);
});

const fieldOf = async (owner: "ticket" | "client", name: string) =>
  (await world.as("ingrid").post("/admin/create-field", { owner, name, type: "text" })).json<{
    fieldid: string;
  }>().fieldid;
const actorsOf = async (id: string) =>
  (await eventsOf(id)).map(({ kind, actor_kind, facts }) => [kind, actor_kind, facts.agent]);

test("a program and an agent snooze, wake, assign, reopen and fill fields with equal rows and events", async () => {
  const [byProgram, byAgent] = [await ticket(), await ticket()];
  const mira = world.as("mira");
  const fieldid = await fieldOf("ticket", "Cabin");
  const change = async (path: string, body: object, state: object) => {
    const answer = await crm.post(`/tickets/${byProgram}/${path}`, body);
    expect([path, answer.statusCode, answer.json()]).toEqual([path, 200, expect.objectContaining(state)]);
  };
  await change("fields", { fields: { [fieldid]: "B 12" } }, { fields: { [fieldid]: "B 12" } });
  await mira.post("/ticket/set-field", { ticketid: byAgent, fieldid, value: "B 12" });
  await change("snooze", { until: null }, { snoozed_until: null });
  await mira.post("/snooze-ticket", { ticketid: byAgent, until: "client_writes" });
  await change("end-snooze", {}, { state: "accepted" });
  await mira.post("/unsnooze-ticket", { ticketid: byAgent });
  const [{ id: jonas }, { id: bookings }] = [world.agents.jonas, world.departments.bookings];
  await change("assign", { handler_id: jonas }, { handler_id: jonas, state: "accepted" });
  const { department_name, ...to } = {
    ticketid: byAgent,
    newDepartment: bookings,
    department_name: "Bookings",
  };
  await mira.post("/ticket/reassign-user", {
    ...{ ...to, newDepartmentName: department_name, newUser: jonas, newUserName: "Jonas" },
  });
  expect(await kindsOf(byProgram)).toEqual(await kindsOf(byAgent));
  expect(await rowOf(byProgram)).toEqual(await rowOf(byAgent));
  await change("close", { silently: true }, { state: "closed" });
  await change("reopen", {}, { state: "accepted", handler_id: jonas });
  await change("reopen", {}, { state: "accepted" });
  expect(await actorsOf(byProgram)).toEqual(
    expect.arrayContaining([
      ...["ticket_field", "ticket_snooze", "ticket_unsnooze", "ticket_reopen"].map((kind) => [
        kind,
        "api_key",
        null,
      ]),
      ["ticket_reassign", "api_key", undefined],
    ]),
  );
  const { lines } = (await mira.get(`/${byProgram}/notes`)).json();
  for (const kind of ["ticket_snooze", "ticket_unsnooze", "ticket_field", "ticket_reassign"])
    expect(lines).toContainEqual(expect.objectContaining({ kind, userid: null, user_name: "CRM" }));
});

test("a snooze ends at its time, which is not past, and a ticket moved out of sight is answered once more", async () => {
  const id = await ticket();
  const until = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
  expect((await crm.post(`/tickets/${id}/snooze`, { until })).json()).toMatchObject({ snoozed_until: until });
  const past = await crm.post(`/tickets/${id}/snooze`, { until: "2020-01-01T00:00:00+02:00" });
  expect(refused(past)).toEqual([400, "snooze_past"]);
  expect((await world.as("mira").get(`/tickets/${id}`)).json()).toMatchObject({ snoozed: { by: null } });
  const departmentids = [world.departments.bookings.id];
  const narrow = await makeKey(world, "ingrid", {
    abilities: ["readTickets", "answerTickets"],
    departmentids,
  });
  const refunds = world.departments.refunds.id;
  const name = { "idempotency-key": randomUUID() };
  const move = () => narrow.post(`/tickets/${id}/assign`, { department_id: refunds, handler_id: null }, name);
  const moved = await move();
  expect(moved.json()).toMatchObject({ department_id: refunds, handler_id: null, state: "pending" });
  expect((await move()).body).toBe(moved.body);
  expect(refused(await narrow.get(`/tickets/${id}`))).toEqual([404, "not_found"]);
  const other = await crm.post(`/tickets/${id}/assign`, { handler_id: world.agents.mira.id });
  expect(refused(other)).toEqual([409, "colleague_elsewhere"]);
});

test("an agent's own key accepts a ticket, and a company's key accepts none", async () => {
  const own = await makeKey(world, "mira", { own: true, abilities: ["readTickets", "answerTickets"] });
  const id = await ticket({ handler: undefined });
  expect(refused(await crm.post(`/tickets/${id}/accept`, {}))).toEqual([403, "program_accepts"]);
  expect((await own.post(`/tickets/${id}/accept`, {})).json()).toMatchObject({
    state: "accepted",
    handler_id: world.agents.mira.id,
  });
  expect(await actorsOf(id)).toContainEqual(["ticket_accept", "agent", world.agents.mira.id]);
});

test("a program writes, changes and deletes its own notes, and no other's", async () => {
  const id = await ticket();
  const written = await crm.post(`/tickets/${id}/notes`, { text: "Paid" }, { "idempotency-key": "note" });
  expect([written.statusCode, written.json()]).toEqual([
    201,
    expect.objectContaining({ text: "Paid", author: { kind: "program", id: null, name: "CRM" } }),
  ]);
  const { id: note } = written.json<{ id: string }>();
  const path = `/tickets/${id}/notes/${note}`;
  const shop = await makeKey(world, "ingrid", { name: "Shop", abilities: ["readTickets", "answerTickets"] });
  expect(refused(await shop.patch(path, { text: "x" }))).toEqual([403, "note_of_another"]);
  expect(refused(await shop.delete(path))).toEqual([403, "note_of_another"]);
  expect(refused(await crm.delete(`/tickets/${await ticket()}/notes/${note}`))).toEqual([404, "not_found"]);
  expect((await crm.patch(path, { text: "Paid in full" })).json()).toMatchObject({ text: "Paid in full" });
  const console = (await world.as("mira").get(`/${id}/notes`)).json();
  expect(console.notes).toEqual([expect.objectContaining({ userid: null, user_name: "CRM" })]);
  expect((await world.as("mira").get("/search?q=full")).body).toContain('"CRM"');
  expect((await crm.delete(path)).json()).toMatchObject({ text: "", deleted_at: expect.any(String) });
  expect((await crm.delete(path)).statusCode).toBe(200);
  expect(refused(await crm.patch(path, { text: "x" }))).toEqual([409, "note_deleted"]);
  const mention = { text: "Look", mentions: { agents: [world.agents.jonas.id], departments: [] } };
  expect((await crm.post(`/tickets/${id}/notes`, mention)).statusCode).toBe(201);
  await world.drain();
  expect((await world.as("jonas").get("/notifications")).body).toContain("CRM");
});

test("a program changes a client, their tags and fields on the version that it names", async () => {
  const keeper = await makeKey(world, "ingrid", {
    abilities: ["readTickets", "readClients", "answerTickets", "manageClients"],
  });
  await ticket();
  const [{ id }] = (await keeper.get("/clients?limit=1")).json().data;
  const etag = String((await keeper.get(`/clients/${id}`)).headers.etag);
  const fieldid = await fieldOf("client", "Plan");
  const changed = await keeper.patch(
    `/clients/${id}`,
    { number: "K 7", address: null },
    { "if-match": etag },
  );
  expect(changed.json()).toMatchObject({ number: "K 7", address: null });
  expect(refused(await keeper.patch(`/clients/${id}`, { name: "x" }, { "if-match": etag }))).toEqual([
    ...[412, "version_changed"],
  ]);
  await keeper.patch(`/clients/${id}`, { number: "K 7" });
  expect((await keeper.post(`/clients/${id}/tags`, { add: [tag] })).json()).toMatchObject({ tags: [tag] });
  const filled = await keeper.post(`/clients/${id}/fields`, { fields: { [fieldid]: "Gold" } });
  expect(filled.json()).toMatchObject({ fields: { [fieldid]: "Gold" } });
  const events = (await eventsOf(id)).filter(({ kind }) => kind !== "client_join");
  expect(events.map(({ kind, actor_kind }) => [kind, actor_kind])).toEqual([
    ...["client_update", "client_tag", "client_field"].map((kind) => [kind, "api_key"]),
  ]);
  expect(refused(await crm.patch(`/clients/${id}`, { name: "x" }))).toEqual([403, "key_ability"]);
  expect(refused(await keeper.patch(`/clients/${id}`, { name: "" }))).toEqual([400, "field_missing"]);
  expect(refused(await keeper.patch(`/clients/${randomUUID()}`, { name: "x" }))).toEqual([404, "not_found"]);
});

test("a program sends a file once for its Idempotency-Key, and reads its bytes", async () => {
  const id = await ticket();
  const send = (headers: Record<string, string> = {}, file = "Quay 4") => {
    const sent = form({ caption: "The map" }, { name: "map.txt", content: file });
    const all = { ...crm.headers, ...sent.headers, ...headers };
    const url = `/api/v1/tickets/${id}/files`;
    return world.app.inject({ method: "POST", url, headers: all, payload: sent.payload });
  };
  const name = { "idempotency-key": "map" };
  const sent = await send(name);
  expect([sent.statusCode, sent.json()]).toEqual([
    201,
    expect.objectContaining({
      author: { kind: "program", id: null, name: "CRM" },
      files: [expect.anything()],
    }),
  ]);
  expect((await send(name)).json()).toMatchObject({ id: sent.json().id });
  expect((await crm.get(`/tickets/${id}/messages`)).json().data).toHaveLength(2);
  expect(refused(await send({ "if-match": '"0"' }))).toEqual([412, "version_changed"]);
  const [{ url }] = sent.json().files;
  const path = url.replace("/api/v1", "");
  expect((await crm.get(path)).body).toBe("Quay 4");
  const departmentids = [world.departments.refunds.id];
  const refunds = await makeKey(world, "ingrid", { abilities: ["readTickets"], departmentids });
  expect(refused(await refunds.get(path))).toEqual([404, "not_found"]);
  expect((await crm.post(`/tickets/${id}/files`, { caption: "x" })).statusCode).toBe(415);
});
