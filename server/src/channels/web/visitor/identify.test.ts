/** The claims a page may vouch for, and their effect on its visitor. */
import { createHmac } from "node:crypto";
import type { VisitorConversation } from "@parley/contract/visitors";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { oddValues } from "../../../../../test/world/odd-values.ts";
import {
  connectWebChat,
  openVisitorBrowser,
  type VisitorBrowser,
  type WebChat,
} from "../../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../../test/world.ts";

let world: World;
let chat: WebChat;
let visitor: VisitorBrowser;
let person = 0;
let sub: string;
beforeAll(async () => {
  world = await createWorld();
  chat = await connectWebChat(world);
});
afterAll(() => world.close());
beforeEach(() => {
  visitor = openVisitorBrowser(world, chat);
  person += 1;
  sub = `customer-${person}`;
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const seconds = () => Math.floor(world.clock.now().getTime() / 1000);
function jwt(
  claims: object = {},
  { secret = chat.identify_secret, header = { alg: "HS256", typ: "JWT" } as object } = {},
) {
  const signed = `${encode(header)}.${encode({ sub, exp: seconds() + 600, ...claims })}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}
const identify = (browser: VisitorBrowser, proof = jwt()) => browser.post("identify", { jwt: proof });
const conversations = async (browser: VisitorBrowser) =>
  ((await browser.get("me")).json().conversations as VisitorConversation[]).map(({ id }) => id).toSorted();

describe("identify is refused, and changes nothing, for", () => {
  const unsigned = () => `${encode({ alg: "none" })}.${encode({ sub, exp: seconds() + 600 })}.`;
  test.each([
    ["bad_signature", () => jwt({}, { secret: "another secret" })],
    ["bad_signature", () => `${jwt().split(".").slice(0, 2).join(".")}.`],
    ["bad_signature", () => jwt().replace(/\.(.*)\./, `.${encode({ sub: "admin", exp: seconds() + 600 })}.`)],
    ["wrong_algorithm", unsigned],
    ["wrong_algorithm", () => jwt({}, { header: { alg: "HS512" } })],
    ["wrong_algorithm", () => jwt({}, { header: { alg: "hs256" } })],
    ["malformed", () => "no.token"],
    ["malformed", () => `${jwt()}.more`],
    ["expired", () => jwt({ exp: seconds() })],
    ["expired", () => jwt({ exp: undefined })],
    ["expired", () => jwt({ exp: "tomorrow" })],
    ["too_long", () => jwt({ exp: seconds() + 24 * 3600 + 60 })],
    ["no_subject", () => jwt({ sub: "" })],
    ["no_subject", () => jwt({ sub: 7 })],
  ])("%s", async (why, proof) => {
    const answer = await identify(visitor, proof());
    expect([answer.statusCode, answer.json().code, answer.json().reason?.facts]).toEqual([
      400,
      "identify_refused",
      { why },
    ]);
    expect((await visitor.get("me")).statusCode).toBe(401);
  });

  test("a proof signed with another chat's secret, or with a replaced one, is refused and changes nothing", async () => {
    const other = await connectWebChat(world);
    expect((await identify(openVisitorBrowser(world, other))).statusCode).toBe(400);
    const changed = await world.as("ingrid").post(`/channels/${other.channelid}/widget-secret`);
    const browser = openVisitorBrowser(world, other);
    expect((await identify(browser, jwt({}, { secret: other.identify_secret }))).statusCode).toBe(400);
    const { identify_secret: secret } = changed.json();
    expect((await identify(browser, jwt({}, { secret }))).statusCode).toBe(200);
  });
});

test("identify names the visitor before they have written", async () => {
  const answer = await identify(visitor, jwt({ name: "Rosa Lind", email: "rosa@pier.example" }));
  expect(answer.json()).toEqual({
    visitor: { name: "Rosa Lind", email: "rosa@pier.example", identified: true },
  });
  expect(await conversations(visitor)).toEqual([]);
});

test("an anonymous visitor's conversations stay theirs, and other devices see them", async () => {
  const { conversation } = await visitor.write("Hello");
  await identify(visitor, jwt({ name: "Rosa Lind" }));
  const phone = openVisitorBrowser(world, chat);
  await identify(phone);
  expect(await conversations(phone)).toEqual([conversation.id]);
  const going = await phone.write("From my phone", { conversation: conversation.id });
  expect(going.conversation.id).toBe(conversation.id);
  expect((await phone.get("me")).json().visitor.name).toBe("Rosa Lind");
});

test("an anonymous visitor of a second device is merged into the existing client", async () => {
  const first = await visitor.write("On the laptop");
  await identify(visitor);
  const phone = openVisitorBrowser(world, chat);
  const second = await phone.write("On the phone");
  await identify(phone);
  const both = [first.conversation.id, second.conversation.id].toSorted();
  expect(await conversations(visitor)).toEqual(both);
  expect(await conversations(phone)).toEqual(both);
  const clients = await world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").select("client_id").distinct().where("id", "in", both).execute(),
  );
  expect(clients).toHaveLength(1);
});

test("a browser of one person is not given to another: the frame asks for a new token", async () => {
  await identify(visitor);
  const { conversation } = await visitor.write("Mine");
  const other = jwt({ sub: `${sub}-other` });
  expect((await identify(visitor, other)).json()).toEqual({ visitor: null, restart: true });
  const fresh = openVisitorBrowser(world, chat);
  await identify(fresh, other);
  expect(await conversations(fresh)).toEqual([]);
  expect(await conversations(visitor)).toEqual([conversation.id]);
});

test("an equal address does not merge two visitors", async () => {
  await visitor.write("Mine", { first: { language: "en", email: "rosa@pier.example" } });
  const other = openVisitorBrowser(world, chat);
  await identify(other, jwt({ email: "rosa@pier.example" }));
  expect(await conversations(other)).toEqual([]);
});

test("two devices at once are one client", async () => {
  const devices = [visitor, openVisitorBrowser(world, chat), openVisitorBrowser(world, chat)];
  const answers = await Promise.all(devices.map((one) => identify(one)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const identities = await world.desk("harbour", ({ db }) =>
    db.selectFrom("client_identity").select("client_id").where("external_id", "=", `sub:${sub}`).execute(),
  );
  expect(identities).toHaveLength(1);
});

test("a page's visitor is identified whatever it says about their name and address", async () => {
  for (const [at, odd] of oddValues.entries()) {
    const browser = openVisitorBrowser(world, chat);
    const proof = jwt({ sub: `${sub}-${at}`, name: odd, email: odd });
    const answer = await identify(browser, proof);
    expect(answer.statusCode, JSON.stringify(odd)).toBe(200);
    expect(answer.json().visitor).not.toBeNull();
    const { message } = await browser.write("Hello");
    expect(message.content).toBe("Hello");
  }
});
