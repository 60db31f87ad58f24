/**
 * Nobody outside sees a text before it leaves: one that is scheduled, held, taken back or has stopped is looked for in all
 * that a desk sends and shows outside, over every channel.
 */

import { randomUUID } from "node:crypto";
import { otherPaths } from "@parley/contract/calls/other-paths";
import type { Scheduled } from "@parley/contract/outgoing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { done } from "../../../../test/world/done.ts";
import { type PlayedClient, playChannel } from "../../../../test/world/drivers.ts";
import { form } from "../../../../test/world/form.ts";
import { startLive } from "../../../../test/world/live.ts";
import { createMailDesk, type MailDesk } from "../../../../test/world/mail-desk.ts";
import { timeComes } from "../../../../test/world/meanwhile.ts";
import { tablesWith } from "../../../../test/world/tables-with.ts";
import {
  connectVisitor,
  connectWebChat,
  openVisitorBrowser,
  type VisitorBrowser,
} from "../../../../test/world/web-chat.ts";
import type { World } from "../../../../test/world.ts";
import { channelModules } from "../../app/channels.ts";
import { startListening } from "../../channels/accounts/listen.ts";
import { deliver } from "../../channels/outbound/deliver.ts";

const canary = "Zaunkoenig-4417";

let desk: MailDesk;
let world: World;
let live: Awaited<ReturnType<typeof startLive>>;
let listening: Awaited<ReturnType<typeof startListening>>;
beforeAll(async () => {
  desk = await createMailDesk({}, { manyCalls: true });
  world = desk.world;
  live = await startLive(world);
  listening = await startListening(world.context);
});
afterAll(async () => {
  await listening.stop();
  await live.close();
  await desk.close();
});

const mira = () => world.as("mira");
const deliverNow = (companyId: string, ticketId: string) =>
  deliver(world.context, { companyId, ticketId }, new AbortController().signal);

async function begin(
  platform: string,
): Promise<{ client: PlayedClient; companyId: string; ticketid: string }> {
  const driver = playChannel(platform, world, live.url);
  const account = driver.newAccount();
  const { bookings } = world.departments;
  const body = { ...account.body, departmentid: bookings.id };
  const connected = await done(world.as("ingrid").post(`/channels/${platform}/connect`, body));
  await driver.connected?.(account.externalId, connected);
  const client = await driver.newClient(account.externalId);
  await client.write("Where is order 7?");
  await driver.delivered(account.externalId);
  const { id, company_id } = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("ticket")
      .selectAll()
      .where("channel_id", "=", connected.channelid)
      .executeTakeFirstOrThrow(),
  );
  await world.drain();
  await done(mira().post("/acceptTicket", { ticketid: id }));
  return { client, companyId: company_id, ticketid: id };
}

/** A text or mail, and a file, in each state before leaving. Returns the ids of those that will leave. */
async function hold(platform: string, ticketid: string, to: string): Promise<string[]> {
  const text = async (content: string, leaves: string) => {
    const body = { ticketid, messageid: randomUUID(), leaves };
    const mail = { to: [{ address: to }], subject: canary, html: `<p>${content}</p>` };
    const held: Scheduled =
      platform === "email"
        ? await done(mira().post("/schedule-mail", { ...body, ...mail }))
        : await done(mira().post("/schedule-message", { ...body, content }));
    return held.outgoing?.messageid ?? "";
  };
  const ids = [await text(`${canary} scheduled`, "hour"), await text(`${canary} held`, "held")];
  await done(mira().post("/drop-outgoing", { messageid: await text(`${canary} taken back`, "hour") }));
  const file = form(
    { ticketid, messageid: randomUUID(), leaves: "hour", caption: canary },
    { name: `${canary}.txt`, content: canary },
  );
  const dropped: Scheduled = await done(mira().post("/schedule-file", undefined, file));
  await done(mira().post("/drop-outgoing", { messageid: dropped.outgoing?.messageid }));
  return ids;
}

test.each(channelModules.map(({ platform }) => platform))(
  "a client over %s gets a text once it leaves, and nothing of it before",
  async (platform) => {
    const { client, companyId, ticketid } = await begin(platform);
    const asked = world.telegram.control.requests({}).length;
    const mails = desk.smtp.received.length;
    await hold(platform, ticketid, client.externalId);
    await world.drain();
    await deliverNow(companyId, ticketid);
    expect(JSON.stringify(await client.received())).not.toContain(canary);
    expect(JSON.stringify(world.telegram.control.requests({}).slice(asked))).not.toContain(canary);
    expect(JSON.stringify(desk.smtp.received.slice(mails))).not.toContain(canary);
    for (const path of ["/export-tickets", "/admin/export-audit-log"])
      expect((await world.as("ingrid").get(path)).body, path).not.toContain(canary);
    expect((await mira().get(`/search-message?ticketid=${ticketid}&keyword=${canary}`)).body).not.toContain(
      `${canary} `,
    );
    expect(world.logged.join("\n")).not.toContain(canary);
    await timeComes(world);
    await world.drain();
    await deliverNow(companyId, ticketid);
    const got = JSON.stringify(await client.received());
    expect(got).toContain(`${canary} scheduled`);
    expect(got).toContain(`${canary} held`);
    expect(got).not.toContain("taken back");
  },
);

/** A visitor whose frame is open, and whose ticket Mira has. */
async function openFrame(name: string) {
  const chat = await connectWebChat(world, { name, departmentid: world.departments.bookings.id });
  const browser = openVisitorBrowser(world, chat);
  const { conversation } = await browser.write("Is anybody there?");
  const line = await connectVisitor(live.url, { key: chat.key, token: browser.token });
  await done(mira().post("/acceptTicket", { ticketid: conversation.id }));
  return { browser, line, ticketid: conversation.id };
}
const readAll = async (browser: VisitorBrowser, ticketid: string) => {
  const reads = Object.values(otherPaths).filter((path) => path.startsWith("GET /visitor/"));
  expect(reads.length).toBeGreaterThan(2);
  const answers = reads.map((path) =>
    browser.get(`${path.replace("GET /visitor/:key/", "")}?conversation=${ticketid}&keyword=${canary}`),
  );
  return (await Promise.all(answers)).map(({ body }) => body).join();
};

test("a visitor's open frame and calls have nothing of a held text, and the text once it leaves", async () => {
  const { browser, line, ticketid } = await openFrame("Held shop");
  const [scheduled] = await hold("web", ticketid, "");
  await done(mira().post("/send-message", { ticketid, content: "Good day" }));
  await line.receives("message");
  expect(JSON.stringify(line.received)).not.toContain(canary);
  expect(await readAll(browser, ticketid)).not.toContain(canary);
  await timeComes(world);
  const { message } = await line.receives("message", (one) => one.message.content === `${canary} scheduled`);
  expect(message.messageid).toBe(scheduled);
  expect(await readAll(browser, ticketid)).toContain(`${canary} held`);
});

test("a visitor's open frame follows an edit and a deletion at once, and keeps nothing of the old text", async () => {
  const { browser, line, ticketid } = await openFrame("Edited shop");
  const sent = await done(mira().post("/send-message", { ticketid, content: "The ferry leaves at seven." }));
  await line.receives("message", (one) => one.message.messageid === sent.messageid);
  const about = { ticketid, messageid: sent.messageid };
  await done(mira().post("/edit-message", { ...about, content: "The ferry leaves at nine." }));
  const edited = await line.receives("messageChanged", (one) => one.message.messageid === sent.messageid);
  expect(edited.message).toMatchObject({
    content: "The ferry leaves at nine.",
    edited_on: expect.any(String),
  });
  expect(await readAll(browser, ticketid)).not.toContain("at seven");
  await done(mira().post("/delete-message", about));
  const gone = await line.receives("messageChanged", (one) => one.message.type === "deleted");
  expect(gone.message).toMatchObject({ messageid: sent.messageid, content: "" });
  expect(await readAll(browser, ticketid)).not.toContain("at nine");
});

test.each(["telegram", "web"])(
  "a message over %s that was edited or deleted has its earlier text in its history alone",
  async (platform) => {
    const [before, last] = [`Steinschmaetzer-${platform}`, `Gartenrotschwanz-${platform}`];
    const { companyId, ticketid } = await begin(platform);
    const sent = await done(mira().post("/send-message", { ticketid, content: before }));
    await deliverNow(companyId, ticketid);
    await world.drain();
    const about = { ticketid, messageid: sent.messageid };
    await done(mira().post("/edit-message", { ...about, content: last }));
    await world.drain();
    expect(await tablesWith(world, before)).toEqual(["public.message_version"]);
    const published = world.published.length;
    const asked = world.telegram.control.requests({}).length;
    await done(mira().post("/delete-message", about));
    await world.drain();
    expect(await tablesWith(world, last)).toEqual(["public.message_version"]);
    const reads = [
      ...[`/${ticketid}/1/chat`, `/search-message?ticketid=${ticketid}&keyword=${last}`],
      ...[`/search?q=${last}`, "/export-tickets", "/export-clients", "/admin/export-audit-log"],
    ];
    for (const path of reads) {
      const { statusCode, body } = await world.as("ingrid").get(path);
      expect([path, statusCode]).toEqual([path, 200]);
      const shown = body;
      for (const text of [before, last]) expect(shown, path).not.toContain(text);
    }
    const later = [world.published.slice(published), world.telegram.control.requests({}).slice(asked)];
    for (const text of [before, last]) expect(JSON.stringify(later)).not.toContain(text);
    expect((await mira().get(`/messages/${sent.messageid}/history`)).statusCode).toBe(403);
    const history = await world.as("ingrid").get(`/messages/${sent.messageid}/history`);
    for (const text of [before, last]) expect(history.body).toContain(text);
  },
);

test("a visitor's calls and open frame have no earlier text of a message that was edited or deleted", async () => {
  const { browser, line, ticketid } = await openFrame("Shop with a history");
  const sent = await done(mira().post("/send-message", { ticketid, content: `${canary} first` }));
  await line.receives("message", (one) => one.message.messageid === sent.messageid);
  const about = { ticketid, messageid: sent.messageid };
  await done(mira().post("/edit-message", { ...about, content: `${canary} second` }));
  await line.receives("messageChanged", (one) => one.message.messageid === sent.messageid);
  const edited = line.received.length;
  expect(await readAll(browser, ticketid)).not.toContain(`${canary} first`);
  await done(mira().post("/delete-message", about));
  await line.receives("messageChanged", (one) => one.message.type === "deleted");
  expect(JSON.stringify(line.received.slice(edited))).not.toContain(canary);
  expect(await readAll(browser, ticketid)).not.toContain(canary);
  // A visitor who comes back reads the conversation anew.
  const again = await connectVisitor(live.url, { key: browser.key, token: browser.token });
  expect(JSON.stringify(again.received)).not.toContain(canary);
});
