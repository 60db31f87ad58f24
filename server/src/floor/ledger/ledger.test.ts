/** Events that verbs record: a ticket from its first message to its rating, and an administrator's changes. */
import { randomUUID } from "node:crypto";
import { type EventKind, eventKinds } from "@parley/contract/ledger";
import { type Selectable, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { faultsOf } from "../../../../test/world/facts.ts";
import { form } from "../../../../test/world/form.ts";
import { messageIds } from "../../../../test/world/split-ticket.ts";
import { createWorld, password, type World } from "../../../../test/world.ts";
import { receive } from "../../channels/inbound/receive.ts";
import type { Channel, IncomingEvent } from "../../channels/seam/adapter.ts";
import { appendNew } from "../../support/messages/append.ts";
import { lockTicket } from "../../support/ticket/access.ts";
import type { EventTable } from "../database/schema.ts";

let world: World;
let channel: Channel;
beforeAll(async () => {
  world = await createWorld();
  const { id, companyId, externalId, token } = world.channels.harbour;
  const bookings = { department_id: world.departments.bookings.id };
  await world.desk("harbour", ({ db }) => db.updateTable("channel").set(bookings).execute());
  channel = { id, companyId, externalId, platform: "telegram", name: "Harbour Travel", credentials: token };
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

type Row = Selectable<EventTable> & { facts: Record<string, unknown> };

const ledger = (subject?: string): Promise<Row[]> =>
  world.desk("harbour", async ({ db }) => {
    const rows = db.selectFrom("event").selectAll().orderBy("id");
    return (await (subject ? rows.where("subject_id", "=", subject) : rows).execute()) as Row[];
  });
const kindsOf = async (subject: string) => (await ledger(subject)).map(({ number, kind }) => [number, kind]);

let lastMessage = 0;
const write = (externalId: string, more: object = {}) => {
  const from = { externalId, name: "Olena Koval", username: "olena_k", lang: "uk" };
  const message = { kind: "message", externalId: `${externalId}:${++lastMessage}`, from, type: "text" };
  const rest = {
    sentOn: world.clock.now(),
    content: "Where is it?",
    caption: null,
    media: null,
    album: null,
  };
  return receive(world.context, channel, [
    { ...message, ...rest, replyToExternalId: null, ...more } as IncomingEvent,
  ]);
};
const ticketOf = async (externalId: string) => {
  const found = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("ticket")
      .selectAll()
      .where("client_external_id", "=", externalId)
      .executeTakeFirstOrThrow(),
  );
  return found;
};
const ok = async (answer: Promise<{ statusCode: number; body: string }>) => {
  const { statusCode, body } = await answer;
  expect(statusCode, body).toBe(200);
  return body ? JSON.parse(body) : null;
};

describe("the ledger", () => {
  test("the ledger has a ticket's events in order, with actor and facts", async () => {
    await write("810");
    const { id, client_id: client, department_id: department } = await ticketOf("810");
    await ok(world.as("mira").post("/acceptTicket", { ticketid: id }));
    const messageid = randomUUID();
    await ok(
      world.as("mira").post("/send-message", { ticketid: id, type: "text", content: "Here", messageid }),
    );
    const to = { ticketid: id, newDepartment: department, newUser: world.agents.jonas.id };
    await ok(world.as("mira").post("/ticket/reassign-user", to));
    await ok(world.as("jonas").post("/close-ticket", { ticketid: id }));
    const from = { externalId: "810", name: "Olena Koval", username: null, lang: "uk" };
    const rating = { kind: "rating", ticketId: id, from, rating: 3, clickId: "1", questionExternalId: null };
    await receive(world.context, channel, [rating as IncomingEvent]);
    await write("810");
    const [mira, jonas] = [world.agents.mira.id, world.agents.jonas.id];
    const message = expect.any(String);
    expect(
      (await ledger(id)).map(({ number, kind, actor_kind, actor_id, facts }) => [
        number,
        kind,
        actor_kind,
        actor_id,
        facts,
      ]),
    ).toEqual([
      [1, "ticket_create", "client", client, { client, department, channel: channel.id }],
      [2, "ticket_message", "client", client, { message, seq: 1, from: "client" }],
      [3, "ticket_accept", "agent", mira, { client, agent: mira }],
      [4, "ticket_message", "agent", mira, { message: messageid, seq: 2, from: "agent" }],
      [
        5,
        "ticket_reassign",
        "agent",
        mira,
        { from_department: department, to_department: department, from_handler: mira, to_handler: jonas },
      ],
      [6, "ticket_close", "agent", jonas, { client, agent: jonas }],
      [7, "ticket_message", "desk", null, { message, seq: 4, from: "desk" }],
      [8, "ticket_rating", "client", client, { client, agent: jonas, rating: 3 }],
      [9, "ticket_reopen", "client", client, { client, agent: null, department, handler: jonas }],
      [10, "ticket_message", "client", client, { message, seq: 7, from: "client" }],
    ]);
  });

  test("the ledger has no event for a repeated, refused or rolled-back change", async () => {
    const { id } = await world.ticket({ handler: "mira" });
    const before = await kindsOf(id);
    await ok(world.as("mira").post("/acceptTicket", { ticketid: id }));
    expect((await world.as("naledi").post("/close-ticket", { ticketid: id })).statusCode).toBe(404);
    const send = { ticketid: id, type: "text", content: "Once", messageid: randomUUID() };
    await ok(world.as("mira").post("/send-message", send));
    await ok(world.as("mira").post("/send-message", send));
    await expect(
      world.desk("harbour", async (scope) => {
        const ticket = await lockTicket(scope, id);
        if (ticket) await appendNew(scope, ticket, { type: "text", is_agent: false, content: "Never" });
        throw new Error("after the message");
      }),
    ).rejects.toThrow("after the message");
    expect(await kindsOf(id)).toEqual([...before, [before.length + 1, "ticket_message"]]);
  });

  test("the ledger numbers a ticket's events 1…n however many come at once", async () => {
    await Promise.all(Array.from({ length: 20 }, () => write("811")));
    const { id } = await ticketOf("811");
    expect((await kindsOf(id)).map(([number]) => number)).toEqual(
      Array.from({ length: 21 }, (_, n) => n + 1),
    );
  });

  test("the ledger has an event for a ticket released with its handler's other tickets", async () => {
    const tickets = [await world.ticket({ handler: "jonas" }), await world.ticket({ handler: "jonas" })];
    const userid = world.agents.jonas.id;
    await ok(world.as("ingrid").post("/auth/delete-agent", { userid }));
    await ok(world.as("ingrid").post("/auth/delete-agent", { userid }));
    for (const { id } of tickets) expect((await kindsOf(id)).at(-1)).toEqual([2, "ticket_release"]);
    expect((await kindsOf(userid)).slice(-2).map(([, kind]) => kind)).toEqual([
      "agent_disable",
      "agent_enable",
    ]);
  });
});

/** A word that is in every name and text that an administrator enters here. */
const word = "Zanzibar";

async function administrate() {
  const ingrid = world.as("ingrid");
  await ok(world.stranger.post("/auth/login", { email: world.agents.jonas.email, password }));
  const exports = [
    "/export-tickets",
    "/export-clients",
    "/export-organisations",
    "/admin/export-audit-log",
    "/admin/export-bubbles",
  ];
  for (const path of exports) expect((await ingrid.get(path)).statusCode).toBe(200);
  const [one, other] = [
    await world.ticket({ client: word }),
    await world.ticket({ client: `Other ${word}` }),
  ];
  const clientid = one.client_id;
  await ok(ingrid.post(`/admin/${clientid}/block`));
  await ok(ingrid.post(`/admin/${clientid}/block`));
  const facts = { clientid, client_name: word, address: word, account_number: word, note: word };
  await ok(ingrid.put("/auth/update-client", facts));
  await ok(ingrid.post(`/admin/${clientid}/merge-client`, { clientid: other.client_id }));
  await ok(ingrid.post("/merge-tickets", { ticketid: other.id, into: one.id }));
  await ok(ingrid.post("/unmerge-ticket", { ticketid: other.id }));
  const [spoken] = await messageIds(world, one.id);
  const division = { ticketid: one.id, messageids: [spoken], subject: word };
  const { ticketid: split } = await ok(ingrid.post("/split-ticket", division));
  await ok(ingrid.post("/unsplit-ticket", { ticketid: split }));
  const { client } = await ok(ingrid.get(`/admin/${clientid}/get-client`));
  await ok(ingrid.post(`/admin/${client.merged[0].mergeid}/unmerge-client`));
  const { departmentid } = await ok(ingrid.post("/admin/create-department", { department_name: word }));
  const rename = { departmentid, department_name: `${word} 2` };
  await ok(ingrid.post("/admin/rename-department", rename));
  const ways = { offer_minutes: 7, previous_days: 0, grace_seconds: 30, weights: {} };
  await ok(ingrid.post("/change-routing", { departmentid, mode: "off", ...ways }));
  const offered = { capacity: 3, languages: ["es"], skills: [], shift: null };
  await ok(ingrid.post("/change-agent-routing", { userid: world.agents.jonas.id, ...offered }));
  for (const away of [true, false])
    await ok(ingrid.post("/set-away", { userid: world.agents.jonas.id, away }));
  const hours = { time_zone: "UTC", days: Array.from({ length: 7 }, () => []), exceptions: [] };
  await ok(ingrid.post("/opening-hours", { hours }));
  await ok(ingrid.post("/department-opening-hours", { departmentid, hours }));
  await ok(ingrid.post("/save-signature", { html: word }));
  await ok(ingrid.post("/admin/save-signature", { departmentid, html: word }));
  const automatic = {
    ...{ name: word, occasion: "closed", enabled: false, delay: 0, closes: false, channelids: [] },
    ...{ departmentids: [], default_language: "en", texts: { en: word }, template: null },
  };
  const { automaticid } = await ok(ingrid.post("/automatic-messages", automatic));
  await ok(ingrid.post(`/automatic-messages/${automaticid}/update`, { ...automatic, delay: 5 }));
  await ok(ingrid.delete(`/automatic-messages/${automaticid}`));
  await ok(ingrid.post("/admin/delete-department", { departmentid }));
  const { tagid } = await ok(ingrid.post("/create-tag", { name: word }));
  const { tagid: into } = await ok(ingrid.post("/create-tag", { name: `${word} 2` }));
  await ok(ingrid.post("/admin/update-tag", { tagid, colour: "red" }));
  await ok(ingrid.post("/admin/merge-tag", { tagid, into }));
  await ok(ingrid.post("/admin/delete-tag", { tagid: into }));
  const rule = {
    ...{ name: word, enabled: false, departmentids: null, stops: false, condition: { all: [] } },
    when: { kind: "event", events: ["closed"] },
    actions: [{ kind: "priority", priority: "high" }],
  };
  const { ruleid } = await ok(ingrid.post("/create-rule", rule));
  const { ruleid: another } = await ok(ingrid.post("/create-rule", rule));
  await ok(ingrid.post("/switch-rule", { ruleid, enabled: true }));
  await ok(ingrid.post("/order-rules", { ruleids: [another, ruleid] }));
  for (const one of [ruleid, another]) await ok(ingrid.post("/delete-rule", { ruleid: one }));
  const minutes = { low: null, normal: 30, high: null, urgent: null };
  const goals = {
    ...{ name: word, condition: { all: [] }, in_hours: true, pauses: true },
    targets: { first: minutes, next: minutes, solved: minutes },
  };
  const { policyid } = await ok(ingrid.post("/create-goal-policy", goals));
  const { policyid: anotherPolicy } = await ok(ingrid.post("/create-goal-policy", goals));
  await ok(ingrid.post("/update-goal-policy", { ...goals, policyid, pauses: false }));
  await ok(ingrid.post("/order-goal-policies", { policyids: [anotherPolicy, policyid] }));
  for (const one of [policyid, anotherPolicy])
    await ok(ingrid.post("/delete-goal-policy", { policyid: one }));
  const { viewid } = await ok(ingrid.post("/create-view", { name: word, condition: { all: [] } }));
  await ok(ingrid.post("/update-view", { viewid, audience: "company" }));
  await ok(ingrid.post("/delete-view", { viewid }));
  const { bubbleid } = await ok(ingrid.post("/admin/create-bubble", { name: word, content: word }));
  await ok(ingrid.post("/admin/update-bubble", { bubbleid, name: word, content: `${word} 2` }));
  await ok(ingrid.post("/admin/delete-bubble", { bubbleid }));
  const { payload, headers } = form({}, { name: "bubbles.csv", content: `name,content\n${word},${word}\n` });
  await ok(ingrid.post("/admin/import-bubbles", undefined, { payload, headers }));
  const defined = { owner: "ticket", name: word, type: "choice", choices: [{ name: word }] };
  const { fieldid } = await ok(ingrid.post("/admin/create-field", defined));
  const { fieldid: second } = await ok(ingrid.post("/admin/create-field", { ...defined, name: `${word} 2` }));
  await ok(ingrid.post("/admin/update-field", { fieldid, archived: true }));
  await ok(ingrid.post("/admin/order-fields", { owner: "ticket", fieldids: [second, fieldid] }));
  await ok(ingrid.post("/admin/delete-field", { fieldid }));
  const { key } = await ok(ingrid.post("/create-key", { name: word, abilities: ["readTickets"] }));
  await ok(ingrid.post("/update-key", { keyid: key.keyid, name: `${word} 2` }));
  await ok(ingrid.post("/rotate-key", { keyid: key.keyid }));
  await ok(ingrid.post("/end-key", { keyid: key.keyid }));
  const hook = { name: word, url: "https://crm.example/hook", types: ["ticket_close"] };
  const { webhook } = await ok(ingrid.post("/create-webhook", hook));
  const { webhookid } = webhook;
  await ok(ingrid.post("/update-webhook", { webhookid, name: `${word} 2` }));
  await ok(ingrid.post("/rotate-webhook", { webhookid }));
  await ok(ingrid.post("/test-webhook", { webhookid, type: "ticket_close" }));
  const { deliveries } = await ok(ingrid.get(`/webhooks/${webhookid}/deliveries`));
  await ok(ingrid.post("/resend-delivery", { deliveryid: deliveries[0].deliveryid }));
  await world.desk("harbour", ({ db, now }) => db.updateTable("webhook").set({ parked_on: now }).execute());
  await ok(ingrid.post("/start-webhook", { webhookid }));
  await ok(ingrid.post("/remove-webhook", { webhookid }));
  const organisation = { name: word, domains: [`${word}.example`], note: word };
  const { organisationid } = await ok(ingrid.post("/admin/create-organisation", organisation));
  await ok(ingrid.post("/admin/update-organisation", { organisationid, name: `${word} 2` }));
  await ok(ingrid.post("/admin/choose-organisation", { clientids: [clientid], organisationid }));
  await ok(ingrid.post("/admin/delete-organisation", { organisationid }));
  await world.desk("harbour", async ({ db, companyId: company_id, now }) => {
    const [first_id, second_id] = [one.client_id, other.client_id].toSorted() as [string, string];
    await db.deleteFrom("merge_proposal").execute();
    await db
      .insertInto("merge_proposal")
      .values({ company_id, first_id, second_id, proposed_on: now })
      .execute();
  });
  const pair = { clientid, otherid: other.client_id };
  await ok(ingrid.post("/admin/dismiss-merge-proposal", pair));
  await ok(ingrid.put("/admin/settings", { name: word, reopen_window_hours: 48 }));
  await ok(ingrid.post(`/channels/${channel.id}/update`, { name: word }));
  await ok(ingrid.post(`/channels/${channel.id}/disconnect`));
  const department = world.departments.bookings.id;
  const names = { firstName: word, lastName: word, department };
  const secret = { pass: `${password}-2`, confirmPassword: `${password}-2` };
  const { userid } = await ok(
    ingrid.post("/auth/register", { ...names, ...secret, email: `${word}@one.example`, isModerator: true }),
  );
  for (const path of ["/auth/set-admin", "/auth/set-moderator", "/auth/delete-agent"])
    for (const _turn of ["there", "back"]) await ok(ingrid.post(path, { userid }));
  await ok(ingrid.post("/auth/send-reset", { userid }));
  const account = { userid, email: `${word}@two.example`, first_name: word, last_name: `${word} 2` };
  await ok(ingrid.put("/auth/update-account", { ...account, departmentid: world.departments.refunds.id }));
  const email = `${word}@three.example`;
  const { invitation } = await ok(ingrid.post("/auth/invite", { ...names, email }));
  const { invitationid } = invitation;
  await ok(ingrid.post("/auth/invite-again", { invitationid }));
  await ok(ingrid.post("/auth/withdraw-invitation", { invitationid }));
  const { link } = await ok(ingrid.post("/auth/invite", { ...names, email }));
  const token = new URL(link).hash.slice(1);
  const chosen = { password: `${password}-3`, confirmPassword: `${password}-3` };
  await ok(world.stranger.post("/accept-invitation", { token, ...chosen }));
}

describe("an administrator's changes", () => {
  beforeAll(administrate);

  test("an administrator's changes are in the ledger and the audit log alike", async () => {
    const rows = (await ledger()).filter(({ kind }) => "audit" in eventKinds[kind]);
    const entries = await world.desk("harbour", ({ db }) =>
      db.selectFrom("audit_entry").selectAll().orderBy("id").execute(),
    );
    expect(rows.map((row) => [row.kind, row.subject_type, row.subject_id, row.actor_id, row.time])).toEqual(
      entries.map((row) => [row.verb, row.subject_type, row.subject_id, row.actor_id, row.time]),
    );
    const seen = new Set(rows.map(({ kind }) => kind));
    // The verbs of tickets and channels have separate tests.
    const others = new Set<string>(["ticket", "channel"]);
    const expected = Object.entries(eventKinds).flatMap(([kind, of]) =>
      "audit" in of && !others.has(of.subject) ? [kind] : [],
    );
    // The desk parks a webhook and switches off a rule: `webhooks.test.ts` and `rules.test.ts` show it.
    seen.add("webhook_park").add("rule_off");
    // Mails of writers who left: `schedule-first.test.ts` shows them.
    seen.add("agent_outgoing_take").add("agent_outgoing_drop");
    // Programs make clients: `begin-by-program.test.ts` shows it.
    seen.add("client_create");
    expect(expected.filter((kind) => !seen.has(kind as EventKind))).toEqual([]);
  });

  test("an administrator's changes keep names and values in the audit log", async () => {
    const entries = await world.desk("harbour", ({ db }) =>
      db.selectFrom("audit_entry").select(["subject_name", "changes"]).execute(),
    );
    expect(JSON.stringify(entries)).toContain(word);
    expect(JSON.stringify(await ledger())).not.toContain(word);
  });
});

test("every event has the subject and the facts of its kind, and its subject's next number", async () => {
  await ok(world.stranger.post("/auth/login", { email: world.agents.tomas.email, password }));
  const rows = await ledger();
  const numbers = new Map<string, number>();
  for (const { kind, subject_type, subject_id, number } of rows) {
    const next = (numbers.get(`${subject_type} ${subject_id}`) ?? 0) + 1;
    expect([kind, number]).toEqual([kind, next]);
    numbers.set(`${subject_type} ${subject_id}`, next);
  }
  expect(rows.flatMap(faultsOf)).toEqual([]);
});

test("the actions equal those of the ledger", async () => {
  const rows = (await ledger()).filter(({ kind }) => "action" in eventKinds[kind]);
  const actions = await world.desk("harbour", ({ db }) =>
    db.selectFrom("action").select(["type", "time", "ticket_id"]).orderBy("id").execute(),
  );
  expect(new Set(rows.map(({ kind }) => kind)).size).toBeGreaterThan(5);
  expect(actions).toEqual(
    rows.map(({ kind, time, subject_type, subject_id }) => ({
      type: kind,
      time,
      ticket_id: subject_type === "ticket" ? subject_id : null,
    })),
  );
});

describe("the ledger is closed", () => {
  test("the ledger is closed to reads and writes in another company", async () => {
    expect((await ledger()).length).toBeGreaterThan(0);
    const seen = await world.desk("northwind", ({ db }) => db.selectFrom("event").selectAll().execute());
    expect(seen.filter(({ company_id }) => company_id !== world.companies.northwind.id)).toEqual([]);
    const forged = { ...((await ledger())[0] as Row), id: undefined, number: 999, place: null };
    await expect(
      world.desk("northwind", ({ db }) =>
        db
          .insertInto("event")
          .values({ ...forged, facts: "{}" } as never)
          .execute(),
      ),
    ).rejects.toThrow("row-level security");
  });

  test.each(["update event set kind = 'x'", "delete from event", "update event set place = 1"])(
    "the ledger is closed to changes: %s",
    async (statement) => {
      await expect(world.desk("harbour", ({ db }) => sql.raw(statement).execute(db))).rejects.toThrow(
        "permission denied",
      );
    },
  );
});
