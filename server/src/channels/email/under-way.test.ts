/** Large mails of many mailboxes share the bytes that a process reads at once, with the webhook's. */
import { createHmac } from "node:crypto";
import type { ChannelRow } from "@parley/contract/channels";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailServer, startMailServer } from "../../../../simulator/src/email/server.ts";
import { Faults } from "../../../../simulator/src/faults.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { listenToMailbox } from "./listen.ts";

const mailboxes = 10;
const large = 600 * 1024;
let world: World;
let server: MailServer;

beforeAll(async () => {
  world = await createWorld({
    env: { MAIL_PRIVATE_HOSTS: "127.0.0.1", MAIL_MAX_MB: "1", MAIL_UNDER_WAY_MB: "1" },
  });
  server = await startMailServer({ faults: new Faults(), now: () => world.clock.now().getTime() });
});
afterAll(async () => {
  await world.close();
  await server.close();
});

async function connect(id: number, byWebhook = false) {
  const address = `help${id}@harbour.test`;
  const mailbox = server.office.create({ id, address, name: "Harbour" });
  const sign = { secure: false, user: address, password: mailbox.password };
  const imap = byWebhook ? null : { ...server.imap, ...sign };
  const body = { address, name: "Help", imap, smtp: { ...server.smtp, ...sign } };
  const answer = await world.as("ingrid").post("/channels/email/connect", body);
  const { channelid, webhook_secret: secret = "" } = answer.json<ChannelRow & { webhook_secret?: string }>();
  return { channelid, secret, mailbox };
}
const mailFrom = (subject: string) =>
  `From: Rosa <rosa@mail.test>\r\nMessage-ID: <${subject}@mail.test>\r\nSubject: ${subject}\r\n\r\n${"Where is order 7?\r\n".repeat(large / 19)}`;

function push({ channelid, secret }: { channelid: string; secret: string }, body: string) {
  const time = Math.floor(world.clock.now().getTime() / 1000);
  const signature = createHmac("sha256", secret).update(`${time}.`).update(body).digest("hex");
  const headers = {
    ...{ "content-type": "message/rfc822", "x-parley-timestamp": String(time) },
    "x-parley-signature": `sha256=${signature}`,
  };
  return world.app.inject({ method: "POST", url: `/webhooks/email/${channelid}`, payload: body, headers });
}
const subjects = () =>
  world.desk("harbour", async ({ db }) => {
    const rows = await db.selectFrom("message_mail").select("subject").execute();
    return rows.map(({ subject }) => subject).sort();
  });

test("ten mailboxes with a large mail each are read one after the other; the webhook is refused meanwhile, then accepted", async () => {
  const readers = [];
  for (let id = 1; id <= mailboxes; id += 1) readers.push(await connect(id));
  const pushed = await connect(mailboxes + 1, true);
  const open = Promise.withResolvers<void>();
  let [underWay, most] = [0, 0];
  const files: typeof world.context.files = Object.assign(Object.create(world.context.files), {
    async put(key: string, content: Buffer) {
      if (content.length < large / 2) return world.context.files.put(key, content);
      underWay += 1;
      most = Math.max(most, underWay);
      await open.promise;
      await world.context.files.put(key, content);
      underWay -= 1;
    },
  });
  for (const [at, { mailbox }] of readers.entries())
    server.folder(mailbox, "INBOX").append(mailFrom(`large-${at}`));
  const stop = new AbortController();
  const pace = { pollEvery: 60_000, renew: 40_000, lease: 50, firstPause: 50, longestPause: 50 };
  const context = { ...world.context, files };
  const reading = readers.map(({ channelid }) => listenToMailbox(context, channelid, stop.signal, pace));
  await expect
    .poll(() => server.office.mailboxes().filter(({ disconnect }) => disconnect.size > 0).length, {
      timeout: 30_000,
    })
    .toBe(mailboxes);
  await expect.poll(() => underWay, { timeout: 30_000 }).toBe(1);
  expect((await push(pushed, mailFrom("pushed"))).statusCode).toBe(503);
  open.resolve();
  await expect.poll(subjects, { timeout: 90_000 }).toHaveLength(mailboxes);
  expect(most).toBe(1);
  stop.abort();
  await Promise.all(reading);
  expect((await push(pushed, mailFrom("pushed"))).statusCode).toBe(200);
  expect(await subjects()).toEqual([...readers.map((_, at) => `large-${at}`), "pushed"].sort());
}, 150_000);
