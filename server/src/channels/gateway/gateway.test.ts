/** Gateways hand in messages and get answers; what every channel does is in `accounts/contract.test.ts`. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeKey, type Program } from "../../../../test/world/keys.ts";
import { type Receiver, startReceiver } from "../../../../test/world/receiver.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { deliver } from "../outbound/deliver.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
let world: World;
let receiver: Receiver;
let gateway: Program;
let channel: string;
let person: string;
let people = 0;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  receiver = await startReceiver();
  gateway = await makeKey(world, "ingrid", { name: "SMS", abilities: ["handInMessages"] });
  const connected = await connect({ departmentid: world.departments.bookings.id });
  expect(connected.statusCode, connected.body).toBe(200);
  channel = connected.json<{ channelid: string }>().channelid;
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});
beforeEach(() => {
  receiver.answer(200);
  receiver.forget();
  people += 1;
  person = `+4477009${String(people).padStart(5, "0")}`;
});

const connect = (more: object = {}) =>
  world.as("ingrid").post("/channels/gateway/connect", { name: "SMS", url: receiver.url, secret, ...more });
const handIn = (body: object, by = gateway, to = channel) => by.post(`/channels/${to}/messages`, body);
const write = (id: string, more: object = {}) =>
  handIn({ id, from: { id: person, name: "Ada" }, text: "Where is my ferry?", ...more });
const reason = (answer: { json(): unknown }) =>
  (answer.json() as { type: string }).type.replace("urn:parley:reason:", "");
type Row = { id: string; external_id: string; status: string; content: string; status_reason: object | null };
const messages = async () => {
  const { rows } = await world.context.pool.query(
    `select m.* from message m join ticket t on t.id = m.ticket_id
     where t.client_external_id = $1 order by m.created_on, m.seq`,
    [person],
  );
  return rows as (Row & {
    ticket_id: string;
    caption: string | null;
    album: string | null;
    author: string;
  })[];
};

/** A ticket of mira's, with a message of hers that waits. */
async function answered() {
  const { ticket_id: ticketid } = (await write(`${person}-1`)).json<{ ticket_id: string }>();
  await world.as("mira").post("/acceptTicket", { ticketid });
  const sent = await world.as("mira").post("/send-message", { ticketid, content: "At two." });
  const { messageid } = sent.json<{ messageid: string }>();
  const send = () =>
    deliver(
      world.context,
      { companyId: world.companies.harbour.id, ticketId: ticketid },
      new AbortController().signal,
      { timeout: 2_000 },
    );
  const own = async () => (await messages()).find(({ id }) => id === messageid);
  const receipt = (body: object) => gateway.post(`/channels/${channel}/receipts`, { id: messageid, ...body });
  return { ticketid, messageid, send, own, receipt };
}
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));

describe("handing in", () => {
  test("a call without a key, with another company's or without the ability gives nothing", async () => {
    const url = `/api/v1/channels/${channel}/messages`;
    const body = { id: "1", from: { id: person }, text: "Hello" };
    expect((await world.app.inject({ method: "POST", url, payload: body })).statusCode).toBe(401);
    const foreign = await makeKey(world, "freya", { abilities: ["handInMessages"] });
    expect((await handIn(body, foreign)).statusCode).toBe(404);
    const reader = await makeKey(world, "ingrid", { abilities: ["readTickets"] });
    expect([(await handIn(body, reader)).statusCode, reason(await handIn(body, reader))]).toEqual([
      403,
      "key_ability",
    ]);
    expect(await messages()).toEqual([]);
  });

  test("a key of other departments, another platform's channel and a disconnected one are not found", async () => {
    const body = { id: "1", from: { id: person }, text: "Hello" };
    const departmentids = [world.departments.refunds.id];
    const limited = await makeKey(world, "ingrid", { abilities: ["handInMessages"], departmentids });
    const { rows } = await world.context.pool.query(
      "select id from channel where platform = 'telegram' limit 1",
    );
    const answers = [await handIn(body, limited), await handIn(body, gateway, rows[0].id)];
    const gone = await connect({ url: `${receiver.url}?gone` });
    const { channelid } = gone.json<{ channelid: string }>();
    await world.as("ingrid").post(`/channels/${channelid}/disconnect`);
    answers.push(await handIn(body, gateway, channelid));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    expect(await messages()).toEqual([]);
  });

  test("the same id twice, one after the other and at once, is one message", async () => {
    const first = await write(person);
    expect(first.statusCode, first.body).toBe(200);
    const repeats = await Promise.all(Array.from({ length: 5 }, () => write(person, { text: "Another" })));
    for (const repeat of repeats) expect(repeat.json()).toEqual(first.json());
    expect((await messages()).map(({ content }) => content)).toEqual(["Where is my ferry?"]);
  });

  test("each file is a message, and the text is the caption of the first", async () => {
    const url = `${world.telegram.url}/_control/files/none`;
    const file = { url, name: "photo.jpg", type: "image/jpeg" };
    expect(
      (await write(person, { files: [file, { ...file, name: "bill.pdf", type: "application/pdf" }] }))
        .statusCode,
    ).toBe(200);
    expect(
      (await messages()).map(({ external_id, caption, album }) => [external_id, caption, album]),
    ).toEqual([
      [person, "Where is my ferry?", person],
      [`${person}#2`, null, person],
    ]);
  });

  test("a thread has a ticket of its own, in which another person takes part", async () => {
    const other = `${person}9`;
    await write("1");
    const inThread = await handIn({
      id: `${person}-2`,
      thread: `order-${person}`,
      from: { id: person },
      text: "Order",
    });
    const beside = await handIn({
      id: `${person}-3`,
      thread: `order-${person}`,
      from: { id: other },
      text: "Me too",
    });
    const [first, second] = [inThread, beside].map((one) => one.json<{ ticket_id: string }>().ticket_id);
    expect(second).toBe(first);
    const all = await messages();
    expect(new Set(all.map(({ ticket_id }) => ticket_id)).size).toBe(2);
    expect(all.filter(({ ticket_id }) => ticket_id === first).map(({ author }) => author)).toEqual([
      person,
      other,
    ]);
  });

  test.each([
    ["without content", { text: " " }],
    ["with an unknown field", { colour: "red" }],
    ["with an id that is too long", { id: "x".repeat(201) }],
    ["with a file whose address is none", { files: [{ url: "javascript:1", name: "a" }] }],
    [
      "with too many files",
      { files: Array.from({ length: 11 }, () => ({ url: "https://a.example/a", name: "a" })) },
    ],
    ["with a place that is none", { location: { latitude: 91, longitude: 0 } }],
  ])("a message %s is refused and leaves nothing", async (_what, more) => {
    expect((await write(person, more)).statusCode).toBe(400);
    expect(await messages()).toEqual([]);
  });

  test("a blocked client's message is not kept, and the answer says so", async () => {
    await write("first");
    const { rows } = await world.context.pool.query(
      "select client_id from ticket where client_external_id = $1",
      [person],
    );
    await world.context.pool.query("update client set blocked_on = now() where id = $1", [rows[0].client_id]);
    expect((await write("second")).json()).toEqual({ id: null, ticket_id: null });
  });
});

describe("answers", () => {
  test("an answer comes signed, with the address for what is handed in", async () => {
    const { messageid, send, own } = await answered();
    await send();
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]];
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    expect(headers["webhook-signature"]).toBe(
      `v1,${createHmac("sha256", key).update(signed).digest("base64")}`,
    );
    expect(JSON.parse(body)).toEqual({
      type: "channel_message",
      channel: {
        id: channel,
        name: "SMS",
        url: `${world.context.config.publicUrl}/api/v1/channels/${channel}`,
      },
      ...{ to: person, thread: person },
      message: { id: messageid, kind: "text", text: "At two.", file: null, location: null, quotes: null },
    });
    expect(await own()).toMatchObject({ status: "sent", external_id: messageid });
  });

  test.each(["cut", "hang", 500, 429, 408] as const)(
    "an answer to which the gateway says %s comes again under the same id, before later ones",
    async (reply) => {
      const { ticketid, send, own } = await answered();
      await world.as("mira").post("/send-message", { ticketid, content: "Pier 3." });
      let first = true;
      receiver.answer(() => {
        const told = first ? reply : 200;
        first = false;
        return told;
      });
      await send();
      expect(await own()).toMatchObject({ status: "queued", status_reason: expect.anything() });
      world.clock.advance(6_000);
      await send();
      expect(bodies().map(({ message }) => message.text)).toEqual(["At two.", "At two.", "Pier 3."]);
      const [one, again] = receiver.received.map(({ headers }) => headers["webhook-id"]);
      expect(again).toBe(one);
      expect((await own())?.status).toBe("sent");
    },
    20_000,
  );

  test("an answer whose process ended is sent again, and never uncertain", async () => {
    const { messageid, send, own } = await answered();
    await world.context.pool.query(
      `update message set sending_until = $2, sending_by = gen_random_uuid() where id = $1`,
      [messageid, new Date(world.clock.now().getTime() - 1_000)],
    );
    await send();
    expect(bodies().map(({ message }) => message.id)).toEqual([messageid]);
    expect((await own())?.status).toBe("sent");
  });

  test("a refused answer fails with the gateway's words, and comes under another id when it is sent again", async () => {
    const { ticketid, messageid, send, own } = await answered();
    receiver.answer(422);
    await send();
    expect(await own()).toMatchObject({ status: "failed", status_reason: { code: "provider_status" } });
    receiver.answer(200);
    world.clock.advance(1_000);
    await world.as("mira").post("/retry-message", { ticketid, messageid });
    await send();
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(2);
    expect((await own())?.status).toBe("sent");
  });

  test("receipts move forward, name why it failed, and are nobody's for a foreign id", async () => {
    const { send, own, receipt } = await answered();
    await send();
    expect((await receipt({ status: "read" })).statusCode).toBe(200);
    await receipt({ status: "delivered" });
    await receipt({ status: "failed", reason: "No credit" });
    expect((await own())?.status).toBe("read");
    const second = await answered();
    await second.send();
    await second.receipt({ status: "failed", reason: "No credit" });
    expect(await second.own()).toMatchObject({
      status: "failed",
      status_reason: { facts: { says: "No credit" } },
    });
    expect((await receipt({ id: "unknown", status: "read" })).statusCode).toBe(200);
    expect((await receipt({ status: "lost" })).statusCode).toBe(400);
  });
});

describe("connecting", () => {
  test.each([
    ["http to a public host", { url: "http://sms.example/parley" }],
    ["a private host", { url: "https://10.0.0.1/parley" }],
    ["a host behind a password", { url: "https://a:b@sms.example/" }],
    ["a secret of another form", { secret: "whsec_short" }],
  ])("%s is refused", async (_what, more) => {
    expect((await connect(more)).statusCode).toBe(400);
    expect(receiver.received).toEqual([]);
  });

  test("a gateway that does not take the signed check is not connected", async () => {
    for (const [reply, code] of [
      [401, "credentials_refused"],
      [404, "provider_status"],
      [302, "provider_status"],
      ["cut", "unreachable_error"],
    ] as const) {
      receiver.answer(reply);
      const answer = await connect({ url: `${receiver.url}?another` });
      expect([answer.statusCode, answer.json().reason.code]).toEqual([400, code]);
    }
  });

  test("an agent may not connect one, and a secret leaves in no answer and no log", async () => {
    const body = { name: "SMS", url: receiver.url, secret };
    expect((await world.as("mira").post("/channels/gateway/connect", body)).statusCode).toBe(403);
    expect((await connect()).body).not.toContain(secret);
    expect(world.logged.join("\n")).not.toContain(secret);
  });
});
