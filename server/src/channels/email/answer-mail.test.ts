/** The mail that is answered, the parts of it that go along, and the signature below. */
import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { blackPng } from "../../../../test/world/black-png.ts";
import { connectMailbox, type MailAccount } from "../../../../test/world/mail-account.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
let desk: MailAccount;
let ticketid: string;
let accounts = 0;

beforeAll(async () => {
  world = await createWorld({ env: { MAIL_PRIVATE_HOSTS: "127.0.0.1" } });
});
afterAll(() => world.close());
beforeEach(async () => {
  accounts += 1;
  desk = await connectMailbox(world, { address: `answers${accounts}@harbour.example` });
  await desk.receive({ id: "<first@pier.example>", headers, body: withFile });
  await desk.receive({
    id: "<second@pier.example>",
    headers: [...headers, "In-Reply-To: <first@pier.example>"],
    text: "Secret 4711",
  });
  ticketid = await world.desk("harbour", async ({ db }) => {
    const row = await db
      .selectFrom("ticket")
      .select("id")
      .where("channel_id", "=", desk.id)
      .executeTakeFirstOrThrow();
    return row.id;
  });
  expect((await mira().post("/acceptTicket", { ticketid })).statusCode).toBe(200);
  await mira().post("/save-signature", { html: "" });
});

const headers = ["Cc: rosa@jetty.example"];
const withFile = [
  'Content-Type: multipart/mixed; boundary="b"',
  "",
  "--b",
  "Content-Type: text/plain",
  "",
  "Where is it?",
  "--b",
  'Content-Type: text/plain; name="order.txt"',
  'Content-Disposition: attachment; filename="order.txt"',
  "",
  "order seven",
  "--b--",
].join("\r\n");

const mira = () => world.as("mira");
const olena = { name: null, address: "olena@pier.example" };
const stranger = { name: null, address: "kim@elsewhere.example" };
const outsider = { name: null, address: "ola@elsewhere.example" };

async function mails(): Promise<Message[]> {
  const chat = (await mira().get(`/${ticketid}/1/chat`)).json<{
    selectedSections: Record<string, Message[]>;
  }>();
  return Object.values(chat.selectedSections)
    .flat()
    .filter(({ mail }) => mail !== null);
}

const send = (facts: object) =>
  mira().post("/send-mail", { ticketid, to: [olena], subject: "Re: Order 7", html: "<p>Here</p>", ...facts });

async function original(answer: Awaited<ReturnType<typeof send>>) {
  expect(answer.statusCode, answer.body).toBe(200);
  const { messageid } = answer.json<Message>();
  const { body } = await mira().get(`/mails/${messageid}/original`);
  return PostalMime.parse(body);
}

test("the agent's chosen mail is answered and quoted, not the last that came", async () => {
  const [first] = await mails();
  const sent = await original(await send({ aboutid: first?.messageid }));
  expect(sent.inReplyTo).toBe("<first@pier.example>");
  expect(sent.text).toContain("> Where is it?");
  expect(sent.text).not.toContain("4711");
});

test("an answer names the writer and the time of the mail it quotes; a mail with a signature alone is not quoted", async () => {
  const quotes = async (text: string) => {
    await desk.receive({ headers: ["In-Reply-To: <second@pier.example>"], text });
    return (await mails()).at(-1)?.mail;
  };
  const second = (await mails()).at(-1);
  const heading = "On Sun, 22 Nov 2026 at 09:00, Olena Koval <olena@pier.example> wrote:";
  expect(await quotes(`Thank you.\n\n${heading}\n> Secret 4711\n`)).toMatchObject({
    rest: true,
    quotes: { name: "Olena Koval", on: second?.created_on },
  });
  expect(await quotes("Thank you.\n\n-- \nOlena Koval\nPier 9\n")).toMatchObject({
    rest: true,
    quotes: null,
  });
});

test("the quoted mail can be left out", async () => {
  const sent = await original(await send({ quoted: false }));
  expect(sent.inReplyTo).toBe("<second@pier.example>");
  expect(sent.text).not.toContain("4711");
});

test("forwarding sends the mail and its files to the addresses the agent names; an answer does not", async () => {
  const [first] = await mails();
  const about = { aboutid: first?.messageid, to: [outsider] };
  const fileids = first?.files.map(({ fileid }) => fileid);
  expect(fileids).toHaveLength(1);
  const forwarded = await original(await send({ ...about, forward: true, fileids }));
  expect(forwarded.text).toMatch(
    /---------- Forwarded message ----------\nFrom: .*olena@pier\.example>?\nDate: .* 2026 at \d\d:\d\d\nSubject: Order 7\nTo: .*@harbour\.example>?\nCc: rosa@jetty\.example\n\nWhere is it\?/,
  );
  expect(forwarded.html).toMatch(/Forwarded message -+<br>From: .*<br>Date: .*<br>Subject: Order 7<br>To: /);
  expect(forwarded.attachments.map(({ filename }) => filename)).toEqual(["order.txt"]);
  expect((await original(await send({ ...about, to: [stranger] }))).text).not.toContain("Where is it?");
  expect((await send({ ...about, fileids })).json()).toMatchObject({ reason: { code: "mail_file_unknown" } });
});

test("a bill that a phone calls inline is forwarded with the mail", async () => {
  await desk.receive({
    id: "<bill@pier.example>",
    headers: ["In-Reply-To: <first@pier.example>"],
    body: [
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b",
      "Content-Type: text/html",
      "",
      "<p>See the <b>bill</b>.</p>",
      "--b",
      'Content-Type: application/pdf; name="bill.pdf"',
      'Content-Disposition: inline; filename="bill.pdf"',
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from("%PDF-1.4\n%%EOF\n").toString("base64"),
      "--b--",
    ].join("\r\n"),
  });
  const bill = (await mails()).at(-1);
  expect(bill?.files).toMatchObject([{ name: "bill.pdf", inline: false }]);
  const fileids = bill?.files.map(({ fileid }) => fileid);
  const sent = await original(
    await send({ aboutid: bill?.messageid, to: [outsider], forward: true, fileids }),
  );
  expect(sent.attachments.map(({ filename, disposition }) => [filename, disposition])).toEqual([
    ["bill.pdf", "attachment"],
  ]);
});

const withPictures = [
  'Content-Type: multipart/related; boundary="b"',
  "",
  "--b",
  "Content-Type: text/html",
  "",
  '<p>Our <b>plan</b>: <img src="cid:plan@pier.example"> <img src="https://pier.example/map.png" width="90"></p>',
  "--b",
  'Content-Type: image/png; name="plan.png"',
  "Content-ID: <plan@pier.example>",
  "Content-Disposition: inline",
  "Content-Transfer-Encoding: base64",
  "",
  blackPng(64).toString("base64"),
  "--b--",
].join("\r\n");

test("a forwarded mail keeps its layout, and the pictures within it go along in their place", async () => {
  await desk.receive({
    id: "<third@pier.example>",
    headers: ["In-Reply-To: <first@pier.example>"],
    body: withPictures,
  });
  const third = (await mails()).at(-1);
  const forward = { aboutid: third?.messageid, to: [outsider], forward: true };
  const answer = await send(forward);
  const sent = await original(answer);
  expect(sent.html).toMatch(/Forwarded message.*Our <b>plan<\/b>.*<img src="cid:plan@pier.example"/s);
  expect(sent.html).toContain('src="https://pier.example/map.png"');
  expect(sent.text).toMatch(/^Our plan/m);
  expect(
    sent.attachments.map(({ filename, contentId, disposition }) => [filename, contentId, disposition]),
  ).toEqual([["plan.png", "<plan@pier.example>", "inline"]]);
  expect(answer.json<Message>().files.map(({ name, inline }) => [name, inline])).toEqual([
    ["plan.png", true],
  ]);
  const bare = await original(await send({ ...forward, quoted: false }));
  expect(bare.attachments).toEqual([]);
});

test("an answer keeps the pictures within the mail it quotes, and only where it is quoted", async () => {
  await desk.receive({
    id: "<third@pier.example>",
    headers: ["In-Reply-To: <first@pier.example>"],
    body: withPictures,
  });
  const third = (await mails()).at(-1);
  const answered = await original(await send({ aboutid: third?.messageid }));
  expect(answered.html).toMatch(/<blockquote[^>]*>.*Our <b>plan<\/b>.*<img src="cid:plan@pier.example"/s);
  expect(answered.attachments.map(({ contentId }) => contentId)).toEqual(["<plan@pier.example>"]);
  const left = [{ quoted: false }, { to: [outsider] }];
  for (const facts of left) {
    const bare = await original(await send({ aboutid: third?.messageid, ...facts }));
    expect([bare.attachments, bare.html?.includes("cid:")]).toEqual([[], false]);
  }
});

test("a mail of another ticket is neither answered, nor are its files sent", async () => {
  const other = await connectMailbox(world, { address: `other${accounts}@harbour.example` });
  await other.receive({ id: "<other@pier.example>", body: withFile });
  const [theirs] = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("message_mail")
      .leftJoin("message_file", "message_file.message_id", "message_mail.message_id")
      .select(["message_mail.message_id", "message_file.file_id"])
      .where("message_mail.message_ref", "=", "<other@pier.example>")
      .execute(),
  );
  expect((await send({ aboutid: theirs?.message_id })).statusCode).toBe(404);
  const [first] = await mails();
  const stolen = { aboutid: first?.messageid, forward: true, fileids: [theirs?.file_id] };
  expect((await send(stolen)).json()).toMatchObject({ reason: { code: "mail_file_unknown" } });
});

test("the signature goes below the text and above the quote, sanitised; the conversation shows the text alone", async () => {
  const html = `<p>{{agent.first_name}}<script>alert(1)</script>, <b>Harbour</b></p>`;
  await mira().post("/save-signature", { html });
  const answer = await send({});
  const sent = await original(answer);
  expect(sent.text?.replace(/\s+/g, " ")).toMatch(/Here -- Mira, Harbour .*> Secret 4711/);
  expect(sent.html).toContain("<b>Harbour</b>");
  expect(sent.html).not.toContain("script");
  const { content, mail, messageid } = answer.json<Message>();
  expect([content, mail?.html, mail?.rest]).toEqual(["Here", "<p>Here</p>", true]);
  const frame = async (rest: number) => (await mira().get(`/mails/${messageid}/frame?rest=${rest}`)).body;
  expect(await frame(0)).not.toContain("Harbour");
  expect(await frame(1)).toContain("<b>Harbour</b>");
});

test("a conversation that begins by mail has the signature of its department", async () => {
  await world.as("ingrid").post("/admin/save-signature", {
    departmentid: world.departments.bookings.id,
    html: "<p>{{department.name}} desk</p>",
  });
  const mail = { subject: "Your order", html: "<p>Good news</p>" };
  const begun = await mira().post("/start-conversation", {
    channelid: desk.id,
    to: "new@pier.example",
    mail,
  });
  expect(begun.statusCode, begun.body).toBe(200);
  ticketid = begun.json<Ticket>().ticketid;
  const [first] = await mails();
  const { body } = await mira().get(`/mails/${first?.messageid}/original`);
  expect((await PostalMime.parse(body)).text).toContain("Bookings desk");
});
