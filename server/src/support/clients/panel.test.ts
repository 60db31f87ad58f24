import type { ClientFile, TicketClient, WayToWrite } from "@parley/contract/client-panel";
import type { ErrorAnswer } from "@parley/contract/errors";
import type { TicketLine } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { declare } from "../../../../test/world/declare.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { signProof } from "../../../../test/world/proof.ts";
import { connectWebChat, openVisitorBrowser } from "../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { rooms } from "../../floor/actors/rooms.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

let last = 70_000;
const person = () => {
  last += 1;
  return String(last);
};
const panelOf = async (agent: AgentName, id: string) =>
  (await world.as(agent).get(`/${id}/client`)).json<TicketClient>();
const setNote = (agent: AgentName, clientid: string, note: string, before: string | null = null) =>
  world.as(agent).post("/client/set-note", { clientid, note, before });
const file = (ticket: { id: string }, name: string, type = "image") =>
  world.desk("harbour", async (scope) => {
    const { id } = await scope.db
      .insertInto("file")
      .values({
        ...{ company_id: scope.companyId, ticket_id: ticket.id, name, state: "ready", size: 9 },
        ...{ media_type: type === "image" ? "image/png" : "application/pdf", storage_key: `k/${name}` },
        created_on: world.clock.now(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  });

test("a ticket's client is shown neither signed out nor to who does not see the ticket", async () => {
  const { id } = await world.ticket({ department: "refunds" });
  expect((await world.stranger.get(`/${id}/client`)).statusCode).toBe(401);
  for (const agent of ["mira", "omar", "freya"] as const)
    expect((await world.as(agent).get(`/${id}/client`)).statusCode, agent).toBe(404);
});

test("an agent sees the tickets, ratings and files of a client in their own departments alone, and an administrator all", async () => {
  const externalId = person();
  const old = await world.ticket({
    externalId,
    closed: true,
    handler: "mira",
    rating: 3,
    messages: ["A refund?"],
  });
  world.clock.advance(1_000);
  const other = await world.ticket({
    ...{ externalId, department: "refunds", handler: "naledi", closed: true, rating: 1 },
    messages: ["Where is it?"],
  });
  world.clock.advance(1_000);
  const now = await world.ticket({ externalId, messages: ["", "Two seats, please"] });
  for (const [ticket, name] of [
    [old, "seat.png"],
    [other, "secret.png"],
  ] as const) {
    const file_id = await file(ticket, name);
    await world.message(ticket, { type: "image", is_agent: false, content: "", file_id });
  }
  const linesOf = async (agent: AgentName) =>
    (await world.as(agent).get(`/admin/${now.client_id}/client-tickets`))
      .json<TicketLine[]>()
      .map(({ first_words }) => first_words);
  const filesOf = async (agent: AgentName) =>
    (await world.as(agent).get(`/admin/${now.client_id}/client-files`))
      .json<ClientFile[]>()
      .map(({ name }) => name);
  expect(await panelOf("mira", now.id)).toMatchObject({
    clientid: now.client_id,
    tickets: 2,
    rating: 3,
    edits: true,
  });
  expect(await linesOf("mira")).toEqual(["Two seats, please", "A refund?"]);
  expect(await filesOf("mira")).toEqual(["seat.png"]);
  expect(await panelOf("naledi", other.id)).toMatchObject({ tickets: 1, rating: 1 });
  expect(await filesOf("naledi")).toEqual(["secret.png"]);
  expect(await panelOf("ingrid", now.id)).toMatchObject({ tickets: 3, rating: 2 });
  expect((await filesOf("ingrid")).toSorted()).toEqual(["seat.png", "secret.png"]);
});

test("files come in pages, newest first; a note's file and a foreign page's beginning are not among them", async () => {
  const ticket = await world.ticket({ externalId: person() });
  const ids: string[] = [];
  for (let number = 0; number < 30; number += 1) {
    world.clock.advance(1_000);
    const file_id = await file(ticket, `${number}.pdf`, "document");
    ids.unshift(file_id);
    await world.message(ticket, { type: "document", is_agent: number % 2 === 0, content: "", file_id });
  }
  await file(ticket, "of a note.pdf", "document");
  const page = (after = "", agent: AgentName = "mira") =>
    world.as(agent).get(`/admin/${ticket.client_id}/client-files${after && `?after=${after}`}`);
  const first = (await page()).json<ClientFile[]>();
  expect(first.map(({ fileid }) => fileid)).toEqual(ids.slice(0, 24));
  expect(first[0]).toMatchObject({ name: "29.pdf", ticketid: ticket.id, of: "document", isagent: false });
  const second = (await page(ids[23])).json<ClientFile[]>();
  expect(second.map(({ fileid }) => fileid)).toEqual(ids.slice(24));
  const foreign = await world.ticket({ externalId: person(), department: "refunds" });
  expect((await page(await file(foreign, "foreign.pdf"))).statusCode).toBe(404);
  expect((await page("", "naledi")).statusCode).toBe(404);
});

test("a mentioned colleague sees of the client what the ticket shows, and changes nothing", async () => {
  const ticket = await world.ticket({ externalId: person(), department: "refunds" });
  await setNote("naledi", ticket.client_id, "Pays by invoice.");
  const mentions = { agents: [world.agents.mira.id] };
  await world
    .as("naledi")
    .post("/write-note", { ticketid: ticket.id, content: "@Mira", noteid: crypto.randomUUID(), mentions });
  expect(await panelOf("mira", ticket.id)).toMatchObject({
    clientid: ticket.client_id,
    note: null,
    emails: [],
    tickets: 0,
    identities: [
      { external_id: ticket.client_external_id, write: { by: "nothing", why: { code: "only_mentioned" } } },
    ],
    edits: false,
  });
  expect((await setNote("mira", ticket.client_id, "Mine", "Pays by invoice.")).statusCode).toBe(404);
  expect((await world.as("mira").get(`/admin/${ticket.client_id}/client-files`)).statusCode).toBe(404);
});

test("a note is set once for each change, published to those who see the client, kept in the audit log, and removed by an empty one", async () => {
  const { id, client_id: clientid } = await world.ticket({ externalId: person() });
  expect((await setNote("mira", clientid, "  Prefers aisle seats. ")).json()).toEqual({
    clientid,
    note: "Prefers aisle seats.",
  });
  await setNote("mira", clientid, "Prefers aisle seats.");
  const harbour = world.companies.harbour.id;
  const to = [rooms.everyDepartment(harbour), rooms.department(harbour, world.departments.bookings.id)];
  expect(world.published).toEqual([{ event: "clientChanged", payload: { clientid }, rooms: to }]);
  expect((await panelOf("jonas", id)).note).toBe("Prefers aisle seats.");
  const audited = await world.desk("harbour", ({ db }) =>
    db.selectFrom("audit_entry").selectAll().where("subject_id", "=", clientid).execute(),
  );
  expect(audited).toMatchObject([{ changes: { note: { from: null, to: "Prefers aisle seats." } } }]);
  await setNote("mira", clientid, "", "Prefers aisle seats.");
  expect((await panelOf("mira", id)).note).toBeNull();
});

test("the later of two agents who change a note at once is refused, and nothing is lost", async () => {
  const { id, client_id: clientid } = await world.ticket({ externalId: person() });
  await setNote("mira", clientid, "First");
  const answers = await Promise.all(
    (["mira", "jonas"] as const).map((agent) => setNote(agent, clientid, `By ${agent}`, "First")),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json<ErrorAnswer>().reason?.code).toBe("client_note_changed");
  const winner = answers[0]?.statusCode === 200 ? "mira" : "jonas";
  expect((await panelOf("mira", id)).note).toBe(`By ${winner}`);
  const long = await setNote("mira", clientid, "x".repeat(5_001), `By ${winner}`);
  expect([long.statusCode, (await panelOf("mira", id)).note]).toEqual([400, `By ${winner}`]);
});

const wayOf = async (agent: AgentName, id: string): Promise<WayToWrite | undefined> =>
  (await panelOf(agent, id)).identities[0]?.write;

test("each identity says how it is written to: in its open ticket, first, or why not", async () => {
  const externalId = person();
  const closed = await world.ticket({ externalId, closed: true, handler: "mira" });
  declare(world.context, { begin: "known" });
  expect(await wayOf("mira", closed.id)).toEqual({ by: "text" });
  declare(world.context, { begin: "nobody" });
  expect(await wayOf("mira", closed.id)).toMatchObject({ why: { code: "channel_without_templates" } });
  declare(world.context, { begin: "template" });
  expect(await wayOf("ingrid", closed.id)).toEqual({ by: "template" });
  declare(world.context, { begin: "anyone" });
  expect(await wayOf("mira", closed.id)).toEqual({ by: "mail" });
  declare(world.context, { begin: "known" });
  await world.as("ingrid").post(`/admin/${closed.client_id}/block`);
  expect(await wayOf("mira", closed.id)).toMatchObject({ why: { code: "client_blocked" } });
  await world.as("ingrid").post(`/admin/${closed.client_id}/block`);
  const elsewhere = await world.ticket({ externalId, department: "refunds" });
  expect(await wayOf("mira", closed.id)).toMatchObject({ why: { code: "conversation_elsewhere" } });
  expect(await wayOf("naledi", elsewhere.id)).toEqual({ by: "ticket", ticketid: elsewhere.id });
  await world.desk("harbour", ({ db }) =>
    db
      .updateTable("client_identity")
      .set({ unreachable_on: world.clock.now(), unreachable_reason: { code: "bot_blocked", facts: {} } })
      .where("external_id", "=", externalId)
      .execute(),
  );
  await world.desk("harbour", ({ db }) =>
    db.updateTable("ticket").set({ closed_on: world.clock.now() }).where("id", "=", elsewhere.id).execute(),
  );
  expect(await wayOf("mira", closed.id)).toMatchObject({ why: { code: "bot_blocked" } });
});

test("a website's visitor has the zone and language of their browser, and the addresses they left", async () => {
  const chat = await connectWebChat(world, { departmentid: world.departments.bookings.id });
  const { settings } = (await world.as("ingrid").get(`/channels/${chat.channelid}/widget`)).json();
  await world.as("ingrid").post(`/channels/${chat.channelid}/widget`, { ...settings, page: true });
  const visitor = openVisitorBrowser(world, chat);
  const page = { url: "https://shop.example/tours", title: "Tours", referrer: "https://search.example/" };
  const first = { language: "de-AT", zone: "Europe/Vienna", email: "nina@example.com", page };
  const { conversation } = await visitor.write("Hello", { first });
  expect(await panelOf("mira", conversation.id)).toMatchObject({
    emails: ["nina@example.com"],
    language: "de-AT",
    time_zone: "Europe/Vienna",
  });
  const exp = world.clock.now().getTime() / 1000 + 600;
  const about = { Plan: "Business", Seats: 12, Trial: false, Nested: { a: 1 }, "": "none" };
  await visitor.post("identify", { jwt: signProof({ sub: "customer-9", about, exp }, chat.identify_secret) });
  expect((await world.as("mira").get(`/tickets/${conversation.id}/visit`)).json()).toMatchObject({
    page,
    about: [
      { name: "Plan", value: "Business" },
      { name: "Seats", value: "12" },
      { name: "Trial", value: "false" },
    ],
  });
  const odd = openVisitorBrowser(world, chat);
  const unreadable = {
    language: "de",
    zone: "Mars/Base",
    page: { ...page, referrer: "javascript:alert(1)" },
  };
  const { conversation: other } = await odd.write("Hello", { first: unreadable });
  expect((await panelOf("mira", other.id)).time_zone).toBeNull();
  expect((await world.as("mira").get(`/tickets/${other.id}/visit`)).json().page).toEqual({
    url: page.url,
    title: page.title,
  });
});
