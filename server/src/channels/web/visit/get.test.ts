import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signProof } from "../../../../../test/world/proof.ts";
import { connectWebChat, openVisitorBrowser, type WebChat } from "../../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../../test/world.ts";

let world: World;
let chat: WebChat;
beforeAll(async () => {
  world = await createWorld();
  chat = await connectWebChat(world, { departmentid: world.departments.bookings.id });
  const { settings } = (await world.as("ingrid").get(`/channels/${chat.channelid}/widget`)).json();
  await world.as("ingrid").post(`/channels/${chat.channelid}/widget`, { ...settings, page: true });
});
afterAll(() => world.close());

const tours = { url: "https://shop.example/tours?day=3", title: "Tours" };
let ticketid: string;
beforeEach(async () => {
  const first = { language: "de-AT", email: "nina@example.com", page: tours };
  ({
    conversation: { id: ticketid },
  } = await openVisitorBrowser(world, chat).write("Hello", { first }));
});

const visit = (who: "mira" | "naledi" | "freya" | "ingrid", id = ticketid) =>
  world.as(who).get(`/tickets/${id}/visit`);

test("only agents who see the conversation get its visit", async () => {
  expect((await world.stranger.get(`/tickets/${ticketid}/visit`)).statusCode).toBe(401);
  expect((await visit("freya")).statusCode).toBe(404);
  expect((await visit("naledi")).statusCode).toBe(404);
});

test("the page, the country of the browser's language and the address come from the first message", async () => {
  const answer = await visit("mira");
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json()).toEqual({
    page: tours,
    country: "AT",
    email: "nina@example.com",
    identified: false,
    mailed_on: null,
  });
});

test("the visit includes the last mail with answers", async () => {
  const sent_on = new Date("2026-03-02T08:30:00.000Z");
  await world.desk("harbour", async ({ db, companyId: company_id }) => {
    const { channel_id, client_external_id: external_id } = await db
      .selectFrom("ticket")
      .select(["channel_id", "client_external_id"])
      .where("id", "=", ticketid)
      .executeTakeFirstOrThrow();
    const of = { company_id, channel_id, external_id, ticket_id: ticketid };
    const mails = [new Date(0), sent_on].map((sent, seq) => ({
      ...of,
      seq,
      code_hash: Buffer.from([seq]),
      sent_on: sent,
    }));
    await db.insertInto("visitor_mail").values(mails).execute();
  });
  expect((await visit("mira")).json().mailed_on).toBe(sent_on.toISOString());
});

test("an anonymous visitor whom the page identified later has the address that answers go to", async () => {
  const visitor = openVisitorBrowser(world, chat);
  const { conversation } = await visitor.write("Hello", { first: { language: "en" } });
  const exp = world.clock.now().getTime() / 1000 + 600;
  const claims = { sub: "customer-1", email: "rosa@pier.example", exp };
  await visitor.post("identify", { jwt: signProof(claims, chat.identify_secret) });
  expect((await visit("mira", conversation.id)).json()).toMatchObject({
    email: "rosa@pier.example",
    identified: true,
  });
});

test("a ticket of another channel has the visit of its client's newest conversation that the agent sees", async () => {
  const elsewhere = await world.ticket({ handler: "mira" });
  const own = { page: tours, country: "AT", email: "nina@example.com", identified: false, mailed_on: null };
  expect((await visit("mira", elsewhere.id)).json()).toBeNull();
  await join(elsewhere.id);
  expect((await visit("mira", elsewhere.id)).json()).toEqual(own);
  expect((await visit("naledi", elsewhere.id)).statusCode).toBe(404);
  await move(ticketid, world.departments.refunds.id);
  expect((await visit("mira", elsewhere.id)).json()).toEqual({ ...own, page: null });
  expect((await visit("ingrid", elsewhere.id)).json()).toEqual(own);
});

test("a ticket into which a conversation was merged has its visit", async () => {
  const target = await world.ticket({ handler: "mira" });
  await join(target.id);
  const merged = await world.as("ingrid").post("/merge-tickets", { ticketid, into: target.id });
  expect(merged.statusCode, merged.body).toBe(200);
  await move(ticketid, world.departments.refunds.id);
  for (const id of [target.id, ticketid])
    expect((await visit("mira", id)).json()).toMatchObject({ page: tours, country: "AT" });
});

/** Gives a ticket the client of the conversation. */
const join = (id: string) =>
  world.context.pool.query(
    "update ticket set client_id = (select client_id from ticket where id = $2) where id = $1",
    [id, ticketid],
  );
const move = (id: string, department: string) =>
  world.context.pool.query("update ticket set department_id = $2 where id = $1", [id, department]);

test("the client of another channel is no visitor", async () => {
  const ticket = await world.ticket();
  const answer = await visit("mira", ticket.id);
  expect([answer.statusCode, answer.json()]).toEqual([200, null]);
});

test("readable details of the browser are kept", async () => {
  const url = "https://harbour.example/tours";
  const page = { url: `${url}?q=${"x".repeat(3000)}`, title: `To\0urs ${"x".repeat(400)}` };
  const first = { language: "de-AT@posix", name: `Nina ${"x".repeat(200)}`, page };
  const { conversation } = await openVisitorBrowser(world, chat).write("Hello", { first });
  const shown = (await world.as("mira").get(`/tickets/${conversation.id}/visit`)).json();
  expect(shown).toMatchObject({ country: "AT", page: { url } });
  expect(shown.page.title).toMatch(/^Tours x+$/);
});
