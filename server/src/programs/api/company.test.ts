/** Organisations and webhooks by key: what a key may make and see of them is bounded by what it reads. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey, type Program } from "../../../../test/world/keys.ts";
import { createWorld, type World } from "../../../../test/world.ts";

const abilities = ["readTickets", "readClients", "answerTickets", "manageClients", "manageWebhooks"];
let world: World;
let crm: Program;
let narrow: Program;
let foreign: Program;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  crm = await makeKey(world, "ingrid", { abilities });
  narrow = await makeKey(world, "ingrid", { abilities, departmentids: [world.departments.bookings.id] });
  foreign = await makeKey(world, "freya", { abilities });
});
afterAll(() => world.close());

type Answer = { statusCode: number; json<Body>(): Body };
const refused = (answer: Answer) => [
  answer.statusCode,
  answer.json<{ type: string }>().type.replace("urn:parley:reason:", ""),
];
const idOf = (answer: Answer) => answer.json<{ id: string }>().id;
const idsOf = async (program: Program, path: string) =>
  (await program.get(path)).json<{ data: { id: string }[] }>().data.map(({ id }) => id);

test("an organisation is made, changed and deleted as in the console, and its clients are put into it", async () => {
  const fields = { owner: "organisation", name: "Region", type: "text" };
  const { fieldid } = (await world.as("ingrid").post("/admin/create-field", fields)).json();
  const name = { "idempotency-key": randomUUID() };
  const made = await crm.post("/organisations", { name: "Aas Shipping", domains: ["aas.example"] }, name);
  expect([made.statusCode, made.json()]).toEqual([
    201,
    expect.objectContaining({ name: "Aas Shipping", domains: ["aas.example"], clients: 0 }),
  ]);
  expect(
    (await crm.post("/organisations", { name: "Aas Shipping", domains: ["aas.example"] }, name)).body,
  ).toBe(made.body);
  expect(refused(await crm.post("/organisations", { name: "aas shipping" }))).toEqual([
    409,
    "organisation_exists",
  ]);
  const path = `/organisations/${idOf(made)}`;
  expect((await crm.patch(path, { name: "Aas" })).json()).toMatchObject({
    name: "Aas",
    domains: ["aas.example"],
  });
  const filled = await crm.post(`${path}/fields`, { fields: { [fieldid]: "North" } });
  expect(filled.json()).toMatchObject({ fields: { [fieldid]: "North" } });
  const { client_id } = (
    await crm.get(`/tickets/${(await world.ticket({ department: "bookings" })).id}`)
  ).json();
  expect(refused(await narrow.get(path))).toEqual([404, "organisation_unknown"]);
  expect((await crm.patch(`/clients/${client_id}`, { organisation_id: idOf(made) })).json()).toMatchObject({
    organisation_id: idOf(made),
  });
  expect((await narrow.get(path)).json()).toMatchObject({ name: "Aas", clients: 1 });
  expect(refused(await narrow.delete(path))).toEqual([403, "every_department_only"]);
  expect((await crm.patch(`/clients/${client_id}`, { organisation_id: null })).json()).toMatchObject({
    organisation_id: null,
  });
  expect((await crm.delete(path)).statusCode).toBe(200);
  expect(refused(await crm.delete(path))).toEqual([404, "organisation_unknown"]);
  const { rows } = await world.context.pool.query(
    "select kind, actor_kind from event where kind like '%organisation%' order by place nulls last, time, kind",
  );
  expect(new Set(rows.map(({ kind, actor_kind }) => `${kind} ${actor_kind}`))).toEqual(
    new Set([
      ...["create", "update", "field", "delete"].map((what) => `organisation_${what} api_key`),
      "client_organisation api_key",
    ]),
  );
});

test("an organisation is not made by a key of some departments, nor seen by another company's", async () => {
  expect(refused(await narrow.post("/organisations", { name: "Hidden" }))).toEqual([
    403,
    "every_department_only",
  ]);
  const id = idOf(await crm.post("/organisations", { name: "Seen" }));
  expect(await idsOf(narrow, "/organisations")).not.toContain(id);
  for (const program of [narrow, foreign]) {
    expect(refused(await program.patch(`/organisations/${id}`, { name: "x" }))).toEqual([
      ...[404, "organisation_unknown"],
    ]);
    expect(refused(await program.post(`/organisations/${id}/fields`, { fields: {} }))).toEqual([
      ...[404, "organisation_unknown"],
    ]);
  }
  const { client_id } = (
    await crm.get(`/tickets/${(await world.ticket({ department: "bookings" })).id}`)
  ).json();
  const into = await narrow.patch(`/clients/${client_id}`, { organisation_id: id });
  expect(refused(into)).toEqual([404, "organisation_unknown"]);
});

const hook = (more: object = {}) => ({
  ...{ name: "CRM", url: "https://crm.example/parley", types: ["ticket_close"] },
  ...more,
});

test("a webhook is made by key once, with its secret, paused, started, tested and removed", async () => {
  const name = { "idempotency-key": randomUUID() };
  const made = await crm.post("/webhooks", hook(), name);
  expect([made.statusCode, made.json()]).toEqual([
    201,
    expect.objectContaining({
      name: "CRM",
      state: "working",
      created_by: "Ingrid Solheim",
      secret: expect.any(String),
    }),
  ]);
  expect((await crm.post("/webhooks", hook(), name)).body).toBe(made.body);
  const { rows } = await world.context.pool.query("select answer from program_repeat");
  expect(rows.map(({ answer }) => answer).join()).not.toContain("whsec_");
  const path = `/webhooks/${idOf(made)}`;
  expect(await idsOf(crm, "/webhooks")).toEqual([idOf(made)]);
  expect((await crm.patch(path, { name: "Shop" })).json()).toMatchObject({ name: "Shop" });
  expect((await crm.post(`${path}/pause`, {})).json()).toMatchObject({ state: "parked" });
  expect((await crm.post(`${path}/pause`, {})).json()).toMatchObject({ state: "parked" });
  expect((await crm.post(`${path}/start`, {})).json()).toMatchObject({ state: "working", parked_at: null });
  const { secret } = (await crm.post(`${path}/rotate`, {})).json();
  expect(secret).not.toBe(made.json().secret);
  expect((await crm.post(`${path}/test`, { type: "ticket_close" })).statusCode).toBe(200);
  const [delivery] = await idsOf(crm, `${path}/deliveries`);
  expect((await crm.post(`${path}/deliveries/${delivery}/resend`, {})).statusCode).toBe(200);
  const other = idOf(await crm.post("/webhooks", hook()));
  expect(refused(await crm.post(`/webhooks/${other}/deliveries/${delivery}/resend`, {}))).toEqual([
    404,
    "not_found",
  ]);
  const since = "2020-01-01T00:00:00Z";
  expect((await crm.post(`${path}/resend`, { since })).json()).toEqual({ count: 0 });
  expect((await crm.delete(path)).statusCode).toBe(200);
  expect(refused(await crm.get(path))).toEqual([404, "not_found"]);
  const log = (await world.as("ingrid").get("/admin/audit-log?limit=50")).body;
  expect(log).toContain("webhook_park");
});

test("a key makes, sees and changes only webhooks that read no more than it does", async () => {
  expect(refused(await narrow.post("/webhooks", hook()))).toEqual([403, "every_department_only"]);
  const department_ids = [world.departments.bookings.id];
  const own = idOf(await narrow.post("/webhooks", hook({ department_ids })));
  expect(refused(await narrow.patch(`/webhooks/${own}`, { department_ids: null }))).toEqual([
    ...[403, "every_department_only"],
  ]);
  const wide = idOf(await crm.post("/webhooks", hook()));
  expect(await idsOf(narrow, "/webhooks")).toEqual([own]);
  const reader = await makeKey(world, "ingrid", { abilities: ["manageWebhooks"] });
  expect(refused(await reader.post("/webhooks", hook()))).toEqual([403, "key_ability"]);
  expect(await idsOf(reader, "/webhooks")).toEqual([]);
  for (const [program, id] of [
    [narrow, wide],
    [reader, own],
    [foreign, own],
  ] as const) {
    const path = `/webhooks/${id}`;
    const answers = [
      await program.get(path),
      await program.patch(path, { url: "https://mallory.example/" }),
      await program.delete(path),
      await program.get(`${path}/deliveries`),
      await program.post(`${path}/resend`, { since: "2020-01-01T00:00:00Z" }),
    ];
    for (const what of ["rotate", "pause", "start"]) answers.push(await program.post(`${path}/${what}`, {}));
    answers.push(await program.post(`${path}/test`, { type: "ticket_close" }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(404));
  }
  expect(refused(await crm.post("/webhooks", hook({ url: "http://10.0.0.1/" })))[0]).toBe(400);
  expect(refused(await crm.post("/webhooks", hook({ types: ["nothing"] })))[0]).toBe(400);
});

test("a webhook has a condition, of fields that the key reads", async () => {
  const urgent = { field: "priority", operator: "is", value: "urgent" };
  const ofClients = { field: "client_tags", operator: "none_of", value: [randomUUID()] };
  const made = await crm.post("/webhooks", hook({ condition: urgent }));
  expect(made.json()).toMatchObject({ condition: urgent, gone: [], batches: false });
  const path = `/webhooks/${idOf(made)}`;
  const before = (await crm.get(path)).headers.etag;
  const changed = await crm.patch(path, { condition: { all: [urgent, ofClients] } });
  expect(changed.json()).toMatchObject({ gone: [{ id: ofClients.value[0], name: null }] });
  expect((await crm.get(path)).headers.etag).not.toBe(before);
  const reader = await makeKey(world, "ingrid", { abilities: ["readTickets", "manageWebhooks"] });
  expect(refused(await reader.get(path))).toEqual([404, "not_found"]);
  expect(refused(await reader.post("/webhooks", hook({ condition: ofClients })))).toEqual([
    403,
    "key_ability",
  ]);
  const own = `/webhooks/${idOf(await reader.post("/webhooks", hook({ condition: urgent })))}`;
  expect(refused(await reader.patch(own, { condition: ofClients }))).toEqual([403, "key_ability"]);
  expect(
    (await crm.patch(path, { condition: { field: "unread", operator: "is", value: 1 } })).statusCode,
  ).toBe(400);
  expect((await crm.patch(path, { condition: null })).json()).toMatchObject({ condition: null, gone: [] });
});

test("an organisation and a webhook are changed on the version that was read alone", async () => {
  const types = ["ticket_close"];
  const resources = {
    [`/organisations/${idOf(await crm.post("/organisations", { name: "Versioned" }))}`]: [
      { note: "Pays late" },
      { name: "Versioned again" },
    ],
    [`/webhooks/${idOf(await crm.post("/webhooks", { name: "V", url: "https://v.example/", types }))}`]: [
      { name: "V 2" },
      { types: ["ticket_close", "ticket_create"] },
    ],
  };
  for (const [path, [first, second]] of Object.entries(resources)) {
    const versionOf = async () => String((await crm.get(path)).headers.etag);
    const read = await versionOf();
    expect(await versionOf()).toBe(read);
    expect((await crm.patch(path, first as object, { "if-match": read })).statusCode).toBe(200);
    const stale = { "if-match": read };
    expect(refused(await crm.patch(path, second as object, stale))).toEqual([412, "version_changed"]);
    expect(refused(await crm.delete(path, stale))).toEqual([412, "version_changed"]);
    const either = { "if-match": `"other", ${await versionOf()}` };
    expect((await crm.patch(path, second as object, either)).statusCode).toBe(200);
    expect((await crm.delete(path, { "if-match": await versionOf() })).statusCode).toBe(200);
  }
});

test("each change of a webhook gives it another version, and each of an organisation's fields", async () => {
  const hook = await crm.post("/webhooks", { name: "W", url: "https://w.example/", types: ["ticket_close"] });
  const path = `/webhooks/${idOf(hook)}`;
  const read = async (of: string) => String((await crm.get(of)).headers.etag);
  for (const change of ["pause", "start", "rotate"]) {
    const before = await read(path);
    expect(refused(await crm.post(`${path}/${change}`, {}, { "if-match": '"0"' }))).toEqual([
      412,
      "version_changed",
    ]);
    expect((await crm.post(`${path}/${change}`, {}, { "if-match": before })).statusCode).toBe(200);
    expect(await read(path)).not.toBe(before);
  }
  const field = { owner: "organisation", name: "Zone", type: "text" };
  const { fieldid } = (await world.as("ingrid").post("/admin/create-field", field)).json();
  const organisation = `/organisations/${idOf(await crm.post("/organisations", { name: "With a zone" }))}`;
  const before = await read(organisation);
  const set = (version: string) =>
    crm.post(`${organisation}/fields`, { fields: { [fieldid]: "East" } }, { "if-match": version });
  expect((await set(before)).statusCode).toBe(200);
  expect(refused(await set(before))).toEqual([412, "version_changed"]);
});
