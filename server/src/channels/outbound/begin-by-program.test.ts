/** Programs make clients and write first to them: by mail, and by a messenger where the client wrote before. */
import { randomUUID } from "node:crypto";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { declare } from "../../../../test/world/declare.ts";
import { makeKey, type Program } from "../../../../test/world/keys.ts";
import { connectMailbox, type MailAccount } from "../../../../test/world/mail-account.ts";
import { type Submission, startSubmission } from "../../../../test/world/submission.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
let crm: Program;
let narrow: Program;
let desk: MailAccount;
let server: Submission;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true, env: { MAIL_PRIVATE_HOSTS: "127.0.0.1" } });
  server = await startSubmission({ size: 200_000 });
  const smtp = { host: "127.0.0.1", port: server.port, secure: false, user: "desk", password: "secret" };
  desk = await connectMailbox(world, { address: "desk@harbour.example", credentials: { smtp } });
  const abilities = ["readTickets", "readClients", "manageClients", "sendReplies", "answerTickets"];
  crm = await makeKey(world, "ingrid", { abilities });
  narrow = await makeKey(world, "ingrid", { abilities, departmentids: [world.departments.refunds.id] });
});
afterAll(async () => {
  await server.close();
  await world.close();
});

type Answer = { statusCode: number; json<Body>(): Body };
const refused = (answer: Answer) => [
  answer.statusCode,
  answer.json<{ type: string }>().type.replace("urn:parley:reason:", ""),
];
const idOf = (answer: Answer) => answer.json<{ id: string }>().id;
const henrik = (address = `${randomUUID()}@aas.example`) => ({
  ...{ name: "Henrik Aas", number: "K 12" },
  mail: { channel_id: desk.id, address },
});

test("a client is made with a number and an address, once for its Idempotency-Key", async () => {
  const name = { "idempotency-key": "henrik" };
  const given = henrik("Henrik@aas.example");
  const made = await crm.post("/clients", given, name);
  expect([made.statusCode, made.json()]).toEqual([
    201,
    expect.objectContaining({ name: "Henrik Aas", number: "K 12", address: null }),
  ]);
  expect((await crm.post("/clients", given, name)).body).toBe(made.body);
  const again = await crm.post("/clients", { name: "Henrik", mail: given.mail });
  expect(refused(again)).toEqual([409, "client_exists"]);
  expect(again.json()).toMatchObject({ errors: [{ facts: { client: idOf(made) } }] });
  expect((await crm.get("/clients?number=K%2012")).json().data.map(({ id }: { id: string }) => id)).toEqual([
    idOf(made),
  ]);
  expect((await crm.get("/clients?number=K")).json().data).toEqual([]);
  const { rows } = await world.context.pool.query(
    "select kind, actor_kind, actor_id from event where subject_id = $1",
    [idOf(made)],
  );
  expect(rows).toEqual([{ kind: "client_create", actor_kind: "api_key", actor_id: crm.keyid }]);
  expect((await world.as("ingrid").get("/admin/get-all-clients")).body).toContain("Henrik Aas");
});

test("a client is not made by a key of some departments, for another's account, or without mail", async () => {
  expect(refused(await narrow.post("/clients", { name: "Henrik" }))).toEqual([403, "every_department_only"]);
  for (const [channel_id, why] of [
    [randomUUID(), [404, "not_found"]],
    [world.channels.harbour.id, [400, "channel_without_mail"]],
  ] as const)
    expect(
      refused(await crm.post("/clients", { name: "x", mail: { channel_id, address: "a@b.example" } })),
    ).toEqual(why);
  expect(refused(await crm.post("/clients", { name: "x", colour: "red" }))).toEqual([
    400,
    "parameter_unknown",
  ]);
});

test("a program begins a conversation by mail, which waits for an agent", async () => {
  const address = `${randomUUID()}@aas.example`;
  const client_id = idOf(await crm.post("/clients", henrik(address)));
  const text = "Your ferry leaves at 14:00.";
  const body = { client_id, channel_id: desk.id, subject: "Your ferry", text };
  expect(refused(await crm.post("/tickets", { ...body, subject: undefined }))).toEqual([
    400,
    "field_missing",
  ]);
  expect(refused(await narrow.post("/tickets", body))).toEqual([404, "not_found"]);
  expect(refused(await crm.post("/tickets", { ...body, client_id: randomUUID() }))).toEqual([
    404,
    "not_found",
  ]);
  const name = { "idempotency-key": randomUUID() };
  const begun = await crm.post("/tickets", body, name);
  expect([begun.statusCode, begun.json()]).toEqual([
    201,
    expect.objectContaining({ state: "pending", client_id, handler_id: null, subject: "Your ferry" }),
  ]);
  expect((await crm.post("/tickets", body, name)).body).toBe(begun.body);
  const messages = (await crm.get(`/tickets/${idOf(begun)}/messages`)).json().data;
  expect(messages).toMatchObject([{ text, author: { kind: "program", name: "CRM" }, status: "queued" }]);
  await world.drain();
  expect(server.taken).toHaveLength(1);
  const mail = await PostalMime.parse(server.taken[0]?.raw ?? "");
  expect(mail).toMatchObject({ subject: expect.stringContaining("Your ferry"), to: [{ address }] });
  const { rows } = await world.context.pool.query(
    "select kind, actor_kind, actor_id from event where subject_id = $1 order by number",
    [idOf(begun)],
  );
  expect(rows).toEqual([
    { kind: "ticket_create", actor_kind: "api_key", actor_id: crm.keyid },
    { kind: "ticket_message", actor_kind: "api_key", actor_id: crm.keyid },
  ]);
});

test("an agent's own key begins as the agent, and an open conversation of a messenger is answered", async () => {
  declare(world.context, { begin: "subscribed" });
  const open = await world.ticket({ department: "bookings" });
  const { client_id } = (await crm.get(`/tickets/${open.id}`)).json();
  const body = { client_id, channel_id: world.channels.harbour.id, text: "Hello" };
  expect(refused(await crm.post("/tickets", { ...body, subject: "x" }))).toEqual([
    400,
    "channel_without_mail",
  ]);
  expect(idOf(await crm.post("/tickets", body))).toBe(open.id);
  await crm.post(`/tickets/${open.id}/close`, { silently: true });
  const own = await makeKey(world, "mira", {
    own: true,
    abilities: ["readTickets", "answerTickets", "sendReplies"],
  });
  const begun = await own.post("/tickets", body);
  expect(begun.json()).toMatchObject({ state: "accepted", handler_id: world.agents.mira.id });
  expect(idOf(begun)).not.toBe(open.id);
});
