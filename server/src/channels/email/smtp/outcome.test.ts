import { afterEach, beforeEach, expect, test } from "vitest";
import type { Mailbox } from "../../../../../simulator/src/email/mailbox.ts";
import { type MailServer, startMailServer } from "../../../../../simulator/src/email/server.ts";
import { type Fault, Faults } from "../../../../../simulator/src/faults.ts";
import { outcomeOfError } from "./outcome.ts";
import { openSession } from "./session.ts";

const config = { channelSettings: { MAIL_PRIVATE_HOSTS: ["127.0.0.1"] } };

let server: MailServer;
let mailbox: Mailbox;
beforeEach(async () => {
  server = await startMailServer({ faults: new Faults(), now: Date.now });
  mailbox = server.office.create({ id: 1, address: "help@harbour.test", name: "Harbour" });
});
afterEach(() => server.close());

async function send(): Promise<unknown> {
  const account = { ...server.smtp, secure: false, user: mailbox.address, password: mailbox.password };
  const session = await openSession(config, { server: account }, AbortSignal.timeout(5000));
  try {
    const envelope = { from: mailbox.address, to: [mailbox.address] };
    return await session.send(envelope, Buffer.from("Subject: Order 7\r\n\r\nOn its way.\r\n"));
  } finally {
    session.close();
  }
}

test.each([
  ["refused with its mail", { kind: "error", code: 554, method: "smtp.data" }, "refused", 0],
  ["put off with its mail", { kind: "error", code: 451, method: "smtp.data" }, "tryAgain", 0],
  ["cut after its mail", { kind: "acceptThenDrop", method: "smtp.data" }, "unknown", 1],
  ["answered with what is no SMTP", { kind: "badJson", method: "smtp.data" }, "unknown", 1],
] as [string, Fault, string, number][])(
  "a delivery that is %s has the expected outcome",
  async (_what, fault, outcome, arrived) => {
    server.office.faults.add(fault);
    const error = await send().catch((thrown: unknown) => thrown);
    expect(outcomeOfError(error).outcome).toBe(outcome);
    expect(server.folder(mailbox, "INBOX").mails.length).toBe(arrived);
  },
);
