/**
 * A note never leaves: a text that stands in notes alone is looked for in all that a desk writes, sends and shows outside,
 * over every channel.
 */

import { otherPaths } from "@parley/contract/calls/other-paths";
import type { Note } from "@parley/contract/notes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { done } from "../../../../test/world/done.ts";
import { type PlayedClient, playChannel } from "../../../../test/world/drivers.ts";
import { form } from "../../../../test/world/form.ts";
import { startLive } from "../../../../test/world/live.ts";
import { createMailDesk, type MailDesk } from "../../../../test/world/mail-desk.ts";
import { tablesWith } from "../../../../test/world/tables-with.ts";
import { connectVisitor, connectWebChat, openVisitorBrowser } from "../../../../test/world/web-chat.ts";
import type { World } from "../../../../test/world.ts";
import { channelModules } from "../../app/channels.ts";
import { startListening } from "../../channels/accounts/listen.ts";
import { deliver } from "../../channels/outbound/deliver.ts";
import { sweepMailsWhenAway } from "../away/mail.ts";

const canary = "Zilpzalp-7731";

let desk: MailDesk;
let world: World;
let live: Awaited<ReturnType<typeof startLive>>;
let listening: Awaited<ReturnType<typeof startListening>>;
beforeAll(async () => {
  desk = await createMailDesk();
  world = desk.world;
  live = await startLive(world);
  listening = await startListening(world.context);
  for (const occasion of ["conversation_begins", "closed"]) {
    const automatic = await world.as("ingrid").post("/automatic-messages", {
      ...{ name: occasion, occasion, enabled: true, delay: 0, closes: false },
      ...{ channelids: [], departmentids: [], default_language: "en", texts: { en: `At ${occasion}.` } },
      ...{ template: null, template_variables: [] },
    });
    expect(automatic.statusCode, automatic.body).toBe(200);
  }
  for (const agent of ["jonas", "naledi"] as const)
    await done(world.as(agent).put("/notice-settings", { kinds: { mention: { mail: true } } }));
});
afterAll(async () => {
  await listening.stop();
  await live.close();
  await desk.close();
});

const mira = () => world.as("mira");

/** Two notes, one with a file and mentions; one is edited and one more deleted. */
async function takeNotes(ticketid: string): Promise<Note> {
  const mentions = { agents: [world.agents.jonas.id], departments: [world.departments.refunds.id] };
  const write = (content: string): Promise<Note> =>
    done(mira().post("/write-note", { ticketid, content, mentions }));
  await write(`The client is ${canary}`);
  const edited = await write("Dull");
  await done(
    mira().post("/edit-note", { ticketid, noteid: edited.noteid, content: `Not so dull: ${canary}` }),
  );
  const deleted = await write(`${canary} again`);
  await done(mira().post("/delete-note", { ticketid, noteid: deleted.noteid }));
  const file = { name: `${canary}.txt`, content: canary };
  await done(mira().post("/save-note-draft", { ticketid, content: `Unsent ${canary}` }));
  const fields = { ticketid, content: canary, mentions: JSON.stringify(mentions) };
  return done(mira().post("/send-note-file", undefined, form(fields, file)));
}

/** Hands the ticket over with a note, and back. */
async function handOver(ticketid: string): Promise<void> {
  const { bookings } = world.departments;
  for (const [from, to] of [
    ["mira", "jonas"],
    ["jonas", "mira"],
  ] as const) {
    const note = { noteid: crypto.randomUUID(), content: `${canary}, over to you` };
    const target = { newDepartment: bookings.id, newUser: world.agents[to].id };
    await done(world.as(from).post("/ticket/reassign-user", { ticketid, ...target, note }));
  }
}

/** The client writes, the desk answers in each way that the channel has, and closes. */
async function converse(platform: string): Promise<{ client: PlayedClient; note: Note }> {
  const driver = playChannel(platform, world, live.url);
  const account = driver.newAccount();
  const connected = await done(
    world.as("ingrid").post(`/channels/${platform}/connect`, {
      ...account.body,
      departmentid: world.departments.bookings.id,
    }),
  );
  await driver.connected?.(account.externalId, connected);
  const client = await driver.newClient(account.externalId);
  await client.write("Where is order 7?");
  await driver.delivered(account.externalId);
  const ticket = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("ticket")
      .selectAll()
      .where("channel_id", "=", connected.channelid)
      .executeTakeFirstOrThrow(),
  );
  await world.drain();
  await done(mira().post("/acceptTicket", { ticketid: ticket.id }));
  const note = await takeNotes(ticket.id);
  await handOver(ticket.id);
  await answerIn(platform, ticket.id, client, note);
  await deliver(
    world.context,
    { companyId: ticket.company_id, ticketId: ticket.id },
    new AbortController().signal,
  );
  await client.write("And order 8?");
  await driver.delivered(account.externalId);
  await takeNotes(ticket.id);
  await done(mira().post("/snooze-ticket", { ticketid: ticket.id, until: "client_writes" }));
  const lastMessage = { content: "We close this now." };
  const closing = { ticketid: ticket.id, ...(platform !== "email" && { lastMessage }) };
  await done(mira().post("/close-ticket", closing));
  for (let seconds = 0; seconds < 700; seconds += 100) {
    world.clock.advance(100_000);
    await world.drain();
    await sweepMailsWhenAway(world.context);
  }
  await deliver(
    world.context,
    { companyId: ticket.company_id, ticketId: ticket.id },
    new AbortController().signal,
  );
  return { client, note };
}

async function answerIn(platform: string, ticketid: string, client: PlayedClient, note: Note) {
  if (platform !== "email") {
    await done(mira().post("/send-message", { ticketid, content: "It is on its way." }));
    return;
  }
  const to = [{ address: client.externalId }];
  const mail = { ticketid, to, subject: "Order 7", html: "<p>Here.</p>" };
  await done(mira().post("/send-mail", { ...mail, quoted: true }));
  await done(mira().post("/send-mail", { ...mail, forward: true }));
  const [, , fileid] = new URL(note.path ?? "", live.url).pathname.split("/");
  const stolen = await mira().post("/send-mail", { ...mail, forward: true, fileids: [fileid] });
  expect(stolen.json()).toMatchObject({ reason: { code: "mail_file_unknown" } });
}

test("a note's text and file reach no client, provider, visitor or export, and no row but their own", async () => {
  for (const { platform } of channelModules) {
    const { client } = await converse(platform);
    const received = await client.received();
    expect(received.length, platform).toBeGreaterThan(0);
    expect(JSON.stringify(received), platform).not.toContain(canary);
  }
  // The notices that name the mention go to colleagues, without the note's text.
  expect(desk.smtp.received.filter(({ text }) => text.includes("You were mentioned"))).not.toEqual([]);
  expect(JSON.stringify(desk.smtp.received)).not.toContain(canary);
  const asked = world.telegram.control.requests({});
  expect(asked.length).toBeGreaterThan(0);
  expect(JSON.stringify(asked)).not.toContain(canary);
  const { rows: unsent } = await world.context.pool.query(
    "select platform, status, status_reason from message join channel on channel.id = channel_id where status <> 'sent'",
  );
  expect(unsent).toEqual([]);
  // A note that waits to be sent, was sent, quoted, pushed, listed, logged or audited would stand in another table.
  expect(await tablesWith(world, canary)).toEqual(["public.file", "public.note", "public.note_draft"]);
  const dead = ["newNote", "updateNote", "updateNoteDraft"];
  const others = world.published.filter(({ event }) => !dead.includes(event));
  expect(JSON.stringify(others)).not.toContain(canary);
  const exported = await world.as("ingrid").get("/export-tickets");
  expect([exported.statusCode, exported.body.includes("order 8") || exported.body.length > 100]).toEqual([
    200,
    true,
  ]);
  expect(exported.body).not.toContain(canary);
  expect((await world.as("ingrid").get("/admin/export-audit-log")).body).not.toContain(canary);
  expect(world.logged.join("\n")).not.toContain(canary);
});

test("a visitor finds no note in any of their calls, hears of none, and fetches no file of one", async () => {
  const chat = await connectWebChat(world, {
    name: "Second shop",
    departmentid: world.departments.bookings.id,
  });
  const browser = openVisitorBrowser(world, chat);
  const { conversation } = await browser.write("Is anybody there?");
  const line = await connectVisitor(live.url, { key: chat.key, token: browser.token });
  await done(mira().post("/acceptTicket", { ticketid: conversation.id }));
  const note = await takeNotes(conversation.id);
  await done(mira().post("/send-message", { ticketid: conversation.id, content: "Good day" }));
  await line.receives("message");
  const reads = Object.values(otherPaths).filter((path) => path.startsWith("GET /visitor/"));
  expect(reads.length).toBeGreaterThan(2);
  for (const path of reads) {
    const call = path.replace("GET /visitor/:key/", "");
    const answer = await browser.get(`${call}?conversation=${conversation.id}&keyword=${canary}`);
    expect(answer.statusCode, call).toBe(200);
    expect(answer.body, call).not.toContain(canary);
  }
  expect(JSON.stringify(line.received)).not.toContain(canary);
  const { pathname, search } = new URL(note.path ?? "", live.url);
  const taken = await world.stranger.get(`/visitor/${chat.key}${pathname}${search}`, {
    headers: { authorization: `Visitor ${browser.token}` },
  });
  expect(taken.statusCode).toBe(404);
  expect((await world.stranger.get(`${pathname}${search}`)).statusCode).toBe(401);
});
