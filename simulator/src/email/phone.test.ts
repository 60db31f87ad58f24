/** Mail between people and desks, tested at both ends. */
import { ImapFlow } from "imapflow";
import { createTransport } from "nodemailer";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Account, Outgoing } from "../phone.ts";
import { type Simulator, startSimulator } from "../server.ts";
import { accessFolder, type Mailbox } from "./mailbox.ts";
import { MailPhone } from "./phone.ts";
import { accessMailbox, mailWorldOf } from "./world.ts";

let simulator: Simulator;
let account: Account;
let mailbox: Mailbox;
let rosa: MailPhone;

beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.close());
beforeEach(async () => {
  const { control } = simulator;
  account = control.createAccount({ platform: "email", name: "Harbour", token: "secret" });
  mailbox = accessMailbox(simulator.network, account.id);
  rosa = await phoneOf("Rosa");
});

async function phoneOf(firstName: string): Promise<MailPhone> {
  const { control } = simulator;
  const { id } = await control.createPerson({ firstName, platform: "email", picture: "none" });
  const phone = control.chat({ account: account.id, person: id });
  if (!(phone instanceof MailPhone)) throw new Error("This is no mail program");
  return phone;
}
const write = (text: string, more: Partial<Outgoing> = {}) =>
  rosa.send({ type: "text", text, ...more } as Outgoing);
const inbox = () => Promise.all(accessFolder(mailbox, "INBOX").mails.map(({ raw }) => PostalMime.parse(raw)));
const lastIn = async () => (await inbox()).at(-1);
const headers = async (name: string) =>
  (await lastIn())?.headers.filter(({ key }) => key === name).map(({ value }) => value);

/** Submits a mail as the desk would. */
async function submit(mail: object) {
  const { smtp } = account.connect as { smtp: { host: string; port: number } };
  const auth = { user: account.handle, pass: "secret" };
  const transport = createTransport({ ...smtp, secure: false, ignoreTLS: true, auth });
  await transport.sendMail({ from: account.handle, to: rosa.externalId, subject: "Order 7", ...mail });
}

test("a person's mail is in the inbox, with the header of the receiving server", async () => {
  const sent = await write("Where is order 7? I wait.");
  const mail = await lastIn();
  expect(mail).toMatchObject({
    from: { name: "Rosa", address: rosa.externalId },
    to: [{ name: "Harbour", address: account.handle }],
    subject: "Where is order 7?",
    messageId: sent.externalId,
    returnPath: rosa.externalId,
    deliveredTo: account.handle,
  });
  expect(mail?.text?.trim()).toBe("Where is order 7? I wait.");
  expect(await headers("authentication-results")).toEqual([expect.stringContaining("dmarc=pass")]);
});

test("a forged sender fails DMARC", async () => {
  const from = { name: "The bank", address: "info@bank.example" };
  await write("Pay now", { mail: { from, subject: "Bill" } });
  expect(await headers("authentication-results")).toEqual([
    expect.stringMatching(/dmarc=fail header.from=bank.example/),
  ]);
});

test("a conversation goes on in one thread, and quotes only the other side", async () => {
  const first = await write("Where is order 7?");
  await submit({
    text: "On its way.",
    messageId: "<a1@harbour.example>",
    inReplyTo: first.externalId,
    references: first.externalId,
  });
  await write("Thank you");
  const mail = await lastIn();
  expect(mail).toMatchObject({
    subject: "Re: Order 7",
    inReplyTo: "<a1@harbour.example>",
    references: `${first.externalId} <a1@harbour.example>`,
  });
  expect(mail?.text).toMatch(/^Thank you\n\nOn .* <hello\S*@harbour\.example> wrote:\n> On its way\.\n*$/);
  await write("And order 8?");
  expect((await lastIn())?.text?.trim()).toBe("And order 8?");
  await write("Something else", { mail: { subject: "Invoice" } });
  expect(await lastIn()).toMatchObject({ subject: "Invoice" });
  expect(await headers("in-reply-to")).toEqual([]);
});

test("mails written at once still make one thread", async () => {
  const sent = await Promise.all(["one", "two", "three"].map((text) => write(text)));
  const parents = (await inbox()).map(({ inReplyTo }) => inReplyTo);
  expect(parents).toEqual([undefined, sent[0]?.externalId, sent[1]?.externalId]);
});

test("an answer goes to Reply-To, and to all on request", async () => {
  const pablo = await phoneOf("Pablo");
  await submit({
    text: "Hello both",
    cc: pablo.externalId,
    replyTo: account.handle.replace("@", "+t1.abc@"),
  });
  const question = await rosa.waitFor(({ side }) => side === "bot");
  const answer = await write("Fine", { replyTo: question.id, mail: { all: true } });
  expect([answer.mail?.to, answer.mail?.cc].flat().map((one) => one?.address)).toEqual([
    account.handle.replace("@", "+t1.abc@"),
    pablo.externalId,
  ]);
  expect(await headers("delivered-to")).toEqual([account.handle.replace("@", "+t1.abc@")]);
  expect(pablo.messages().map(({ mail, text }) => [mail?.from.address, text])).toEqual([
    [account.handle, "Hello both"],
    [rosa.externalId, "Fine"],
  ]);
});

test("the desk's mail is shown without quotation and signature; its HTML on a separate page, without scripts", async () => {
  await submit({
    text: "It is on its way.\n\nOn Monday, Rosa wrote:\n> Where is it?\n\n-- \nHarbour",
    html: '<p>It is <b>on its way</b>. <img src="cid:logo@x"></p><script>alert(1)</script>',
    attachments: [
      { filename: "logo.png", content: Buffer.from("png"), contentType: "image/png", cid: "logo@x" },
      { filename: "bill.pdf", content: Buffer.from("%PDF"), contentType: "application/pdf" },
    ],
  });
  const { text, mail } = await rosa.waitFor(({ side }) => side === "bot");
  expect([text, mail?.rest.includes("> Where is it?"), mail?.files.map(({ name }) => name)]).toEqual([
    "It is on its way.",
    true,
    ["bill.pdf"],
  ]);
  const page = await fetch(simulator.url + mail?.html);
  expect(page.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
  expect(await page.text()).toMatch(/<img src="\/_control\/files\/\w+/);
  const script = (await fetch(simulator.url + mail?.html)).headers.get("content-security-policy");
  expect(script).not.toContain("allow-scripts");
});

test("an unknown or unwilling recipient comes back as a bounce to the envelope's sender, and never to the null sender", async () => {
  await submit({ to: "nobody@mail.example", text: "Hi", messageId: "<b1@harbour.example>" });
  const report = await lastIn();
  const [status, original] = report?.attachments ?? [];
  expect(report?.headers.find(({ key }) => key === "content-type")?.value).toContain(
    "report-type=delivery-status",
  );
  expect(Buffer.from(status?.content as ArrayBuffer).toString()).toMatch(
    /Final-Recipient: rfc822; nobody@mail\.example\r?\nAction: failed\r?\nStatus: 5\.1\.1/,
  );
  expect(Buffer.from(original?.content as ArrayBuffer).toString()).toContain("<b1@harbour.example>");
  expect(await headers("return-path")).toEqual(["<>"]);

  rosa.block();
  const verp = account.handle.replace("@", "+b7@");
  await submit({ text: "Hi", envelope: { from: verp, to: rosa.externalId } });
  expect(await headers("delivered-to")).toEqual([verp]);
  expect(rosa.messages()).toEqual([]);
  const before = (await inbox()).length;
  await submit({ text: "Hi", envelope: { from: "", to: rosa.externalId } });
  expect((await inbox()).length).toBe(before);
});

test("a mail that the desk submits is among the requests, even when it is refused", async () => {
  const { control } = simulator;
  const asked = () => control.requests({ bot: account.id, method: "smtp.data", person: rosa.person.user.id });
  control.addFault({ kind: "error", code: 554, bot: account.id, method: "smtp.data" });
  await expect(submit({ text: "Hi" })).rejects.toThrow();
  expect([asked().length, rosa.messages()]).toEqual([1, []]);
});

test("a vacation note answers a mail, and nothing automatic", async () => {
  mailWorldOf(simulator.network).away.set(rosa.person.user.id, "I am away until Monday.");
  await submit({ text: "Closed", headers: { "Auto-Submitted": "auto-generated" } });
  expect(await inbox()).toEqual([]);
  await submit({ text: "Hello", messageId: "<c1@harbour.example>" });
  await expect.poll(async () => (await inbox()).length).toBe(1);
  expect(await lastIn()).toMatchObject({ inReplyTo: "<c1@harbour.example>" });
  expect([await headers("auto-submitted"), await headers("return-path")]).toEqual([["auto-replied"], ["<>"]]);
});

test("mail of one mailbox reaches another", async () => {
  const other = simulator.control.createAccount({ platform: "email", name: "Meridian" });
  await submit({ to: other.handle, text: "Hi" });
  expect(accessFolder(accessMailbox(simulator.network, other.id), "INBOX").mails.length).toBe(1);
});

test("held mail is released in the requested order, and repeated under other UIDs", async () => {
  const { control } = simulator;
  control.hold(account.id);
  for (const text of ["one", "two"]) await write(text);
  expect(await inbox()).toEqual([]);
  control.release(account.id, "reversed");
  expect((await inbox()).map(({ text }) => text?.trim())).toEqual(["two", "one"]);
  await control.repeat(account.id, 2);
  expect(accessFolder(mailbox, "INBOX").mails.map(({ uid }) => uid)).toEqual([1, 2, 3, 4]);
});

test("a mail counts as received once the connection that read it waits for more, or another does after it broke off", async () => {
  const { imap } = account.connect as { imap: { host: string; port: number } };
  const client = async () => {
    const made = new ImapFlow({
      ...imap,
      auth: { user: account.handle, pass: "secret" },
      logger: false,
      secure: false,
      disableAutoIdle: true,
    });
    await made.connect();
    await made.mailboxOpen("INBOX");
    return made;
  };
  const first = await client();
  await write("Hello");
  const read = (by: ImapFlow) => by.fetchOne("1", { source: true }, { uid: true });
  const received = () => rosa.messages()[0]?.received;
  await first.noop();
  await read(first);
  expect(received()).toBe(false);
  first.close();
  const second = await client();
  await second.noop();
  expect(received()).toBe(false);
  const idling = second.idle();
  await simulator.control.delivered(account.id);
  expect(received()).toBe(true);
  await second.noop();
  await idling;
  await write("Again");
  await second.noop();
  await second.fetchOne("2", { source: true }, { uid: true });
  await second.noop();
  expect(rosa.messages().map((message) => message.received)).toEqual([true, true]);
  await write("Goodbye");
  await second.noop();
  await second.fetchOne("3", { source: true }, { uid: true });
  // A reader that could not store the mail also says goodbye.
  await second.logout();
  expect(rosa.messages().map((message) => message.received)).toEqual([true, true, false]);
});
