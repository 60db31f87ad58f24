import { randomUUID } from "node:crypto";
import type { AutomaticMessage, AutomaticOutcome } from "@parley/contract/automatic";
import type { Message } from "@parley/contract/messages";
import { showOpening } from "@parley/contract/opening-text";
import type { WidgetFrame } from "@parley/contract/widget";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { connectSocket, startLive } from "../../../../test/world/live.ts";
import { plantTemplate } from "../../../../test/world/templates.ts";
import { waitUntilHour } from "../../../../test/world/until-hour.ts";
import { connectWebChat } from "../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { receive } from "../../channels/inbound/receive.ts";
import type { Channel } from "../../channels/seam/adapter.ts";
import { sweepAutomatic } from "./run.ts";

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

const minute = 60_000;
const settings = {
  name: "Greeting",
  occasion: "conversation_begins",
  enabled: true,
  delay: 0,
  closes: false,
  channelids: [] as string[],
  departmentids: [] as string[],
  default_language: "en",
  texts: { en: "Hello {{client.first_name}}, this is {{company.name}}, {{department.name}}." } as object,
  template: null as string | null,
  template_variables: [] as object[],
};
const ingrid = () => world.as("ingrid");
async function create(some: Partial<typeof settings> = {}): Promise<AutomaticMessage> {
  const answer = await ingrid().post("/automatic-messages", { ...settings, ...some });
  expect(answer.statusCode, answer.body).toBe(200);
  // The clock moves, so that the list has an order.
  world.clock.advance(1);
  return answer.json();
}
const list = async () => (await ingrid().get("/automatic-messages")).json<AutomaticMessage[]>();
beforeEach(async () => {
  for (const { automaticid } of await list()) await ingrid().delete(`/automatic-messages/${automaticid}`);
  await ingrid().post("/opening-hours", { hours: null });
  // Each test's conversations begin after its messages are switched on.
  world.clock.advance(1000);
});

let last = 1000;
async function write(externalId: string, lang: string | null = "en"): Promise<void> {
  const from = { externalId, name: "Olena Koval", username: null, lang };
  await receive(world.context, channel, [
    {
      kind: "message",
      externalId: `${externalId}:${++last}`,
      from,
      sentOn: world.clock.now(),
      type: "text",
      content: "Where is it?",
      caption: null,
      media: null,
      album: null,
      replyToExternalId: null,
    },
  ]);
}
async function conversation(lang?: string | null) {
  const { control } = world.telegram;
  const { id: person } = await control.createPerson({ firstName: "Olena" });
  await control.phone({ bot: Number(channel.externalId), person }).start();
  const externalId = String(person);
  await write(externalId, lang);
  const { id } = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("ticket")
      .select("id")
      .where("client_external_id", "=", externalId)
      .executeTakeFirstOrThrow(),
  );
  return { externalId, id };
}
/** Relays the ledger, then runs a worker once. */
async function look(ahead = 0): Promise<void> {
  await world.drain();
  world.clock.advance(ahead);
  await sweepAutomatic(world.context);
}
const chat = async (id: string): Promise<Message[]> => {
  const answer = await world.as("tomas").get(`/${id}/1/chat`);
  expect(answer.statusCode, answer.body).toBe(200);
  return (Object.values(answer.json().selectedSections) as Message[][]).flat();
};
const sent = async (id: string) =>
  (await chat(id)).filter(({ automatic }) => automatic).map(({ content }) => content);
const why = async (id: string): Promise<[string, string, string | null][]> => {
  const answer = await world.as("tomas").get(`/${id}/automatic-messages`);
  return answer.json<AutomaticOutcome[]>().map(({ name, state, reason }) => [name, state, reason]);
};

describe("automatic messages are refused", () => {
  test("automatic messages are refused to an agent, and for another company's id as for an unknown one", async () => {
    expect((await world.as("mira").get("/automatic-messages")).statusCode).toBe(403);
    const { automaticid } = await create();
    for (const [who, id] of [
      ["freya", automaticid],
      ["ingrid", randomUUID()],
    ] as const) {
      expect(
        (await world.as(who).post(`/automatic-messages/${id}/switch`, { enabled: false })).statusCode,
      ).toBe(404);
      expect((await world.as(who).delete(`/automatic-messages/${id}`)).statusCode).toBe(404);
    }
    const ticket = await world.ticket({ department: "refunds" });
    expect((await world.as("mira").get(`/${ticket.id}/automatic-messages`)).statusCode).toBe(404);
  });

  test.each<[string, object, string]>([
    ["a variable that there is not", { texts: { en: "Hello {{client.age}}" } }, "texts.en"],
    ["a variable left open", { texts: { en: "Hello {{client.first_name" } }, "texts.en"],
    ["no text in the default language", { texts: { bg: "Здравейте" } }, "texts.en"],
    ["an empty text", { texts: { en: " " } }, "texts.en"],
    ["a language that there is not", { texts: { en: "Hello", xx: "?" } }, "texts"],
    ["no delay for a silent client", { occasion: "client_silent" }, "delay"],
    ["a department of another company", { departmentids: [randomUUID()] }, "departmentids"],
    [
      "a template's variable that nothing fills",
      { template: "x", template_variables: [{ part: "body", name: "1", from: "client.age" }] },
      "template_variables.0.from",
    ],
    ["an account of another company", { channelids: [randomUUID()] }, "channelids"],
  ])("%s", async (_what, wrong, field) => {
    const answer = await ingrid().post("/automatic-messages", { ...settings, ...wrong });
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(field)]);
    expect(await list()).toEqual([]);
  });
});

test("a conversation is greeted once, filled in and marked, and is neither accepted nor an agent's doing", async () => {
  await create();
  const { id, externalId } = await conversation();
  const actions = (await world.as("ingrid").get(`/admin/${world.agents.mira.id}/user-actions`)).body;
  await look();
  await write(externalId);
  await look();
  await world.drain();
  expect(await sent(id)).toEqual(["Hello Olena, this is Harbour Travel, Bookings."]);
  const [message] = (await chat(id)).filter(({ automatic }) => automatic);
  expect(message).toMatchObject({ isagent: true, created_by: null, status: "sent" });
  const ticket = (await world.as("tomas").get(`/tickets/${id}`)).json();
  expect([ticket.accepted, ticket.accepted_on, ticket.userid]).toEqual([false, null, null]);
  expect((await world.as("ingrid").get(`/admin/${world.agents.mira.id}/user-actions`)).body).toBe(actions);
  expect(await why(id)).toEqual([["Greeting", "sent", null]]);
});

test("a client who has given no name is greeted without one", async () => {
  const name = "{{client.first_name}}";
  await create({ texts: { en: `Hello ${name}, this is {{company.name}}.`, ja: `${name}様、こんにちは。` } });
  for (const [lang, text] of [
    ["en", "Hello, this is Harbour Travel."],
    ["ja", "こんにちは。"],
  ] as const) {
    const { id } = await conversation(lang);
    await world.context.pool.query(
      "update client set name = 'Visitor 8213' where id = (select client_id from ticket where id = $1)",
      [id],
    );
    await look();
    expect(await sent(id)).toEqual([text]);
  }
});

test("the client's language chooses the text, else the default one", async () => {
  await create({ texts: { en: "Hello", bg: "Здравейте", ja: "こんにちは" }, default_language: "ja" });
  const texts: string[] = [];
  for (const lang of ["bg-BG", "fr", null]) {
    const { id } = await conversation(lang);
    await look();
    texts.push(...(await sent(id)));
  }
  expect(texts).toEqual(["Здравейте", "こんにちは", "こんにちは"]);
});

test("a message outside hours says when the company opens; the conversation says why the others were not sent", async () => {
  const days = Array.from({ length: 7 }, () => [{ from: "09:00", to: "17:00", next_day: false }]);
  await ingrid().post("/opening-hours", { hours: { time_zone: "UTC", days, exceptions: [] } });
  await create({ name: "Closed", occasion: "outside_hours", texts: { en: "Back {{next_opening}}" } });
  await create({ name: "Wait", occasion: "not_accepted", delay: 15 });
  await create({ name: "Elsewhere", departmentids: [world.departments.refunds.id] });
  await waitUntilHour(world, 20, "ingrid", "tomas");
  const { id, externalId } = await conversation();
  await look();
  await write(externalId);
  await look();
  const [text] = await sent(id);
  expect(text).toMatch(/^Back \w+day.* 09:00 UTC$/);
  // The header of the widget shows the same opening by the same function.
  const widget = await connectWebChat(world, { departmentid: world.departments.bookings.id });
  const { hours } = (await world.stranger.get(`/visitor/${widget.key}/settings`)).json<WidgetFrame>();
  const shown = showOpening(new Date(hours.opens ?? 0), hours.time_zone, "en", world.clock.now());
  expect([hours.open, text]).toEqual([false, `Back ${shown}`]);
  expect(await why(id)).toEqual([
    ["Closed", "sent", null],
    ["Wait", "waiting", null],
    ["Elsewhere", "not_due", "other_department"],
  ]);
});

test("a client whom an agent answered in this closed period gets no out-of-hours message", async () => {
  const days = Array.from({ length: 7 }, () => [{ from: "09:00", to: "17:00", next_day: false }]);
  await ingrid().post("/opening-hours", { hours: { time_zone: "UTC", days, exceptions: [] } });
  await create({ name: "Closed", occasion: "outside_hours", texts: { en: "We are closed." } });
  await waitUntilHour(world, 16, "ingrid", "tomas");
  const [by, at] = [await conversation(), await conversation()];
  await look();
  for (const { id } of [by, at]) await world.as("tomas").post("/acceptTicket", { ticketid: id });
  const answer = (id: string) => world.as("tomas").post("/send-message", { ticketid: id, content: "Yes?" });
  await answer(by.id);
  await waitUntilHour(world, 20, "ingrid", "tomas");
  await answer(at.id);
  for (const { externalId } of [by, at]) await write(externalId);
  await look();
  expect([await sent(by.id), await sent(at.id)]).toEqual([["We are closed."], []]);
  await world.as("tomas").post(`/tickets/${at.id}/close`);
  await write(at.externalId);
  await look();
  expect(await sent(at.id)).toEqual([]);
  await waitUntilHour(world, 18, "ingrid", "tomas");
  await write(at.externalId);
  await look();
  expect(await sent(at.id)).toEqual(["We are closed."]);
});

test("a client gets no message while the handler is online, until the handler leaves", async () => {
  const days = Array.from({ length: 7 }, () => [{ from: "09:00", to: "17:00", next_day: false }]);
  await ingrid().post("/opening-hours", { hours: { time_zone: "UTC", days, exceptions: [] } });
  await create({ name: "Closed", occasion: "outside_hours", texts: { en: "We are closed." } });
  await waitUntilHour(world, 12, "ingrid", "tomas");
  const { id, externalId } = await conversation();
  await look();
  await world.as("tomas").post("/acceptTicket", { ticketid: id });
  await waitUntilHour(world, 20, "ingrid", "tomas");
  const live = await startLive(world);
  onTestFinished(() => live.close());
  const headers = { origin: world.context.config.consoleOrigin, cookie: await world.as("tomas").cookie() };
  const { socket } = await connectSocket(live.url, headers);
  const isOnline = async () =>
    (await world.context.pool.query("select from presence where agent_id = $1", [world.agents.tomas.id]))
      .rowCount;
  await expect.poll(isOnline).toBe(1);
  for (let count = 0; count < 2; count += 1) {
    await write(externalId);
    await look(minute);
  }
  expect([await sent(id), await why(id)]).toEqual([[], [["Closed", "skipped", "handler_online"]]]);
  socket.disconnect();
  await look(minute);
  await expect.poll(isOnline).toBe(0);
  await look();
  expect(await sent(id)).toEqual([]);
  await write(externalId);
  await look();
  expect(await sent(id)).toEqual(["We are closed."]);
});

test("a waiting ticket gets the message after the delay, and not once an agent has answered", async () => {
  await create({ occasion: "not_accepted", delay: 15, texts: { en: "Still here" } });
  const [waiting, answered] = [await conversation(), await conversation()];
  await look();
  await world.as("tomas").post("/acceptTicket", { ticketid: answered.id });
  await world.as("tomas").post("/send-message", { ticketid: answered.id, content: "Yes?" });
  await look(15 * minute - 1);
  expect(await sent(waiting.id)).toEqual([]);
  await look(1);
  await look(60 * minute);
  expect([await sent(waiting.id), await sent(answered.id)]).toEqual([["Still here"], []]);
});

test("a silent client is reminded twice, and the desk closes the ticket", async () => {
  await create({ occasion: "client_silent", delay: 120, closes: true, texts: { en: "Are you there?" } });
  await create({ name: "Bye", occasion: "closed", texts: { en: "Ticket {{ticket.number}} is closed" } });
  const { id } = await conversation();
  await world.as("tomas").post("/acceptTicket", { ticketid: id });
  await world.as("tomas").post("/send-message", { ticketid: id, content: "Which order?" });
  await look();
  // The third message is the question for a rating.
  for (const count of [1, 2, 3]) {
    await look(120 * minute + 1);
    expect(await sent(id)).toHaveLength(count);
  }
  const ticket = (await world.as("tomas").get(`/tickets/${id}`)).json();
  expect(ticket.closed_by_name).toBe("Harbour Travel");
  await look(1);
  expect(await sent(id)).toEqual([
    ...["Are you there?", "Are you there?", expect.stringContaining("How would you rate")],
    `Ticket ${id.slice(0, 8)} is closed`,
  ]);
  expect(await why(id)).toEqual([
    ["Greeting", "sent", null],
    ["Greeting", "sent", null],
    ["Greeting", "closed", null],
    ["Bye", "sent", null],
  ]);
});

test.each([
  ["client_blocked", "client", { blocked_on: new Date(), blocked_by: null }],
  ["client_unreachable", "client_identity", { unreachable_on: new Date(), unreachable_reason: null }],
  ["window_closed", "ticket", { reply_window_until: new Date(0) }],
] as const)("the state %s is the reason why nothing is sent, then or later", async (reason, table, facts) => {
  await create();
  const { id } = await conversation();
  await world.drain();
  await world.desk("harbour", ({ db }) =>
    db
      .updateTable(table)
      .set(facts as object)
      .execute(),
  );
  await look();
  await look(minute);
  expect([await sent(id), await why(id)]).toEqual([[], [["Greeting", "skipped", reason]]]);
  const undone = Object.fromEntries(Object.keys(facts).map((column) => [column, null]));
  await world.desk("harbour", ({ db }) => db.updateTable(table).set(undone).execute());
});

test("the template is sent after the reply window, in the client's language", async () => {
  await create({ template: "come_back" });
  const { id } = await conversation("bg");
  await world.drain();
  const components = {
    header: null,
    body: "Пишете ни пак.",
    footer: null,
    buttons: [],
    variables: [],
    other: false,
  };
  await world.desk("harbour", async ({ db, companyId, now }) => {
    await db
      .insertInto("message_template")
      .values({
        ...{ company_id: companyId, channel_id: channel.id, provider_id: "1", name: "come_back" },
        ...{ language: "bg", category: "utility", status: "approved", created_on: now, updated_on: now },
        components,
      })
      .execute();
    await db.updateTable("ticket").set({ reply_window_until: now }).where("id", "=", id).execute();
  });
  await look();
  expect(await why(id)).toEqual([["Greeting", "sent", null]]);
  expect(await sent(id)).toEqual(["Пишете ни пак."]);
});

test("a changed template, its variables, the channels and a removed text are in the audit log", async () => {
  const { automaticid } = await create({ template: "come_back", texts: { en: "Hello", ru: "Здравствуйте" } });
  const variable = { part: "body", name: "1", from: "client.first_name" };
  const answer = await ingrid().post(`/automatic-messages/${automaticid}/update`, {
    ...settings,
    ...{ template: "welcome", template_variables: [variable], texts: { en: "Hello" } },
    departmentids: [world.departments.bookings.id],
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const [entry] = (await ingrid().get("/admin/audit-log")).json();
  expect(entry).toMatchObject({ verb: "automatic_update" });
  expect(entry.changes).toEqual({
    template: { from: "come_back", to: "welcome" },
    template_variables: { from: "", to: "body 1: client.first_name" },
    departments: { from: "", to: "Bookings" },
    text_ru: { from: "Здравствуйте", to: null },
  });
});

test("the template's variables are filled with those of automatic messages; without a value nothing is sent", async () => {
  const from = (part: string, name: string, source: string) => ({ part, name, from: source });
  await create({
    name: "Whole",
    template: "welcome",
    template_variables: [
      from("header", "1", "company.name"),
      from("body", "1", "client.first_name"),
      from("body", "2", "ticket.number"),
    ],
  });
  await create({
    name: "Part",
    template: "welcome",
    template_variables: [from("body", "1", "client.first_name")],
  });
  await create({
    name: "Opening",
    template: "welcome",
    template_variables: [
      from("header", "1", "next_opening"),
      from("body", "1", "client.first_name"),
      from("body", "2", "department.name"),
    ],
  });
  const { id } = await conversation("en");
  await world.drain();
  const variable = (part: "header" | "body", name: string) => ({ part, name, sample: "x" });
  await world.desk("harbour", async (scope) => {
    await plantTemplate(scope, channel.id, {
      name: "welcome",
      components: {
        header: "{{1}}",
        body: "Hello {{1}}, your number is {{2}}.",
        footer: null,
        buttons: [],
        variables: [variable("header", "1"), variable("body", "1"), variable("body", "2")],
        other: false,
      },
    });
    await scope.db
      .updateTable("ticket")
      .set({ reply_window_until: scope.now })
      .where("id", "=", id)
      .execute();
  });
  await look();
  expect((await why(id)).sort()).toEqual([
    ["Opening", "skipped", "template_incomplete"],
    ["Part", "skipped", "template_incomplete"],
    ["Whole", "sent", null],
  ]);
  expect(await sent(id)).toEqual([`Harbour Travel\n\nHello Olena, your number is ${id.slice(0, 8)}.`]);
  const { template } = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("message")
      .select("template")
      .where("ticket_id", "=", id)
      .where("purpose", "=", "automatic")
      .executeTakeFirstOrThrow(),
  );
  expect(template).toMatchObject({
    name: "welcome",
    language: "en",
    variables: [
      { part: "header", name: "1", value: "Harbour Travel" },
      { part: "body", name: "1", value: "Olena" },
      { part: "body", name: "2", value: id.slice(0, 8) },
    ],
  });
});

test("an occasion before the message was switched on, or while no worker ran, is not made up for", async () => {
  const before = await conversation();
  await look(minute);
  const { automaticid } = await create();
  await write(before.externalId);
  world.clock.advance(minute);
  const late = await conversation();
  await world.drain();
  await look(61 * minute);
  expect([await sent(before.id), await sent(late.id)]).toEqual([[], []]);
  expect([await why(before.id), await why(late.id)]).toEqual([
    [["Greeting", "not_due", "before_switched_on"]],
    [["Greeting", "skipped", "too_late"]],
  ]);
  await ingrid().post(`/automatic-messages/${automaticid}/switch`, { enabled: false });
  expect(await why(before.id)).toEqual([["Greeting", "not_due", "off"]]);
});

describe("a message is sent exactly once", () => {
  test("a message is sent once when two workers run at the same time", async () => {
    await create();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await conversation()).id);
    await world.drain();
    await Promise.all([sweepAutomatic(world.context), sweepAutomatic(world.context)]);
    for (const id of ids) expect(await sent(id)).toHaveLength(1);
  });

  test("a message is sent once when the connection is lost between it and its outcome", async () => {
    await create();
    const { id } = await conversation();
    await world.drain();
    const holder = await world.context.pool.connect();
    try {
      await holder.query("begin; lock table automatic_outcome in exclusive mode");
      const broken = expect(sweepAutomatic(world.context)).rejects.toThrow();
      let killed = 0;
      while (killed === 0) {
        const { rowCount } = await world.context.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%automatic_outcome%'`,
        );
        killed = rowCount ?? 0;
      }
      await broken;
    } finally {
      await holder.query("rollback");
      holder.release();
    }
    expect(await sent(id)).toEqual([]);
    await sweepAutomatic(world.context);
    await sweepAutomatic(world.context);
    expect(await sent(id)).toHaveLength(1);
  });
});
