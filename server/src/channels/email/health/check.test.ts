import { afterAll, beforeAll, expect, test } from "vitest";
import type { Mailbox } from "../../../../../simulator/src/email/mailbox.ts";
import { type MailServer, startMailServer } from "../../../../../simulator/src/email/server.ts";
import { Faults } from "../../../../../simulator/src/faults.ts";
import { checkMailbox } from "./check.ts";

const config = { channelSettings: { MAIL_PRIVATE_HOSTS: ["127.0.0.1"] } };
const now = new Date("2026-03-02T08:30:00Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();

let server: MailServer;
let mailbox: Mailbox;
beforeAll(async () => {
  server = await startMailServer({ faults: new Faults(), now: () => now.getTime() });
  mailbox = server.office.create({ id: 1, address: "help@harbour.test", name: "Harbour" });
});
afterAll(() => server.close());

async function check(cursor: object, imap = true) {
  const sign = { secure: false, user: mailbox.address, password: mailbox.password };
  const smtp = { ...server.smtp, ...sign };
  const credentials = JSON.stringify({ imap: imap ? { ...server.imap, ...sign } : null, smtp });
  const ids = { companyId: "", id: "", platform: "email" as const, name: "Help" };
  const channel = { ...ids, externalId: mailbox.address, credentials, options: {}, cursor };
  const signal = AbortSignal.timeout(5000);
  const checkup = await checkMailbox(config, channel, signal, () => undefined, now);
  return checkup.outcome === "attention" ? [checkup.reason.code, checkup.reason.facts] : checkup.outcome;
}
const late = (minutes: string) => ["mail_looks_late", { provider: "127.0.0.1", minutes }];

test("a mailbox that was last read long ago deserves a look, sooner where new mail is not announced", async () => {
  const cursor = (lookedOn: string, idle: boolean) => ({ since: ago(99), folders: {}, lookedOn, idle });
  expect(await check(cursor(ago(9), true))).toBe("working");
  expect(await check(cursor(ago(10), true))).toEqual(late("10"));
  expect(await check(cursor(ago(4), false))).toBe("working");
  expect(await check(cursor(ago(5), false))).toEqual(late("5"));
  expect(await check({ since: ago(1), folders: {} })).toBe("working");
  expect(await check({ since: ago(12), folders: {} })).toEqual(late("12"));
  expect(await check({ since: ago(99), folders: {} }, false)).toBe("working");
});
