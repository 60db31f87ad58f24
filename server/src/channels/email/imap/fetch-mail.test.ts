import { once } from "node:events";
import { expect, test } from "vitest";
import { disconnectAll } from "../../../../../simulator/src/email/mailbox.ts";
import { startMailServer } from "../../../../../simulator/src/email/server.ts";
import { Faults } from "../../../../../simulator/src/faults.ts";
import { BytesUnderWay } from "../account/bytes-under-way.ts";
import { fetchMail } from "./fetch-mail.ts";
import { openImap } from "./open.ts";

test("a mail is not taken for removed when its connection has ended", async () => {
  const server = await startMailServer({ faults: new Faults(), now: () => Date.now() });
  const mailbox = server.office.create({ id: 1, address: "help@harbour.test", name: "Harbour" });
  server.folder(mailbox, "INBOX").append("Subject: One\r\n\r\nHello");
  const config = { channelSettings: { MAIL_PRIVATE_HOSTS: ["127.0.0.1"] } };
  const sign = { secure: false, user: mailbox.address, password: mailbox.password };
  const client = await openImap(config, { server: { ...server.imap, ...sign } });
  await client.mailboxOpen("INBOX", { readOnly: true });
  const fetch = (uid: number) =>
    fetchMail(client, {
      ...{ uid, size: 100, limit: 10_000, bytes: new BytesUnderWay(100_000) },
      ended: new AbortController().signal,
    });
  try {
    expect((await fetch(1))?.raw.toString()).toContain("Hello");
    expect(await fetch(7)).toBeNull();
    const closed = once(client, "close");
    disconnectAll(mailbox);
    await closed;
    await expect(fetch(1)).rejects.toThrow();
  } finally {
    client.close();
    await server.close();
  }
});
