/** The conversations that a visitor's id and token reach, as the two functions say that look them up. */
import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  connectWebChat,
  openVisitorBrowser,
  type VisitorBrowser,
  type WebChat,
} from "../../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../../test/world.ts";
import { hashOf } from "../../../sign-in/session/session.ts";

let world: World;
let chat: WebChat;
let other: WebChat;
let visitor: VisitorBrowser;
let stranger: VisitorBrowser;
let conversation: string;
let own: string;
beforeAll(async () => {
  world = await createWorld();
  const departmentid = world.departments.bookings.id;
  chat = await connectWebChat(world, { departmentid });
  other = await connectWebChat(world, { departmentid, name: "Other" });
});
afterAll(() => world.close());
beforeEach(async () => {
  visitor = openVisitorBrowser(world, chat);
  stranger = openVisitorBrowser(world, chat);
  conversation = (await visitor.write("Hello")).conversation.id;
  await stranger.write("Hi");
  own = (await rowsOf("select client_external_id as own from ticket where id = $1", conversation))[0]?.own;
});

const rowsOf = async (text: string, ...values: unknown[]) =>
  (await world.context.pool.query(text, values)).rows;

const conversations = (only: string | null = null) =>
  rowsOf(
    "select * from visitor_conversations($1, $2, $3, $4, array['text'], 50)",
    ...[world.companies.harbour.id, chat.channelid, own, only],
  );
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** The number of the message in the conversation that it continues, or nothing. */
const receive = ({ token = visitor.token, named = null as string | null, messageid = randomUUID() } = {}) =>
  rowsOf(
    `select (before).id, (appended).seq from receive_visitor_message($1, $2, $3, $4, array['text'], $5, 'Again', true, $6, null)`,
    ...[world.companies.harbour.id, chat.channelid, hashOf(token), named],
    {
      id: randomUUID(),
      type: "text",
      content: "Again",
      attempts: 0,
      is_agent: false,
      external_id: messageid,
    },
    world.clock.now(),
  );

/** A later conversation like the visitor's, with other columns. */
async function plantLater(columns: object): Promise<string> {
  const id = randomUUID();
  await rowsOf(
    `insert into ticket select r.* from ticket t cross join lateral jsonb_populate_record(null::ticket, to_jsonb(t)
      || jsonb_build_object('id', $2::uuid, 'thread', $2::text, 'updated_on', t.updated_on + interval '1 hour') || $3) r
      where t.id = $1`,
    ...[conversation, id, columns],
  );
  return id;
}

/** An identity of the visitor's client, with other columns. */
const plantIdentity = (columns: object) =>
  rowsOf(
    `insert into client_identity select r.* from client_identity i cross join lateral
      jsonb_populate_record(null::client_identity, to_jsonb(i) || $3) r where i.channel_id = $1 and i.external_id = $2`,
    ...[chat.channelid, own, columns],
  );
const strangersClient = async () =>
  (
    await rowsOf(
      "select client_id from visitor_session s join client_identity using (company_id, channel_id, external_id) where token_hash = $1",
      hashOf(stranger.token),
    )
  )[0]?.client_id;

const onlyTheirOwn = async () => {
  expect(idsOf(await conversations())).toEqual([conversation]);
  expect(idsOf(await receive())).toEqual([conversation]);
};

test("a visitor reaches the conversation of their own id", onlyTheirOwn);

test("another id of the same client reaches it no second time", async () => {
  await plantIdentity({ external_id: randomUUID() });
  await plantIdentity({ channel_id: other.channelid });
  await onlyTheirOwn();
});

test("a conversation of the same client under another id, or on another chat, is not theirs", async () => {
  const second = randomUUID();
  await plantIdentity({ external_id: second });
  await plantIdentity({ external_id: second, channel_id: other.channelid, alias: own });
  await plantIdentity({ external_id: randomUUID(), alias: own });
  await plantIdentity({ channel_id: other.channelid });
  await plantLater({ client_external_id: second });
  await plantLater({ channel_id: other.channelid });
  await onlyTheirOwn();
});

test("another client's conversation under the visitor's id is not theirs", async () => {
  const client_id = await strangersClient();
  await plantIdentity({ channel_id: other.channelid, client_id });
  await plantLater({ client_id });
  await onlyTheirOwn();
});

test("a conversation under an id that was joined to the visitor's is theirs", async () => {
  const second = randomUUID();
  await plantIdentity({ external_id: second, alias: own });
  const joined = await plantLater({ client_external_id: second });
  expect(idsOf(await conversations())).toEqual([joined, conversation]);
  expect(idsOf(await conversations(conversation))).toEqual([conversation]);
  expect(idsOf(await receive())).toEqual([joined]);
  expect(idsOf(await receive({ named: conversation }))).toEqual([conversation]);
});

test("a merged conversation is theirs as long as it is not deleted, also where its target is not", async () => {
  const merged = await plantLater({ merged_into: conversation });
  expect(idsOf(await conversations(merged))).toEqual([merged]);
  await rowsOf("update ticket set deleted_on = updated_on where id = $1", merged);
  expect(idsOf(await conversations(merged))).toEqual([]);
});

test("a message continues no closed conversation", async () => {
  await plantLater({ closed_on: world.clock.now() });
  expect(idsOf(await receive())).toEqual([conversation]);
});

test("an unknown token, one of another chat, and a removed chat reach nothing", async () => {
  const elsewhere = openVisitorBrowser(world, other);
  await elsewhere.write("Hello");
  expect(await receive({ token: randomBytes(32).toString("base64url") })).toEqual([]);
  expect(await receive({ token: elsewhere.token })).toEqual([]);
  await rowsOf("update channel set removed_on = now() where id = $1", chat.channelid);
  expect(await receive()).toEqual([]);
  await rowsOf("update channel set removed_on = null where id = $1", chat.channelid);
  expect(await receive()).toHaveLength(1);
});

test("a token of another chat reaches nothing, also where both know the visitor by the same id", async () => {
  const elsewhere = openVisitorBrowser(world, other);
  await elsewhere.write("Hello");
  await plantIdentity({ channel_id: other.channelid });
  await rowsOf(
    `insert into visitor select r.* from visitor v cross join lateral
      jsonb_populate_record(null::visitor, to_jsonb(v) || jsonb_build_object('channel_id', $3::uuid)) r
      where v.channel_id = $1 and v.external_id = $2`,
    ...[chat.channelid, own, other.channelid],
  );
  await rowsOf(
    "update visitor_session set external_id = $1 where token_hash = $2",
    own,
    hashOf(elsewhere.token),
  );
  expect(await receive({ token: elsewhere.token })).toEqual([]);
});

test("only the id of a message of the desk's is taken", async () => {
  await world.as("mira").post("/acceptTicket", { ticketid: conversation });
  await world.as("mira").post("/send-message", { ticketid: conversation, content: "Yes?" });
  const [agents] = await rowsOf("select id from message where ticket_id = $1 and is_agent", conversation);
  const [clients] = await rowsOf(
    "select id from message where ticket_id = $1 and type = 'text' and not is_agent",
    conversation,
  );
  expect(await receive({ messageid: agents?.id })).toEqual([]);
  expect(await receive({ messageid: clients?.id })).toHaveLength(1);
});

test("the handler counts as online while a process has them", async () => {
  await world.as("mira").post("/acceptTicket", { ticketid: conversation });
  const online = async () => (await conversations(conversation))[0]?.online;
  const { mira, jonas } = world.agents;
  const [process, gone] = [randomUUID(), randomUUID()];
  await rowsOf(
    `insert into process (id, lease_until, started_on) values ($1, now() + interval '1 hour', now()),
      ($2, now() - interval '1 hour', now())`,
    ...[process, gone],
  );
  const connect = (agent: string, by: string) =>
    rowsOf(
      "insert into presence (company_id, agent_id, process_id, connections) values ($1, $2, $3, 1)",
      world.companies.harbour.id,
      agent,
      by,
    );
  await connect(jonas.id, process);
  await connect(mira.id, gone);
  expect(await online()).toBe(false);
  await connect(mira.id, process);
  expect(await online()).toBe(true);
});

test("unread, delivered, read and the last words are those of the conversation", async () => {
  await world.as("mira").post("/acceptTicket", { ticketid: conversation });
  const ticket = { id: conversation, company_id: world.companies.harbour.id };
  const agent = world.agents.mira;
  await world.message(ticket, { status: "sent" });
  await world.message(ticket, { agent, status: "read", content: "Yes?" });
  await world.message(ticket, { agent, status: "sent", content: "Are you there?" });
  const elsewhere = (await stranger.write("And me?")).conversation.id;
  for (const content of ["One", "Two", "Three"])
    await world.message({ ...ticket, id: elsewhere }, { agent, status: "sent", content });
  for (let n = 0; n < 4; n++) await stranger.write("Hello?");
  await rowsOf(
    "insert into ticket_read (company_id, agent_id, ticket_id, seq, read_on, client_messages) values ($1, $2, $3, 1, now(), 1), ($1, $2, $4, 7, now(), 1)",
    ticket.company_id,
    agent.id,
    conversation,
    elsewhere,
  );
  const [shown] = await conversations(conversation);
  const [lines] = await rowsOf(
    "select max(seq) filter (where not is_agent) as delivered from message where ticket_id = $1",
    conversation,
  );
  expect(shown).toMatchObject({
    unread: 1,
    delivered: lines?.delivered,
    read: 1,
    content: "Are you there?",
    type: "text",
  });
  await world.message(ticket, { type: "image", content: "", agent, status: "read" });
  expect((await conversations(conversation))[0]).toMatchObject({ content: "Are you there?" });
});
