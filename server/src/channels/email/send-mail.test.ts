/** An agent's messages go out as one mail each, and answer the conversation. */
import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Draft } from "@parley/contract/drafts";
import type { MailFile } from "@parley/contract/mail";
import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { blackPng } from "../../../../test/world/black-png.ts";
import { form } from "../../../../test/world/form.ts";
import { connectMailbox, type MailAccount } from "../../../../test/world/mail-account.ts";
import { type Submission, startSubmission } from "../../../../test/world/submission.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { createOutside } from "../../app/worker/outside.ts";
import { keyOf, plusAddress, readKey } from "./marks/keys.ts";
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
  server.refuse({});
  const address = `desk${accounts}@harbour.example`;
  const smtp = { host: "127.0.0.1", port: server.port, secure: false, user: address, password: "secret" };
  desk = await connectMailbox(world, { address, credentials: { smtp } });
});

const mira = () => world.as("mira");
const olena = { name: "Olena Koval", address: "olena@pier.example" };

async function conversation(facts: Parameters<MailAccount["receive"]>[0] = {}): Promise<Ticket> {
  await desk.receive(facts);
  const { id } = await world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").select("id").where("channel_id", "=", desk.id).executeTakeFirstOrThrow(),
  );
  const answer = await mira().post("/acceptTicket", { ticketid: id });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function sendMail(ticketid: string, facts: object = {}) {
  const body = { ticketid, to: [olena], subject: "Re: Order 7", html: "<p>On <b>Tuesday</b></p>", ...facts };
  const answer = await mira().post("/send-mail", body);
  await world.drain();
  return answer;
}
const messageOf = (id: string) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("message").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );
const tickets = () =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").select("id").where("channel_id", "=", desk.id).orderBy("id").execute(),
  );
async function last() {
  const mail = server.taken.at(-1);
  if (!mail) throw new Error("No mail was sent");
  return { ...mail, parsed: await PostalMime.parse(mail.raw) };
}

test("an address that an agent has written to stays the client's, though the sender is unproved", async () => {
  const elsewhere = (address: string) => ({
    headers: ["In-Reply-To: <first@pier.example>", `Reply-To: ${address}`],
  });
  const { ticketid } = await conversation({ id: "<first@pier.example>" });
  await sendMail(ticketid, { to: [{ address: "office@pier.example" }] });
  await desk.receive(elsewhere("office@pier.example"));
  await mira().post("/send-message", { ticketid, content: "To the office" });
  await world.drain();
  expect((await last()).to).toEqual(["office@pier.example"]);
  await desk.receive(elsewhere("evil@evil.example"));
  await mira().post("/send-message", { ticketid, content: "To Olena" });
  await world.drain();
  expect((await last()).to).toEqual([olena.address]);
});

test("a list of the mail editor is lines of text, in the desk and for the client", async () => {
  const { ticketid } = await conversation();
  const html = "<p>Two:</p><ul><li><p>Hotel <strong>Sol</strong></p></li><li><p>Hotel Luna</p></li></ul>";
  const answer = await sendMail(ticketid, { html });
  const text = "Two:\n\n• Hotel Sol\n• Hotel Luna";
  expect(answer.json<Message>().content).toBe(text);
  expect((await last()).parsed.text).toContain(text);
});

test("a mail goes to all addressees at once, and Bcc is in no header", async () => {
  const { ticketid } = await conversation();
  const cc = [{ name: null, address: "rosa@jetty.example" }];
  const bcc = [{ name: null, address: "boss@harbour.example" }];
  const answer = await sendMail(ticketid, { cc, bcc });
  expect(answer.statusCode, answer.body).toBe(200);
  const message = answer.json<Message>();
  expect(message).toMatchObject({
    content: "On Tuesday",
    mail: { subject: "Re: Order 7", to: [olena], cc, bcc },
  });
  expect(server.taken).toHaveLength(1);
  const { to, raw, parsed } = await last();
  expect(to).toEqual(["olena@pier.example", "rosa@jetty.example", "boss@harbour.example"]);
  expect(raw).not.toContain("boss@harbour.example");
  expect(parsed.messageId).toBe(`<${message.messageid}@harbour.example>`);
  expect(parsed.subject).toBe(`Re: Order 7 [#${ticketid.slice(0, 8)}]`);
  expect(parsed.html).toContain("<b>Tuesday</b>");
  expect(await messageOf(message.messageid)).toMatchObject({ status: "sent", external_id: parsed.messageId });
});

test("a mail answers the chain, gets answers by its signed address, and quotes the client", async () => {
  const { ticketid } = await conversation({
    headers: ["References: <a@pier.example> <b@pier.example>"],
    id: "<c@pier.example>",
  });
  await sendMail(ticketid);
  const { parsed } = await last();
  expect(parsed.inReplyTo).toBe("<c@pier.example>");
  expect(parsed.references).toBe("<a@pier.example> <b@pier.example> <c@pier.example>");
  const [address] = parsed.replyTo ?? [];
  expect(
    readKey(world.context.secrets, desk.id, desk.externalId, address?.address ?? "")?.isFor(ticketid),
  ).toBe(true);
  expect(parsed.text).toContain("> Where is it?");
  await desk.receive({ headers: [`In-Reply-To: ${parsed.messageId}`], text: "Thank you" });
  const { last_message } = (await mira().get(`/tickets/${ticketid}`)).json<Ticket>();
  expect(last_message?.content).toBe("Thank you");
});

const failing = [
  "Received: from mail.evil.example by mx.harbour.example; Sun, 22 Nov 2026 08:00:00 +0000",
  "Authentication-Results: mx.harbour.example; dmarc=fail",
];

test.each([
  ["a sender who fails DMARC", { headers: failing }, [olena]],
  ["an address outside the conversation", {}, [olena, { name: null, address: "new@elsewhere.example" }]],
])("%s gets no history", async (_who, facts, to) => {
  const { ticketid } = await conversation(facts);
  await sendMail(ticketid, { to });
  expect((await last()).raw).not.toContain("Where is it?");
});

test("a stranger who came by a reference gets no history, even once answered", async () => {
  const { ticketid } = await conversation({ id: "<known@pier.example>" });
  await desk.receive({
    from: "mallory@evil.example",
    headers: ["In-Reply-To: <known@pier.example>"],
    text: "And me?",
  });
  const to = [{ name: null, address: "mallory@evil.example" }];
  await sendMail(ticketid, { to });
  await desk.receive({ headers: ["In-Reply-To: <known@pier.example>"], text: "hers-alone" });
  await sendMail(ticketid, { to });
  expect(server.taken.map(({ raw }) => raw.includes("hers-alone") || raw.includes("Where is it?"))).toEqual([
    false,
    false,
  ]);
});

const rosa = { name: "Rosa", address: "rosa@jetty.example" };
const reply = (id: string) => [`In-Reply-To: ${id}`];

test("a person whom the client copies in gets no history before an agent has written to them", async () => {
  const { ticketid } = await conversation({
    id: "<first@pier.example>",
    headers: ["Cc: rosa@jetty.example"],
  });
  await sendMail(ticketid, { cc: [rosa] });
  expect((await last()).raw).not.toContain("Where is it?");
  await desk.receive({ headers: reply("<first@pier.example>"), text: "Order 7, the red one" });
  await sendMail(ticketid, { cc: [rosa] });
  expect((await last()).raw).toContain("the red one");
});

test("a copied person who writes first gets no history with the first answer, and gets it with the next", async () => {
  const { ticketid } = await conversation({
    id: "<first@pier.example>",
    headers: ["Cc: rosa@jetty.example"],
  });
  const from = "Rosa <rosa@jetty.example>";
  await desk.receive({ from, headers: reply("<first@pier.example>"), text: "I am here too" });
  await sendMail(ticketid, { to: [rosa] });
  expect((await last()).raw).not.toMatch(/Where is it|here too/);
  await desk.receive({ headers: reply("<first@pier.example>"), text: "Order 7, the red one" });
  await sendMail(ticketid, { to: [rosa] });
  expect((await last()).raw).toContain("the red one");
});

test("a person whom only a stranger or a forged mail names stays unknown, whatever an agent writes", async () => {
  const { ticketid } = await conversation({ id: "<first@pier.example>" });
  await desk.receive({
    from: "mallory@evil.example",
    headers: [...reply("<first@pier.example>"), "Cc: rosa@jetty.example"],
  });
  await desk.receive({
    from: "Rosa <rosa@jetty.example>",
    headers: reply("<first@pier.example>"),
    text: "And me?",
  });
  await sendMail(ticketid, { to: [rosa] });
  await desk.receive({ headers: reply("<first@pier.example>"), text: "hers-alone" });
  await sendMail(ticketid, { to: [rosa] });
  expect((await last()).raw).not.toContain("hers-alone");
});

test("a text from the ordinary composer answers by mail, to the addresses its sender wants", async () => {
  const { ticketid } = await conversation({
    ...{ from: "New Person <new@pier.example>", subject: "AW: Re: Order 7" },
    headers: ["Reply-To: New Person <home@pier.example>"],
  });
  const answer = await mira().post("/send-message", { ticketid, content: "On Tuesday\nby ferry" });
  expect(answer.json<Message>().mail).toMatchObject({
    subject: "Re: Order 7",
    to: [{ address: "home@pier.example" }],
  });
  await world.drain();
  const { to, parsed } = await last();
  expect(to).toEqual(["home@pier.example"]);
  expect(parsed.text).toContain("On Tuesday\nby ferry");
});

test("files go along, a picture stays in its position, and an upload serves one mail of its agent", async () => {
  const { ticketid } = await conversation();
  const upload = async (name: string, content: Buffer) => {
    const { payload, headers } = form({ ticketid }, { name, content });
    const answer = await mira().post("/mail-files", undefined, { payload, headers });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<{ fileid: string; path: string }>();
  };
  const [slip, map] = [await upload("slip.txt", Buffer.from("words")), await upload("map.png", blackPng(64))];
  expect((await mira().get(slip.path)).body).toBe("words");
  expect((await world.as("jonas").get(map.path)).statusCode).toBe(404);
  const html = `<p>See <img src="cid:${map.fileid}"></p>`;
  const stolen = await world
    .as("ingrid")
    .post("/send-mail", { ticketid, to: [olena], subject: "", html, fileids: [map.fileid] });
  expect(stolen.statusCode).toBeGreaterThanOrEqual(400);
  const answer = await sendMail(ticketid, { html, fileids: [slip.fileid, map.fileid] });
  const { files, mail } = answer.json<Message>();
  expect(files.map(({ name, inline }) => [name, inline])).toEqual([
    ["slip.txt", false],
    ["map.png", true],
  ]);
  expect(mail?.html).toContain(`/files/${map.fileid}/`);
  const { parsed } = await last();
  expect(
    parsed.attachments.map(({ filename, disposition, contentId }) => [filename, disposition, contentId]),
  ).toEqual(
    expect.arrayContaining([
      ["slip.txt", "attachment", undefined],
      ["map.png", "inline", `<${map.fileid}@harbour.example>`],
    ]),
  );
  const again = await sendMail(ticketid, { fileids: [map.fileid] });
  expect(again.json()).toMatchObject({ reason: { code: "mail_file_unknown" } });
});

test("a file above the limit of a mail is refused, and the refusal names the limit", async () => {
  const { ticketid } = await conversation();
  const { payload, headers } = form({ ticketid }, { name: "film.mp4", content: Buffer.alloc(18_000_001) });
  const answer = await mira().post("/mail-files", undefined, { payload, headers });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    413,
    { code: "too_large", reason: { code: "file_larger_than", facts: { max: 18 } } },
  ]);
});

test("an upload that is never sent is deleted after a day, with its bytes", async () => {
  const { ticketid } = await conversation();
  const { payload, headers } = form({ ticketid }, { name: "left.txt", content: Buffer.from("words") });
  const { fileid } = (await mira().post("/mail-files", undefined, { payload, headers })).json<{
    fileid: string;
  }>();
  const fileOf = () =>
    world.desk("harbour", ({ db }) =>
      db.selectFrom("file").selectAll().where("id", "=", fileid).executeTakeFirst(),
    );
  const kept = await fileOf();
  await sweepMailFiles(world.context);
  expect(await fileOf()).toBeDefined();
  const yesterday = new Date(world.clock.now().getTime() - 25 * 3_600_000);
  await world.desk("harbour", ({ db }) =>
    db.updateTable("mail_upload").set({ created_on: yesterday }).where("file_id", "=", fileid).execute(),
  );
  await sweepMailFiles(world.context);
  expect(await fileOf()).toBeUndefined();
  const bytes = async () => buffer(await world.context.files.read(kept?.storage_key ?? ""));
  await expect(bytes()).rejects.toThrow();
});

test("a file of a saved draft stays for 30 days after the last change; then the draft says that it is gone", async () => {
  const { ticketid } = await conversation();
  const upload = async (name: string) => {
    const { payload, headers } = form({ ticketid }, { name, content: Buffer.from("words") });
    return (await mira().post("/mail-files", undefined, { payload, headers })).json<MailFile>();
  };
  const [kept, left] = [await upload("kept.txt"), await upload("left.txt")];
  const mail = {
    ...{ kind: "reply", about: null, quoted: true, to: [olena], cc: [], bcc: [], subject: "Re", html: "" },
    files: [{ ...kept, path: null, inline: false }],
  };
  expect((await mira().post("/save-draft", { ticketid, content: "Dear", mail })).statusCode).toBe(200);
  const filesOf = async () => {
    const drafts = (await mira().get("/drafts")).json<Draft[]>();
    return drafts.find((draft) => draft.ticketid === ticketid)?.mail?.files;
  };
  const { now } = world.clock;
  const daysAgo = (days: number) => new Date(now().getTime() - days * 24 * 3_600_000);
  const age = (uploaded: number, drafted: number) =>
    world.desk("harbour", async ({ db }) => {
      await db
        .updateTable("mail_upload")
        .set({ created_on: daysAgo(uploaded) })
        .where("file_id", "in", [kept.fileid, left.fileid])
        .execute();
      await db
        .updateTable("draft")
        .set({ updated_on: daysAgo(drafted) })
        .where("ticket_id", "=", ticketid)
        .execute();
    });
  const names = () =>
    world.desk("harbour", async ({ db }) => {
      const rows = await db
        .selectFrom("file")
        .select("name")
        .where("id", "in", [kept.fileid, left.fileid])
        .execute();
      return rows.map(({ name }) => name);
    });
  await age(31, 29);
  await sweepMailFiles(world.context);
  expect(await names()).toEqual(["kept.txt"]);
  const [there] = (await filesOf()) ?? [];
  expect(there?.gone).toBeUndefined();
  expect((await mira().get(there?.path ?? "")).body).toBe("words");
  await age(31, 31);
  await sweepMailFiles(world.context);
  expect(await names()).toEqual([]);
  expect(await filesOf()).toMatchObject([{ name: "kept.txt", path: null, gone: true }]);
});

test("a draft that names a colleague's upload has no link to it, and does not keep it", async () => {
  const { ticketid } = await conversation();
  const { payload, headers } = form({ ticketid }, { name: "own.txt", content: Buffer.from("words") });
  const file = (await mira().post("/mail-files", undefined, { payload, headers })).json<MailFile>();
  const mail = {
    ...{ kind: "reply", about: null, quoted: true, to: [], cc: [], bcc: [], subject: "", html: "" },
    files: [{ ...file, inline: false }],
  };
  await world.as("jonas").post("/save-draft", { ticketid, content: "Dear", mail });
  const drafts = (await world.as("jonas").get("/drafts")).json<Draft[]>();
  expect(drafts.find((draft) => draft.ticketid === ticketid)?.mail?.files).toMatchObject([
    { path: null, gone: true },
  ]);
});

test("a line break in an agent's text begins no header", async () => {
  const { ticketid } = await conversation();
  for (const facts of [
    { subject: "Hello\r\nBcc: all@evil.example" },
    { to: [{ name: "Olena\r\nBcc: all@evil.example", address: olena.address }] },
    { to: [{ name: null, address: "olena@pier.example\r\nBcc: all@evil.example" }] },
    { to: [{ name: null, address: "a@pier.example, b@pier.example" }] },
  ])
    expect((await sendMail(ticketid, facts)).statusCode).toBe(400);
  await desk.receive({
    subject: "=?utf-8?q?Hello=0D=0ABcc:_all@evil.example?=",
    id: "<encoded@pier.example>",
  });
  await mira().post("/send-message", { ticketid, content: "x" });
  await world.drain();
  expect((await last()).raw).not.toMatch(/^Bcc:/im);
});

test("too many addressees, and none, are refused", async () => {
  const { ticketid } = await conversation();
  const many = Array.from({ length: 51 }, (_, n) => ({ name: null, address: `p${n}@pier.example` }));
  expect((await sendMail(ticketid, { to: many.slice(0, 26), cc: many.slice(26) })).statusCode).toBe(400);
  expect((await sendMail(ticketid, { to: [] })).statusCode).toBe(400);
});

test("a repeat sends no second mail", async () => {
  const { ticketid } = await conversation();
  const messageid = randomUUID();
  await sendMail(ticketid, { messageid });
  expect((await sendMail(ticketid, { messageid })).json()).toMatchObject({ messageid });
  expect(server.taken).toHaveLength(1);
});

test.each([
  ["550 at RCPT", { rcpt: () => 550 }, "failed", "No such person"],
  ["450 at RCPT", { rcpt: () => 450 }, "queued", "No such person"],
  ["554 after DATA", { data: 554 }, "failed", "Looks like spam"],
  ["451 after DATA", { data: 451 }, "queued", "Looks like spam"],
  ["a connection lost after DATA", { data: "drop" as const }, "uncertain", "may or may not"],
])("a mail that the server answers with %s is %s", async (_what, spoilt, status, says) => {
  const { ticketid } = await conversation();
  server.refuse(spoilt);
  const body = { ticketid, to: [olena], subject: "Re: Order 7", html: "<p>On Tuesday</p>" };
  const { messageid } = (await mira().post("/send-mail", body)).json<Message>();
  await world.drain();
  const chat = (await mira().get(`/${ticketid}/1/chat`)).json<{
    selectedSections: Record<string, Message[]>;
  }>();
  const message = Object.values(chat.selectedSections)
    .flat()
    .find((one) => one.messageid === messageid);
  expect(message?.status).toBe(status);
  expect(message?.status_reason ?? "").toContain(says);
});

test("with several addressees the refused ones are named, and the others have the mail", async () => {
  const { ticketid } = await conversation();
  server.refuse({ rcpt: (address) => (address === "rosa@jetty.example" ? 550 : null) });
  const answer = await sendMail(ticketid, { cc: [{ name: null, address: "rosa@jetty.example" }] });
  expect(await messageOf(answer.json<Message>().messageid)).toMatchObject({
    status: "sent",
    status_reason: { code: "mail_partly_refused", facts: { address: "rosa@jetty.example" } },
  });
  expect((await last()).to).toEqual(["olena@pier.example"]);
});

test("mails to many tickets go out several at a time, those of a ticket in order", async () => {
  server.refuse({ takes: 300 });
  const clients = Array.from({ length: 8 }, (_, n) => `client${n}@pier.example`);
  const texts = ["first", "second"];
  for (const from of clients) await desk.receive({ from });
  const ids = (await tickets()).map(({ id }) => id);
  for (const ticketid of ids) {
    expect((await mira().post("/acceptTicket", { ticketid })).statusCode).toBe(200);
    for (const content of texts) await mira().post("/send-message", { ticketid, content });
  }
  const outside = createOutside(world.context, new AbortController().signal);
  const { companyId } = desk;
  await Promise.all(
    ids.map((ticketId) =>
      outside.tasks.deliver({ companyId, ticketId, channelId: desk.id, platform: "email" }),
    ),
  );
  expect(server.taken).toHaveLength(ids.length * texts.length);
  expect(server.atOnce()).toBeGreaterThan(2);
  for (const mails of Map.groupBy(server.taken, ({ to }) => to.join()).values())
    expect(mails.map(({ raw }) => texts.find((text) => raw.includes(`\r\n${text}`)))).toEqual(texts);
});

const accountState = () =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("channel").select("broken_reason").where("id", "=", desk.id).executeTakeFirstOrThrow(),
  );
const signInRefused = { code: "mail_sign_in_refused", facts: { provider: "127.0.0.1 (SMTP)" } };

test("a refused sign-in is tried once more seconds later, and a mail that then goes out breaks nothing", async () => {
  const { ticketid } = await conversation();
  server.refuse({ auth: 535 });
  const { messageid } = (await sendMail(ticketid)).json<Message>();
  expect(await messageOf(messageid)).toMatchObject({ status: "queued", status_reason: signInRefused });
  expect(await accountState()).toEqual({ broken_reason: null });
  server.refuse({});
  world.clock.advance(6_000);
  await world.drain();
  expect(await messageOf(messageid)).toMatchObject({ status: "sent", status_reason: null });
  expect(await accountState()).toEqual({ broken_reason: null });
});

test("a sign-in refused twice fails the message and marks the account", async () => {
  const { ticketid } = await conversation();
  server.refuse({ auth: 535 });
  const { messageid } = (await sendMail(ticketid)).json<Message>();
  expect(await messageOf(messageid)).toMatchObject({ status: "queued" });
  world.clock.advance(6_000);
  await world.drain();
  expect(await messageOf(messageid)).toMatchObject({ status: "failed", status_reason: signInRefused });
  expect(await accountState()).toMatchObject({ broken_reason: { code: "mail_sign_in_refused" } });
});

test("a mail above the server's SIZE fails with that reason", async () => {
  const { ticketid } = await conversation();
  const answer = await sendMail(ticketid, { html: `<p>${"word ".repeat(35_000)}</p>` });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await messageOf(answer.json<Message>().messageid)).toMatchObject({
    status: "failed",
    status_reason: { code: "file_too_large_for" },
  });
});

test("a host in a private network is not called", async () => {
  const closed = await connectMailbox(world, {
    address: `closed${accounts}@harbour.example`,
    credentials: { smtp: { host: "10.0.0.7", port: 25, secure: false, user: "x", password: "y" } },
  });
  const ticket = (
    await mira().post("/start-conversation", {
      channelid: closed.id,
      to: olena.address,
      mail: { subject: "Hello", html: "<p>Hi</p>" },
    })
  ).json<Ticket>();
  await world.drain();
  const [message] = await world.desk("harbour", ({ db }) =>
    db.selectFrom("message").selectAll().where("ticket_id", "=", ticket.ticketid).execute(),
  );
  expect(message).toMatchObject({ status: "failed", status_reason: { code: "mail_host_private" } });
});

test("a mail begins a conversation, and its answer comes back to it", async () => {
  const messageid = randomUUID();
  const begin = () =>
    mira().post("/start-conversation", {
      channelid: desk.id,
      to: "Rosa@Jetty.example",
      mail: { subject: "Your booking", html: "<p>Is it right?</p>", messageid },
    });
  const answer = await begin();
  expect(answer.statusCode, answer.body).toBe(200);
  const ticket = answer.json<Ticket>();
  expect((await begin()).json<Ticket>().ticketid).toBe(ticket.ticketid);
  await world.drain();
  expect(server.taken).toHaveLength(1);
  const { to, parsed } = await last();
  expect(to).toEqual(["Rosa@Jetty.example"]);
  await desk.receive({ from: "rosa@jetty.example", headers: [`References: ${parsed.messageId}`] });
  const seen = (await mira().get(`/tickets/${ticket.ticketid}`)).json<Ticket>();
  expect([seen.client_messages, seen.userid]).toEqual([1, world.agents.mira.id]);
  const wrong = await mira().post("/start-conversation", {
    channelid: desk.id,
    to: "no address",
    mail: { subject: "", html: "" },
  });
  expect(wrong.statusCode).toBe(400);
});

test("two agents who begin with one new address at once both begin, with one client", async () => {
  const to = { to: "olav@jetty.example", mail: { subject: "Your booking", html: "<p>Hello</p>" } };
  const begin = (agent: "mira" | "jonas") =>
    world.as(agent).post("/start-conversation", { channelid: desk.id, ...to });
  const answers = await Promise.all([begin("mira"), begin("jonas"), begin("mira")]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const clients = answers.map((answer) => answer.json<Ticket>().clientid);
  expect(new Set(clients).size).toBe(1);
});

test("a conversation begins with several addressees, each in the field the agent chose", async () => {
  const rosa = { name: "Rosa Lind", address: "Rosa@jetty.example" };
  const cc = [{ name: null, address: "kim@jetty.example" }];
  const bcc = [{ name: null, address: "boss@harbour.example" }];
  const mail = { to: [rosa, olena, { name: null, address: "ROSA@jetty.example" }], cc, bcc };
  const begin = (body: object) => mira().post("/start-conversation", { channelid: desk.id, ...body });
  const words = { subject: "Your booking", html: "<p>Is it right?</p>" };
  const answer = await begin({ mail: { ...mail, ...words } });
  expect(answer.statusCode, answer.body).toBe(200);
  const { ticketid, client_name, last_message } = answer.json<Ticket>();
  expect([client_name, last_message?.content]).toEqual(["Rosa Lind", "Is it right?"]);
  await world.drain();
  const { to, parsed, raw } = await last();
  expect(to).toEqual([
    "Rosa@jetty.example",
    "olena@pier.example",
    "kim@jetty.example",
    "boss@harbour.example",
  ]);
  expect(parsed.to?.map(({ address }) => address)).toEqual(["Rosa@jetty.example", "olena@pier.example"]);
  expect(parsed.cc?.map(({ address }) => address)).toEqual(["kim@jetty.example"]);
  expect(raw).not.toContain("boss@harbour.example");
  const chat = (await mira().get(`/${ticketid}/1/chat`)).json<{
    selectedSections: Record<string, Message[]>;
  }>();
  expect(Object.values(chat.selectedSections).flat()[0]?.mail).toMatchObject({ to: [rosa, olena], cc, bcc });
  // An answer of any of them belongs to the conversation.
  await desk.receive({ from: "kim@jetty.example", headers: [`In-Reply-To: ${parsed.messageId}`] });
  expect((await mira().get(`/tickets/${ticketid}`)).json<Ticket>().client_messages).toBe(1);
});

test.each<[string, object]>([
  ["no address", { mail: { to: [], subject: "", html: "" } }],
  ["one address beside a list", { to: "a@pier.example", mail: { to: [olena], subject: "", html: "" } }],
  ["a first address that is none", { mail: { to: [{ address: "a@b" }], subject: "", html: "" } }],
  [
    "more than 50",
    {
      mail: {
        to: Array.from({ length: 51 }, (_, n) => ({ address: `p${n}@pier.example` })),
        subject: "",
        html: "",
      },
    },
  ],
])("a first mail with %s begins no conversation", async (_what, body) => {
  const answer = await mira().post("/start-conversation", { channelid: desk.id, ...body });
  expect(answer.statusCode).toBe(400);
});

test("a bounced mail fails its message with the server's words", async () => {
  const { ticketid } = await conversation();
  const { messageid, mail } = (await sendMail(ticketid)).json<Message>();
  await desk.receive({ ...report(messageid, olena.address), id: "<bounce@mx.example>" });
  expect(await messageOf(messageid)).toMatchObject({
    status: "failed",
    status_reason: {
      code: "mail_bounced",
      facts: { address: olena.address, says: "550 5.1.1 No such user" },
    },
  });
  expect(mail?.to).toEqual([olena]);
});

test("a bounce of one of several leaves the mail sent, and names that one", async () => {
  const { ticketid } = await conversation();
  const { messageid } = (
    await sendMail(ticketid, { cc: [{ name: null, address: "rosa@jetty.example" }] })
  ).json<Message>();
  await desk.receive(report(messageid, "rosa@jetty.example"));
  expect(await messageOf(messageid)).toMatchObject({
    status: "sent",
    status_reason: { code: "mail_bounced", facts: { address: "rosa@jetty.example" } },
  });
});

test("a bounce that comes before its send is recorded counts, too", async () => {
  const { ticketid } = await conversation();
  const { messageid } = (
    await mira().post("/send-mail", { ticketid, to: [olena], subject: "Re: Order 7", html: "<p>x</p>" })
  ).json<Message>();
  const lease = new Date(world.clock.now().getTime() + 90_000);
  await world.desk("harbour", ({ db }) =>
    db.updateTable("message").set({ sending_until: lease }).where("id", "=", messageid).execute(),
  );
  await desk.receive(report(messageid, olena.address));
  expect(await messageOf(messageid)).toMatchObject({
    status: "failed",
    status_reason: { code: "mail_bounced" },
  });
});

test("a bounce without the mail's id is found by the address it was sent to, if the desk made that", async () => {
  const { ticketid } = await conversation();
  const { messageid } = (await sendMail(ticketid)).json<Message>();
  const key = keyOf(world.context.secrets, "bounce", desk.id, messageid);
  const forged = `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;
  const nameless = { ...report(randomUUID(), olena.address) };
  await desk.receive({ ...nameless, to: plusAddress(desk.externalId, forged) ?? "" });
  expect(await messageOf(messageid)).toMatchObject({ status: "sent" });
  await desk.receive({ ...nameless, to: plusAddress(desk.externalId, key) ?? "" });
  expect(await messageOf(messageid)).toMatchObject({ status: "failed" });
});

test("a report in no known form fails the mail to whose own address it comes; a vacation note fails none", async () => {
  const { ticketid } = await conversation();
  const { messageid } = (await sendMail(ticketid)).json<Message>();
  const to = plusAddress(desk.externalId, keyOf(world.context.secrets, "bounce", desk.id, messageid)) ?? "";
  const vacation = "I am away until Monday.\nCall 555-1234 or visit 550 Market Street.\nOlena";
  await desk.receive({ to, text: vacation, headers: ["Return-Path: <>", "Auto-Submitted: auto-replied"] });
  expect(await messageOf(messageid)).toMatchObject({ status: "sent" });
  const before = await tickets();
  const says = "We were unable to deliver it: 552 5.2.2 no room";
  await desk.receive({ from: "robot@pier.example", to, text: says, headers: ["Return-Path: <>"] });
  expect(await messageOf(messageid)).toMatchObject({
    status: "failed",
    status_reason: { code: "mail_bounced", facts: { address: olena.address, says: "552 5.2.2 no room" } },
  });
  expect(await tickets()).toEqual(before);
});

test("a bounce that reaches another account fails nothing", async () => {
  const { ticketid } = await conversation();
  const { messageid } = (await sendMail(ticketid)).json<Message>();
  const other = await connectMailbox(world, {
    company: "northwind",
    address: `x${accounts}@northwind.example`,
  });
  await other.receive(report(messageid, olena.address));
  expect(await messageOf(messageid)).toMatchObject({ status: "sent" });
});

function report(messageid: string, address: string) {
  const body = [
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "Your mail was not delivered.",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example",
    "",
    `Final-Recipient: rfc822; ${address}`,
    "Action: failed",
    "Status: 5.1.1",
    "Diagnostic-Code: smtp; 550 5.1.1 No such user",
    "--b",
    "Content-Type: text/rfc822-headers",
    "",
    `Message-ID: <${messageid}@harbour.example>`,
    `To: ${address}`,
    "--b--",
  ].join("\r\n");
  return { from: "Mail Delivery <mailer-daemon@mx.example>", subject: "Undelivered", body };
}

test("bounces are counted from midnight in the company's zone", async () => {
  const { ticketid } = await conversation();
  const { messageid } = (await sendMail(ticketid)).json<Message>();
  const bounced = async () =>
    (await world.as("ingrid").get(`/channels/${desk.id}/mailbox`)).json<{ bounced: number }>().bounced;
  const setBounced = (on: Date) =>
    world.desk("harbour", ({ db }) =>
      db.updateTable("message_mail").set({ bounced_on: on }).where("message_id", "=", messageid).execute(),
    );
  expect(await bounced()).toBe(0);
  await desk.receive(report(messageid, olena.address));
  expect(await bounced()).toBe(1);
  const { time_zone: zone } = await world.desk("harbour", ({ db, companyId }) =>
    db
      .selectFrom("company")
      .select("time_zone")
      .where("company_id", "=", companyId)
      .executeTakeFirstOrThrow(),
  );
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeStyle: "medium" });
  const [hours = 0, minutes = 0, seconds = 0] = clock.format(world.clock.now()).split(":").map(Number);
  const sinceMidnight = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  await setBounced(new Date(world.clock.now().getTime() - sinceMidnight - 2000));
  expect(await bounced()).toBe(0);
});
