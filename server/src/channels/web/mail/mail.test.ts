/** Answers that a visitor has not read are mailed: when, how often, and with which way back. */
import type { ErrorAnswer } from "@parley/contract/errors";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  connectWebChat,
  openVisitorBrowser,
  type VisitorBrowser,
  type WebChat,
} from "../../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../../test/world.ts";
import { relayEvents } from "../../../floor/ledger/relay.ts";
import type { MailContent } from "../../../mail/texts/content.ts";
import { sweepUnreadAnswers } from "./send.ts";

let world: World;
let chat: WebChat;
let visitor: VisitorBrowser;
let ticketid: string;
beforeAll(async () => {
  world = await createWorld();
  chat = await connectWebChat(world, {
    departmentid: world.departments.bookings.id,
    origins: ["https://*.shop.example"],
  });
  const path = `/channels/${chat.channelid}/widget`;
  const { settings } = (await world.as("ingrid").get(path)).json();
  await world.as("ingrid").post(path, { ...settings, page: true });
});
afterAll(() => world.close());
beforeEach(async () => {
  visitor = openVisitorBrowser(world, chat);
  const page = { url: "https://www.shop.example/boots#size", title: "Boots" };
  const first = { language: "nl", email: "rosa@pier.example", page };
  ticketid = (await visitor.write("Hallo", { first })).conversation.id;
  await world.as("mira").post("/acceptTicket", { ticketid });
  await world.context.pool.query("delete from mail");
});

const answer = (content: string) => world.as("mira").post("/send-message", { ticketid, content });
async function later(minutes: number) {
  await relayEvents(world.context);
  world.clock.advance(minutes * 60_000);
  await sweepUnreadAnswers(world.context);
}
async function mails(): Promise<{ address: string; content: Extract<MailContent, { kind: "page" }> }[]> {
  const { rows } = await world.context.pool.query("select address, sealed from mail order by created_on");
  return rows.map(({ address, sealed }) => ({
    address,
    content: JSON.parse(world.context.secrets.open(sealed)),
  }));
}
const linkOf = ({ content }: Awaited<ReturnType<typeof mails>>[number]) => content.page.link?.url ?? "";

test("unread answers go by mail together, after five minutes, in the visitor's language", async () => {
  await answer("One");
  await answer("Two");
  await later(4);
  expect(await mails()).toEqual([]);
  await later(2);
  const [mail, ...more] = await mails();
  expect([mail?.address, mail?.content.page.lead, more]).toEqual(["rosa@pier.example", "One\n\nTwo", []]);
  expect(mail?.content.subject).toBe("Harbour Travel heeft u geantwoord");
  await later(60);
  expect(await mails()).toHaveLength(1);
  await answer("Three");
  await later(6);
  expect((await mails()).map(({ content }) => content.page.lead)).toEqual(["One\n\nTwo", "Three"]);
});

test("answers read meanwhile are not mailed, nor any without an address", async () => {
  await answer("One");
  await visitor.post("seen", { conversation: ticketid, seq: 2 });
  await later(6);
  expect(await mails()).toEqual([]);
  const other = openVisitorBrowser(world, chat);
  ticketid = (await other.write("Hello")).conversation.id;
  await world.as("mira").post("/acceptTicket", { ticketid });
  await answer("One");
  await later(6);
  expect(await mails()).toEqual([]);
});

test("the mail links to the page the visitor wrote from; the link brings another browser back once", async () => {
  await answer("One");
  await later(6);
  const [mail] = await mails();
  if (!mail) throw new Error("No mail was queued");
  const [page, code = ""] = linkOf(mail).split("#parley-chat=");
  expect(page).toBe("https://www.shop.example/boots");
  const phone = openVisitorBrowser(world, chat);
  expect((await phone.post("return", { code })).statusCode).toBe(200);
  expect((await phone.get("me")).json().conversations[0].id).toBe(ticketid);
  expect((await openVisitorBrowser(world, chat).post("return", { code })).statusCode).toBe(404);
});

test("the mail does not link to a page that may no longer show the chat", async () => {
  const path = `/channels/${chat.channelid}/widget`;
  const { settings } = (await world.as("ingrid").get(path)).json();
  await world.as("ingrid").post(path, { ...settings, origins: ["https://*.evil-shop.example"] });
  await answer("One");
  await later(6);
  const [mail] = await mails();
  expect(mail && linkOf(mail)).toMatch(
    new RegExp(`^${world.context.config.publicUrl}/chat/${chat.key}#parley-chat=`),
  );
  await world.as("ingrid").post(path, settings);
});

test("pressing the stop link ends the mails; opening it alone changes nothing", async () => {
  await answer("One");
  await later(6);
  const [mail] = await mails();
  const stop = new URL(mail?.content.page.footer.split(" ").at(-1) ?? "").pathname;
  expect((await world.stranger.get(stop)).statusCode).toBe(200);
  await answer("Two");
  await later(6);
  expect(await mails()).toHaveLength(2);
  expect((await world.stranger.post(`${stop}x`)).statusCode).toBe(404);
  expect((await world.stranger.post(stop)).body).toContain("geen e-mails");
  await answer("Three");
  await later(6);
  expect(await mails()).toHaveLength(2);
});

test("a visitor with an address is written to first: by mail, whose link leads into that conversation", async () => {
  await world.as("mira").post("/close-ticket", { ticketid });
  world.clock.advance(60_000);
  const begun = await begin("Your boots are here");
  const { ticketid: next } = begun.json<Ticket>();
  expect([begun.statusCode, next === ticketid], begun.body).toEqual([200, false]);
  await world.drain();
  await later(6);
  const [mail, ...more] = await mails();
  expect([mail?.address, mail?.content.page.lead, more]).toEqual([
    "rosa@pier.example",
    "Your boots are here",
    [],
  ]);
  const phone = openVisitorBrowser(world, chat);
  const code = mail && linkOf(mail).split("#parley-chat=")[1];
  expect((await phone.post("return", { code })).statusCode).toBe(200);
  const { conversations } = (await phone.get("me")).json();
  expect(conversations.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
    [next, "accepted"],
    [ticketid, "closed"],
  ]);
  // The open frame writes without naming a conversation.
  expect((await phone.write("I come today", { conversation: next })).conversation.id).toBe(next);
  expect((await visitor.write("At five")).conversation.id).toBe(next);
  const shown = (await phone.get(`messages?conversation=${next}`)).json().messages;
  expect(shown.map(({ mine, content }: { mine: boolean; content: string }) => [mine, content])).toEqual([
    [false, "Your boots are here"],
    [true, "I come today"],
    [true, "At five"],
  ]);
});

test("a visitor who is written to first while they write has one open conversation", async () => {
  await world.as("mira").post("/close-ticket", { ticketid });
  const [begun, { conversation }] = await Promise.all([begin("Your boots are here"), visitor.write("Hallo")]);
  expect([begun.statusCode, begun.json<Ticket>().ticketid], begun.body).toEqual([200, conversation.id]);
});

test("a visitor without an address, or one who wants no mails, is not written to first", async () => {
  const refused = async () => {
    const answer = await begin("Hello");
    const { begins } = (await world.as("mira").get(`/tickets/${ticketid}`)).json<Ticket>();
    return [answer.statusCode, answer.json<ErrorAnswer>().reason?.code, begins];
  };
  await world.as("mira").post("/close-ticket", { ticketid });
  await world.context.pool.query("update visitor set mails_off_on = now()");
  expect(await refused()).toEqual([409, "visitor_without_mail", false]);
  await world.context.pool.query("update visitor set mails_off_on = null, email = null");
  expect(await refused()).toEqual([409, "visitor_without_mail", false]);
});

async function begin(content: string) {
  const { clientid, channel } = (await world.as("mira").get(`/tickets/${ticketid}`)).json<Ticket>();
  return world.as("mira").post("/start-conversation", { channelid: channel.channelid, clientid, content });
}
