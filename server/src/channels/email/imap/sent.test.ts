import { afterAll, beforeAll, expect, test } from "vitest";
import type { Mailbox } from "../../../../../simulator/src/email/mailbox.ts";
import { type MailServer, startMailServer } from "../../../../../simulator/src/email/server.ts";
import { Faults } from "../../../../../simulator/src/faults.ts";
import { appendToSent, findInSent } from "./sent.ts";

const config = { channelSettings: { MAIL_PRIVATE_HOSTS: ["127.0.0.1"] } };
const signal = () => AbortSignal.timeout(10_000);
const messageId = "<m-77.42@desk.test>";
const raw = Buffer.from(`Message-ID: ${messageId}\r\nSubject: Order 7\r\n\r\nIt is on its way.\r\n`);

let server: MailServer;
let mailbox: Mailbox;
beforeAll(async () => {
  server = await startMailServer({ faults: new Faults(), now: () => Date.now() });
  mailbox = server.office.create({ id: 1, address: "help@harbour.test", name: "Harbour" });
});
afterAll(() => server.close());

const channel = (imap = true) => {
  const sign = { secure: false, user: mailbox.address, password: mailbox.password };
  const smtp = { ...server.smtp, ...sign };
  return {
    companyId: "harbour",
    credentials: JSON.stringify({ imap: imap ? { ...server.imap, ...sign } : null, smtp }),
  };
};
const sent = () => server.folder(mailbox, "Sent").mails;

test("a sent mail is put into Sent once, marked as read, and is found there by its whole Message-ID", async () => {
  expect(await findInSent(config, channel(), messageId, signal())).toBe(false);
  expect(await appendToSent(config, channel(), { raw, messageId }, signal())).toBe(true);
  expect(await appendToSent(config, channel(), { raw, messageId }, signal())).toBe(true);
  expect(sent().map((mail) => [mail.raw.equals(raw), [...mail.flags]])).toEqual([[true, ["\\Seen"]]]);
  expect(await findInSent(config, channel(), messageId, signal())).toBe(true);
  expect(await findInSent(config, channel(), "<77.42@desk.test>", signal())).toBe(false);
});

test("an account without IMAP, or without a Sent folder, says that it cannot tell", async () => {
  expect(await findInSent(config, channel(false), messageId, signal())).toBeNull();
  expect(await appendToSent(config, channel(false), { raw, messageId }, signal())).toBe(false);
  mailbox.folders.delete("Sent");
  expect(await findInSent(config, channel(), messageId, signal())).toBeNull();
});

test("a server without an answer makes the search reject", async () => {
  server.office.faults.add({ kind: "hang", method: "imap.list", times: 0 });
  await expect(findInSent(config, channel(), messageId, AbortSignal.timeout(300))).rejects.toThrow();
  server.office.faults.clear();
});
