import type { ErrorAnswer } from "@parley/contract/errors";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { declare } from "../../../../test/world/declare.ts";
import { giveTo } from "../../../../test/world/merged-pair.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { plantTemplate } from "../../../../test/world/templates.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { receive } from "../inbound/receive.ts";
import type { Templates } from "../seam/module.ts";

let world: World;
let channelid: string;
let last = 100;
beforeAll(async () => {
  world = await createWorld();
  channelid = world.channels.harbour.id;
  await world.desk("harbour", async (scope) => {
    await plantTemplate(scope, channelid);
    await scope.db
      .updateTable("channel")
      .set({ department_id: world.departments.bookings.id })
      .where("id", "=", channelid)
      .execute();
  });
});
afterAll(() => world.close());
const templates: Templates = { fetch: async () => true, clientOf: (number) => number.slice(1) };
beforeEach(() => {
  world.published.length = 0;
  declare(world.context, { begin: "template", replyWindow: 3_600_000 }, { templates });
});

const variables = [{ part: "body", name: "client", value: "Olena" }];
const template = { name: "greeting", language: "en", variables };
const newNumber = () => `+38050111${1000 + ++last}`;
const start = (to: string, agent: AgentName = "mira", more: object = {}) =>
  world.as(agent).post("/start-conversation", { channelid, to, template, ...more });
const codeOf = (answer: { json<Body>(): Body }) => answer.json<ErrorAnswer>().reason?.code;
const ticketsOf = (number: string) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").selectAll().where("client_external_id", "=", number.slice(1)).execute(),
  );

test("starting a conversation is refused signed out, for another department or company, and an unknown account", async () => {
  const to = newNumber();
  expect((await world.stranger.post("/start-conversation", { channelid, to, template })).statusCode).toBe(
    401,
  );
  expect((await start(to, "naledi")).statusCode).toBe(404);
  expect((await start(to, "omar")).statusCode).toBe(404);
  expect((await start(to, "mira", { channelid: crypto.randomUUID() })).statusCode).toBe(404);
  expect(await ticketsOf(to)).toEqual([]);
});

test.each(["0501112233", "+0501112233", "+38050", "+3805011122334455", "+38050x112233", "380501112233"])(
  "the number %s is not in international form",
  async (to) => {
    const answer = await start(to);
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, "phone_number_invalid"]);
  },
);

test("a channel that does not declare templates, and a template that cannot be sent, are refused without a trace", async () => {
  const to = newNumber();
  declare(world.context, { begin: "subscribed" }, { templates });
  expect(codeOf(await start(to))).toBe("channel_without_templates");
  declare(world.context, { begin: "template" }, { templates });
  expect(codeOf(await start(to, "mira", { template: { ...template, language: "fr" } }))).toBe(
    "template_unknown",
  );
  const clients = await world.desk("harbour", ({ db }) =>
    db.selectFrom("client_identity").select("client_id").where("external_id", "=", to.slice(1)).execute(),
  );
  expect([clients, await ticketsOf(to)]).toEqual([[], []]);
});

test("a start opens a ticket of the agent's with the template, its window closed until the client writes", async () => {
  const to = newNumber();
  const answer = await start(`${to.slice(0, 3)} (${to.slice(3, 6)}) ${to.slice(6, 9)}-${to.slice(9)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const ticket = answer.json<Ticket>();
  expect(ticket).toMatchObject({
    client_name: to,
    userid: world.agents.mira.id,
    stage: "accepted",
    departmentid: world.departments.bookings.id,
    reply_window_until: world.clock.now().toISOString(),
    last_message: { content: "Hello Olena, how can we help?", isagent: true },
    can: { reply: true },
  });
  expect(world.published.map(({ event }) => event).slice(0, 2)).toEqual(["newTicket", "newMessage"]);
  const text = { ticketid: ticket.ticketid, content: "Hello" };
  expect((await world.as("mira").post("/send-message", text)).json<ErrorAnswer>().code).toBe(
    "reply_window_closed",
  );
  await write(to);
  expect((await world.as("mira").post("/send-message", text)).statusCode).toBe(200);
  expect(await ticketsOf(to)).toHaveLength(1);
});

test("an agent's own open conversation is answered; a waiting one becomes theirs", async () => {
  const to = newNumber();
  await write(to);
  const answer = await start(to);
  expect(answer.json<Ticket>()).toMatchObject({ userid: world.agents.mira.id, last_seq: 2 });
  expect((await start(to)).json<Ticket>().last_seq).toBe(3);
  expect((await start(to, "jonas")).json<ErrorAnswer>().code).toBe("not_handler");
  expect(await ticketsOf(to)).toHaveLength(1);
  await world.desk("harbour", ({ db }) =>
    db
      .updateTable("ticket")
      .set({ department_id: world.departments.refunds.id })
      .where("client_external_id", "=", to.slice(1))
      .execute(),
  );
  expect(codeOf(await start(to))).toBe("conversation_elsewhere");
});

test("a client known by a user id, with the number beside it, is that client in the open ticket", async () => {
  const to = newNumber();
  await write(to, { externalId: `UA.${to}`, alias: to.slice(1) });
  const answer = await start(to);
  expect(answer.json<Ticket>()).toMatchObject({
    client_name: "Olena",
    userid: world.agents.mira.id,
    last_seq: 2,
  });
  expect(await ticketsOf(to)).toEqual([]);
});

test("a repeat of the message's id and two at once make one ticket and one message", async () => {
  const to = newNumber();
  const more = { template: { ...template, messageid: crypto.randomUUID() } };
  const answers = await Promise.all([
    start(to, "mira", more),
    start(to, "mira", more),
    start(to, "mira", more),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect((await ticketsOf(to)).map(({ last_seq }) => last_seq)).toEqual([1]);
});

test("a client who wrote in a closed ticket keeps their window; a blocked one is not written to", async () => {
  const to = newNumber();
  await write(to);
  const until = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
  const { ticketid } = (await start(to)).json<Ticket>();
  await world.as("mira").post("/close-ticket", { ticketid });
  world.clock.advance(60_000);
  const next = (await start(to)).json<Ticket>();
  expect([next.ticketid === ticketid, next.reply_window_until]).toEqual([false, until]);
  await world.as("mira").post("/close-ticket", { ticketid: next.ticketid });
  await world.as("ingrid").post(`/admin/${next.clientid}/block`, {});
  expect(codeOf(await start(to))).toBe("client_blocked");
});

test("a conversation begun on the thread of a merged ticket goes on in its target, and anew where that is closed", async () => {
  const to = newNumber();
  await write(to);
  const [merged] = await ticketsOf(to);
  if (!merged) throw new Error("The message made no ticket");
  const target = await world.ticket({ handler: "mira" });
  await giveTo(world, target, merged.client_id);
  const pair = { ticketid: merged.id, into: target.id };
  expect((await world.as("ingrid").post("/merge-tickets", pair)).statusCode).toBe(200);
  const answer = await start(to);
  expect(answer.json<Ticket>(), answer.body).toMatchObject({ ticketid: target.id, last_seq: 3 });
  await world.as("mira").post("/close-ticket", { ticketid: target.id, silently: true });
  world.clock.advance(60_000);
  const next = (await start(to)).json<Ticket>();
  expect(next).toMatchObject({ stage: "accepted", last_seq: 1 });
  expect((await ticketsOf(to)).map(({ id }) => id)).toEqual([next.ticketid]);
});

function write(
  number: string,
  ids: { externalId: string; alias?: string } = { externalId: number.slice(1) },
) {
  const { id, companyId, externalId, token } = world.channels.harbour;
  const channel = { id, companyId, externalId, platform: "telegram", name: "", credentials: token } as const;
  last += 1;
  return receive(world.context, channel, [
    {
      kind: "message",
      externalId: `${number}:${last}`,
      from: { ...ids, name: "Olena", username: null, lang: "uk" },
      sentOn: world.clock.now(),
      type: "text",
      content: "Hello?",
      caption: null,
      media: null,
      album: null,
      replyToExternalId: null,
    },
  ]);
}
