/** A mail leaves later with all that its writer gave it, once, or stops with a reason. */
import { randomUUID } from "node:crypto";
import type { MailFile } from "@parley/contract/mail";
import type { Message } from "@parley/contract/messages";
import type { Outgoing, Scheduled, TicketOutgoing } from "@parley/contract/outgoing";
import type { SharedBubble } from "@parley/contract/shared-bubbles";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { blackPng } from "../../../../test/world/black-png.ts";
import { form } from "../../../../test/world/form.ts";
import { connectMailbox, type MailAccount } from "../../../../test/world/mail-account.ts";
import { inboxOf, messagesOf, timeComes, tryMeanwhile } from "../../../../test/world/meanwhile.ts";
import { type Submission, startSubmission } from "../../../../test/world/submission.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { lockTicket } from "../../support/ticket/access.ts";
import { sweepMailFiles } from "./sweep-mail-files.ts";

let world: World;
let desk: MailAccount;
let server: Submission;
let accounts = 0;

beforeAll(async () => {
  world = await createWorld({ env: { MAIL_PRIVATE_HOSTS: "127.0.0.1" } });
  server = await startSubmission({ size: 200_000 });
});
afterAll(async () => {
  await server.close();
  await world.close();
});
beforeEach(async () => {
  accounts += 1;
  server.taken.length = 0;
  await world.context.pool.query("delete from notification");
  await world.context.pool.query("delete from outgoing");
  const address = `later${accounts}@harbour.example`;
  const smtp = { host: "127.0.0.1", port: server.port, secure: false, user: address, password: "secret" };
  desk = await connectMailbox(world, { address, credentials: { smtp } });
});

const mira = () => world.as("mira");
const olena = { name: "Olena Koval", address: "olena@pier.example" };
const rosa = { name: null, address: "rosa@jetty.example" };
const boss = { name: null, address: "boss@harbour.example" };

async function conversation() {
  await desk.receive();
  const { id } = await world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").select("id").where("channel_id", "=", desk.id).executeTakeFirstOrThrow(),
  );
  expect((await mira().post("/acceptTicket", { ticketid: id })).statusCode).toBe(200);
  const ticket = await world.desk("harbour", (scope) => lockTicket(scope, id));
  if (!ticket) throw new Error("The ticket is there");
  return ticket;
}

const schedule = (ticketid: string, more: object = {}) =>
  mira().post("/schedule-mail", {
    ...{ ticketid, messageid: randomUUID(), to: [olena], subject: "Re: Order 7", leaves: "hour" },
    ...{ html: "<p>It leaves at nine.</p>", ...more },
  });
async function scheduled(ticketid: string, more: object = {}): Promise<Outgoing> {
  const answer = await schedule(ticketid, more);
  expect(answer.statusCode, answer.body).toBe(200);
  const { outgoing } = answer.json<Scheduled>();
  if (!outgoing) throw new Error("The mail has left");
  return outgoing;
}
const listed = async (ticketid: string) =>
  (await mira().get(`/${ticketid}/outgoing`)).json<TicketOutgoing>().outgoing;
const reasonOf = (answer: { statusCode: number; json(): { reason?: { code: string } } }) => [
  answer.statusCode,
  answer.json().reason?.code,
];
async function upload(ticketid: string, name: string, content: Buffer): Promise<MailFile> {
  const { payload, headers } = form({ ticketid }, { name, content });
  return (await mira().post("/mail-files", undefined, { payload, headers })).json();
}
async function last() {
  await world.drain();
  const mail = server.taken.at(-1);
  if (!mail) throw new Error("No mail was sent");
  return { ...mail, parsed: await PostalMime.parse(mail.raw) };
}

tryMeanwhile(
  () => world,
  "a mail",
  async () => {
    const ticket = await conversation();
    const { messageid } = await scheduled(ticket.id);
    return { ticket, messageid };
  },
);

test("a mail leaves with its addressees, subject, files, pictures and signature, and nobody outside has it before", async () => {
  await mira().post("/save-signature", { html: "<p>Mira of the harbour</p>" });
  const ticket = await conversation();
  const [slip, map] = [
    await upload(ticket.id, "slip.txt", Buffer.from("words")),
    await upload(ticket.id, "map.png", blackPng(64)),
  ];
  const outgoing = await scheduled(ticket.id, {
    html: `<p>On <b>Tuesday</b> <img src="cid:${map.fileid}"></p>`,
    ...{ cc: [rosa], bcc: [boss], subject: "Your order", fileids: [slip.fileid, map.fileid] },
  });
  expect(outgoing).toMatchObject({
    ...{ content: "On Tuesday", type: "text", file_name: null },
    mail: {
      ...{ kind: "all", to: [olena], cc: [rosa], bcc: [boss], subject: "Your order", html: null },
      files: [
        { fileid: slip.fileid, name: "slip.txt", inline: false },
        { fileid: map.fileid, name: "map.png", inline: true },
      ],
    },
  });
  await world.drain();
  expect(server.taken).toEqual([]);
  expect(await messagesOf(world, ticket.id)).toEqual([]);
  await mira().post("/save-signature", { html: "<p>Another one</p>" });
  await timeComes(world);
  await timeComes(world);
  expect(await messagesOf(world, ticket.id)).toMatchObject([{ id: outgoing.messageid, seq: 2 }]);
  const { to, raw, parsed } = await last();
  expect(server.taken.filter(({ raw }) => raw.includes(outgoing.messageid))).toHaveLength(1);
  expect(to).toEqual([olena.address, rosa.address, boss.address]);
  expect(raw).not.toContain(boss.address);
  expect(parsed.subject).toContain("Your order");
  expect(parsed.html).toContain("<b>Tuesday</b>");
  expect(parsed.html).toContain("Mira of the harbour");
  expect(parsed.attachments.map(({ filename }) => filename).sort()).toEqual(["map.png", "slip.txt"]);
  expect(await listed(ticket.id)).toEqual([]);
  await mira().post("/save-signature", { html: "" });
});

test("a mail that is taken back comes whole, its files are its writer's again, and its document goes", async () => {
  await mira().post("/save-signature", { html: "<p>Mira</p>" });
  const ticket = await conversation();
  const slip = await upload(ticket.id, "slip.txt", Buffer.from("words"));
  const html = "<p>On <b>Tuesday</b></p>";
  const { messageid } = await scheduled(ticket.id, { html, fileids: [slip.fileid], leaves: "held" });
  const dropped = (await mira().post("/drop-outgoing", { messageid })).json<Outgoing>();
  expect(dropped.mail).toMatchObject({ kind: "reply", html, to: [olena], files: [{ fileid: slip.fileid }] });
  expect(reasonOf(await schedule(ticket.id, { messageid }))).toEqual([409, "outgoing_dropped"]);
  const documents = await world.desk("harbour", ({ db }) =>
    db.selectFrom("file").select("name").where("ticket_id", "=", ticket.id).execute(),
  );
  // The client's own mail is kept.
  expect(documents).toEqual([{ name: "message.eml" }]);
  const sent = await mira().post("/send-mail", {
    ...{ ticketid: ticket.id, to: [olena], subject: "", html, fileids: [slip.fileid] },
  });
  expect(sent.json<Message>().files).toMatchObject([{ name: "slip.txt" }]);
  await mira().post("/save-signature", { html: "" });
});

test("a repeat is one mail, and one that is sent at once leaves no second", async () => {
  const ticket = await conversation();
  const messageid = randomUUID();
  const first = await scheduled(ticket.id, { messageid });
  expect(await scheduled(ticket.id, { messageid, subject: "Other" })).toEqual(first);
  expect((await mira().post("/send-outgoing", { messageid })).json<Message>().mail?.subject).toBe(
    "Re: Order 7",
  );
  const again = (await schedule(ticket.id, { messageid })).json<Scheduled>();
  expect(again).toMatchObject({ outgoing: null, message: { messageid } });
  await timeComes(world);
  await last();
  expect(server.taken.filter(({ raw }) => raw.includes(messageid))).toHaveLength(1);
});

test("the time of a mail changes, and its text does not: it is taken back for that", async () => {
  const ticket = await conversation();
  const { messageid, due_on } = await scheduled(ticket.id);
  const change = (to: object) => mira().post("/change-outgoing", { messageid, ...to });
  expect(reasonOf(await change({ content: "Other" }))).toEqual([400, "outgoing_mail"]);
  const later = (await change({ leaves: "tomorrow" })).json<Outgoing>();
  expect(Date.parse(later.due_on ?? "")).toBeGreaterThan(Date.parse(due_on ?? ""));
});

test("a mail that could not be sent now is refused at once, and its files stay its writer's", async () => {
  const ticket = await conversation();
  const slip = await upload(ticket.id, "slip.txt", Buffer.from("words"));
  const refused = async (more: object) =>
    reasonOf(await schedule(ticket.id, { fileids: [slip.fileid], ...more }));
  expect(await refused({ fileids: [slip.fileid, randomUUID()] })).toEqual([400, "mail_file_unknown"]);
  expect((await refused({ aboutid: randomUUID() }))[0]).toBe(404);
  expect((await refused({ to: [] }))[0]).toBe(400);
  expect(await refused({ leaves: "2020-01-01T09:00" })).toEqual([400, "outgoing_past"]);
  expect(await refused({ seenSeq: 0 })).toEqual([409, "client_wrote"]);
  const messenger = await world.ticket({ handler: "mira" });
  expect(reasonOf(await schedule(messenger.id))).toEqual([400, "channel_without_mail"]);
  expect((await world.as("jonas").post("/schedule-mail", { ticketid: ticket.id })).statusCode).toBe(400);
  expect(await listed(ticket.id)).toEqual([]);
  expect((await scheduled(ticket.id, { fileids: [slip.fileid] })).mail?.files).toHaveLength(1);
});

test("a mail keeps its files until it leaves, and stops where another mail has taken one", async () => {
  const ticket = await conversation();
  const [kept, taken] = [
    await upload(ticket.id, "kept.txt", Buffer.from("kept")),
    await upload(ticket.id, "taken.txt", Buffer.from("taken")),
  ];
  const stays = await scheduled(ticket.id, { fileids: [kept.fileid], leaves: "2027-03-01T09:00" });
  const stops = await scheduled(ticket.id, { fileids: [taken.fileid] });
  await world.context.pool.query("update mail_upload set created_on = created_on - interval '60 days'");
  await sweepMailFiles(world.context);
  const body = { ticketid: ticket.id, to: [olena], subject: "", html: "<p>x</p>", fileids: [taken.fileid] };
  expect((await mira().post("/send-mail", body)).statusCode).toBe(200);
  await timeComes(world);
  expect(await listed(ticket.id)).toMatchObject([
    { messageid: stops.messageid, reason: { code: "mail_file_unknown" } },
  ]);
  const [message] = (await messagesOf(world, ticket.id)).filter(({ id }) => id === stays.messageid);
  expect(message).toBeDefined();
  const { parsed } = await last();
  expect(parsed.attachments.map(({ filename }) => filename)).toEqual(["kept.txt"]);
});

test("a mail whose leaving fails is tried five times, a minute apart, then stops and is kept", async () => {
  const ticket = await conversation();
  const { messageid } = await scheduled(ticket.id);
  const queueMail = () => Promise.reject(new Error("Its files cannot be read"));
  const broken = { ...world, context: { ...world.context, queueMail } };
  for (let tries = 1; tries < 5; tries++) {
    await timeComes(broken);
    const [waits] = await listed(ticket.id);
    expect(Date.parse(waits?.due_on ?? "") - world.clock.now().getTime()).toBe(60_000);
  }
  await timeComes(broken);
  expect(await listed(ticket.id)).toMatchObject([
    { messageid, content: "It leaves at nine.", due_on: null, reason: { code: "outgoing_failed" } },
  ]);
  expect(await inboxOf(world, "mira")).toMatchObject([
    { ticketid: ticket.id, reason: { code: "outgoing_failed" } },
  ]);
  expect((await mira().post("/send-outgoing", { messageid })).statusCode).toBe(200);
  expect((await messagesOf(world, ticket.id)).filter(({ id }) => id === messageid)).toHaveLength(1);
});

test("a mail stops when its ticket is deleted, and waits for its writer once it is restored", async () => {
  const ticket = await conversation();
  const { messageid } = await scheduled(ticket.id);
  const ingrid = world.as("ingrid");
  expect((await ingrid.post("/admin/delete-ticket", { ticketid: ticket.id })).statusCode).toBe(200);
  await timeComes(world);
  expect((await ingrid.post("/admin/restore-ticket", { ticketid: ticket.id })).statusCode).toBe(200);
  await timeComes(world);
  expect(await listed(ticket.id)).toMatchObject([
    { messageid, due_on: null, reason: { code: "ticket_deleted" } },
  ]);
});

test("the macro of a mail runs when the mail leaves", async () => {
  const ticket = await conversation();
  const made = await world.as("ingrid").post("/admin/create-bubble", {
    ...{ name: "Settled", content: "Done", actions: [{ kind: "close", silently: true }] },
  });
  const { bubbleid, updated_on } = made.json<SharedBubble>();
  const macro = { runid: randomUUID(), bubbleid, updated_on };
  const { messageid } = await scheduled(ticket.id, { macro });
  await timeComes(world);
  expect((await messagesOf(world, ticket.id)).filter(({ id }) => id === messageid)).toHaveLength(1);
  const closed = await world.desk("harbour", (scope) => lockTicket(scope, ticket.id));
  expect(closed?.closed_on).not.toBeNull();
});
