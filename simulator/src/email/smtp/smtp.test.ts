/** Tests the submission server with nodemailer. */
import { createTransport } from "nodemailer";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Fault, Faults } from "../../faults.ts";
import type { Mailbox } from "../mailbox.ts";
import { type MailServer, startMailServer } from "../server.ts";

let server: MailServer;
let harbour: Mailbox;
let meridian: Mailbox;

beforeEach(async () => {
  server = await startMailServer({ faults: new Faults(), now: Date.now });
  harbour = server.office.create({ id: 1, address: "help@harbour.test", name: "Harbour" });
  meridian = server.office.create({ id: 2, address: "info@meridian.test", name: "Meridian" });
});
afterEach(() => server.close());

const mail = (facts: object = {}) => ({
  from: "Harbour <help@harbour.test>",
  to: "info@meridian.test",
  subject: "Order 7",
  text: "It is on its way.",
  messageId: "<m1@harbour.test>",
  ...facts,
});
const transport = (auth: object = { user: harbour.address, pass: harbour.password }) =>
  createTransport({ ...server.smtp, secure: false, ignoreTLS: true, auth, socketTimeout: 300 });
const send = (facts?: object) => transport().sendMail(mail(facts));
const spoil = (fault: Fault) => server.office.faults.add({ bot: harbour.id, ...fault });
const arrived = () => server.folder(meridian, "INBOX").mails.length;

test("the server takes a mail to the mailbox of its recipient, with or without a detail", async () => {
  await send();
  await send({ to: "Info+t7.abc@meridian.test" });
  const [first] = server.folder(meridian, "INBOX").mails;
  expect([arrived(), first?.raw.toString()]).toEqual([
    2,
    expect.stringContaining("Message-ID: <m1@harbour.test>"),
  ]);
});

test("the server signs in by password or token, and refuses others", async () => {
  harbour.tokens.add("ya29.token");
  await transport({ type: "OAuth2", user: harbour.address, accessToken: "ya29.token" }).sendMail(mail());
  await expect(transport({ user: harbour.address, pass: "wrong" }).sendMail(mail())).rejects.toMatchObject({
    code: "EAUTH",
    responseCode: 535,
  });
  await expect(
    transport({ type: "OAuth2", user: harbour.address, accessToken: "old" }).sendMail(mail()),
  ).rejects.toMatchObject({ code: "EAUTH" });
  expect(arrived()).toBe(1);
});

test("the server accepts as sender only the own address, a detail of it, and the null sender", async () => {
  await expect(
    send({ envelope: { from: "mallory@meridian.test", to: "info@meridian.test" } }),
  ).rejects.toMatchObject({
    code: "EENVELOPE",
    responseCode: 553,
  });
  await send({ envelope: { from: "help+b7@harbour.test", to: "info@meridian.test" } });
  await send({ envelope: { from: "", to: "info@meridian.test" } });
  expect(arrived()).toBe(2);
});

test("the server stores a sent mail in Sent, where the mailbox does so", async () => {
  await send();
  harbour.filesSent = true;
  await send();
  expect(server.folder(harbour, "Sent").mails.length).toBe(1);
});

test.each([
  [
    "a greeting",
    { kind: "error", code: 421, description: "4.3.2 Try later", method: "smtp.connect", bot: undefined },
    { responseCode: 421 },
  ],
  ["a sign-in", { kind: "error", code: 535, method: "smtp.auth" }, { code: "EAUTH", responseCode: 535 }],
  ["a sender", { kind: "error", code: 452, method: "smtp.mail" }, { code: "EENVELOPE", responseCode: 452 }],
  [
    "a recipient",
    { kind: "error", code: 550, description: "5.1.1 User unknown", method: "smtp.rcpt" },
    { code: "EENVELOPE", responseCode: 550, response: "550 5.1.1 User unknown" },
  ],
  ["a mail", { kind: "error", code: 554, method: "smtp.data" }, { code: "EMESSAGE", responseCode: 554 }],
  ["a connection, before the mail", { kind: "reset", method: "smtp.data" }, {}],
  ["an answer, for ever", { kind: "hang", method: "smtp.data" }, { code: "ETIMEDOUT" }],
] as [string, Fault, object][])("the server refuses or loses %s", async (_what, fault, error) => {
  spoil(fault);
  await expect(send()).rejects.toMatchObject(error);
  expect(arrived()).toBe(0);
  await send();
  expect(arrived()).toBe(1);
});

test.each(["acceptThenDrop", "acceptThenHang", "badJson"] as const)(
  "the server accepts the mail though its answer is lost: %s",
  async (kind) => {
    spoil({ kind, method: "smtp.data" });
    await expect(send()).rejects.toThrow();
    expect(arrived()).toBe(1);
  },
);

test("the server refuses one of several recipients", async () => {
  spoil({ kind: "error", code: 550, method: "smtp.rcpt" });
  const { accepted, rejected } = await send({ to: ["gone@meridian.test", "info@meridian.test"] });
  expect([accepted, rejected]).toEqual([["info@meridian.test"], ["gone@meridian.test"]]);
});

test("the server answers late", async () => {
  for (const kind of ["latency", "acceptThenWait"] as const) spoil({ kind, ms: 1, method: "smtp.data" });
  await send();
  await send();
  expect(arrived()).toBe(2);
});
