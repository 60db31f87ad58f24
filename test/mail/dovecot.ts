/**
 * `npm run test:mail`: reads a mailbox of a real Dovecot on this machine. `-- --import 20000` fetches so many older
 * mails, at 50 a second or more. It is no part of `npm test`, since Dovecot has to be installed (on Debian `apt-get
 * install dovecot-imapd`); without it the command says so and fails.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ImapFlow } from "imapflow";
import { mailRoom } from "../../server/src/channels/email/account/mail-room.ts";
import type { ImapClient } from "../../server/src/channels/email/imap/client.ts";
import { beginCursor, type MailboxCursor } from "../../server/src/channels/email/imap/cursor.ts";
import { listOlder } from "../../server/src/channels/email/imap/list-older.ts";
import { closeImap, openImap } from "../../server/src/channels/email/imap/open.ts";
import { type Afterwards, readFolder } from "../../server/src/channels/email/imap/poll-folder.ts";
import { appendToSent, findInSent } from "../../server/src/channels/email/imap/sent.ts";
import { readMailbox } from "../../server/src/channels/email/imap/session.ts";
import { importOlder } from "./import.ts";
import { type Dovecot, startDovecot } from "./server.ts";

const config = {
  channelSettings: {
    ...{ MAIL_PRIVATE_HOSTS: ["127.0.0.1"], MAIL_MAX_MB: 40, MAIL_UNDER_WAY_MB: 120, MAIL_MAILBOXES: 30 },
  },
  dataDir: tmpdir(),
};
const companyId = "harbour";
const [user, password] = ["help@harbour.test", "a-password"];
const patience = 10_000;
const { values: options } = parseArgs({ options: { import: { type: "string" } } });
/** The number of older mails to fetch, and how many of them a second; of few, the restart takes a larger part. */
const older = Number(options.import ?? 150);
const leastPace = options.import === undefined ? 20 : 50;

async function main(): Promise<void> {
  if (spawnSync("dovecot", ["--version"]).status !== 0) {
    process.stdout.write(
      "Dovecot is not installed, so nothing was tried (Debian: apt-get install dovecot-imapd).\n",
    );
    process.exitCode = 1;
    return;
  }
  const dovecot = await startDovecot({ password });
  let passed = 0;
  try {
    for (const [name, run] of Object.entries(trials)) {
      await run(dovecot);
      passed += 1;
      process.stdout.write(`✓ ${name}\n`);
    }
  } finally {
    await dovecot.close();
    process.stdout.write(`\n${passed} of ${Object.keys(trials).length} passed\n`);
  }
}

const trials: Record<string, (dovecot: Dovecot) => Promise<void>> = {
  async "only what comes after the connection is read, once and in order"({ port }) {
    await append(port, "old");
    const reader = openReader(port);
    assert.deepEqual(await reader.look(), []);
    await append(port, "one", "two");
    assert.deepEqual(await reader.look(), ["one", "two"]);
    assert.deepEqual(await reader.look(), []);
    assert.deepEqual(await flagsOf(port), [[], [], []]);
  },

  async "mails are marked as read or deleted where that is wanted"({ port }) {
    const reader = openReader(port);
    await reader.look();
    await append(port, "seen");
    assert.deepEqual(await reader.look({ afterwards: "seen" }), ["seen"]);
    assert.deepEqual((await flagsOf(port)).at(-1), ["\\Seen"]);
    const before = (await flagsOf(port)).length;
    await append(port, "gone");
    assert.deepEqual(await reader.look({ afterwards: "delete" }), ["gone"]);
    assert.equal((await flagsOf(port)).length, before);
  },

  async "a mail over the limit comes as its header"({ port }) {
    const reader = openReader(port);
    await reader.look();
    await append(port, "huge");
    assert.deepEqual(await reader.look({ limit: 20 }), ["huge"]);
  },

  async "a folder that was made anew is read for what is newer than the connection"({ port }) {
    const reader = openReader(port, "Work");
    await withClient(port, (client) => client.mailboxCreate("Work"));
    await reader.look();
    await withClient(port, async (client) => {
      await client.mailboxDelete("Work");
      // UIDVALIDITY is made of seconds.
      await wait(1100);
      await client.mailboxCreate("Work");
      await client.append("Work", mail("old"), [], new Date("2020-01-01T00:00:00Z"));
      await client.append("Work", mail("new"));
    });
    assert.deepEqual(await reader.look(), ["new"]);
  },

  async "older mails are found between two times, in a server with WITHIN"({ port }) {
    const now = Date.now();
    await withClient(port, async (client) => {
      assert.ok(client.capabilities.has("WITHIN"));
      await client.mailboxCreate("Older");
      for (const days of [40, 20, 1])
        await client.append("Older", mail(`${days} days`), [], new Date(now - days * day));
    });
    const since = new Date(now - 30 * day);
    const found = await withReader(port, (client) => listOlder(client, ["Older"], since, new Date(now)));
    assert.deepEqual(
      found.map(({ uid }) => uid),
      [2, 3],
    );
  },

  async "IDLE announces a mail at once, and a restart is survived"(dovecot) {
    const reader = openReader(dovecot.port);
    await reader.look();
    const stop = new AbortController();
    const taken: string[] = [];
    const listening = reader.listen(taken, stop.signal);
    await wait(500);
    await append(dovecot.port, "nudge");
    await until(() => taken.includes("nudge"));
    await dovecot.stop();
    await assert.rejects(listening);
    await dovecot.start();
    await append(dovecot.port, "after the restart");
    assert.deepEqual(await reader.look(), ["after the restart"]);
    stop.abort();
  },

  async "our mail is put into Sent once and found there"({ port }) {
    const server = { host: "127.0.0.1", port, secure: false, user, password };
    const channel = { companyId, credentials: JSON.stringify({ imap: server, smtp: server }) };
    const messageId = "<m-77.42@harbour.test>";
    const raw = Buffer.from(`Message-ID: ${messageId}\r\n\r\nOn its way.\r\n`);
    const signal = AbortSignal.timeout(patience);
    assert.equal(await findInSent(config, channel, messageId, signal), false);
    for (let n = 0; n < 2; n += 1) await appendToSent(config, channel, { raw, messageId }, signal);
    assert.equal(await findInSent(config, channel, messageId, signal), true);
    assert.equal((await flagsOf(port, "Sent")).length, 1);
  },

  async "older mails are fetched once by a desk that is killed meanwhile"({ port }) {
    const folder = "Archive";
    await withClient(port, async (client) => {
      await client.mailboxCreate(folder);
      for (let number = 0; number < older; number += 1) {
        const on = new Date(Date.now() - 300 * day + number * 60_000);
        await client.append(folder, written(number), [], on);
      }
    });
    const pace = await importOlder({ port, user, password, folder }, older);
    process.stdout.write(`  ${older} older mails, ${pace.toFixed(0)} a second\n`);
    const [load = 0] = loadavg();
    if (load <= availableParallelism()) assert.ok(pace >= leastPace, `Fewer than ${leastPace} a second`);
    else process.stdout.write(`  The machine is busy (load ${load.toFixed(0)}), so the pace is not judged\n`);
  },

  async "folders are listed with their uses, and a wrong password is refused"({ port }) {
    const folders = await withReader(port, (client) => client.folders());
    assert.deepEqual(folders[0], { path: "INBOX", use: "inbox" });
    assert.ok(folders.some(({ path, use }) => path === "Sent" && use === "sent"));
    await assert.rejects(open(port, "wrong"), { authenticationFailed: true });
  },
};

const day = 24 * 60 * 60_000;

/** The mails are from many clients; every second one answers the previous. */
const written = (number: number) => {
  const client = Math.floor(number / 2);
  return Buffer.from(
    [
      `From: Client ${client} <client${client}@mail.test>`,
      `To: ${user}`,
      `Message-ID: <${number}@mail.test>`,
      ...(number % 2 === 1 ? [`In-Reply-To: <${number - 1}@mail.test>`] : []),
      `Subject: Order ${client}`,
      "",
      `Where is order ${client}? ${"It was to come last week. ".repeat(20)}`,
      "",
    ].join("\r\n"),
  );
};

const mail = (subject: string) =>
  Buffer.from(
    `Message-ID: <${subject.replaceAll(" ", "-")}@mail.test>\r\nSubject: ${subject}\r\n\r\nWhere is order 7?\r\n`,
  );

const open = (port: number, given = password) =>
  openImap(config, { companyId, server: { host: "127.0.0.1", port, secure: false, user, password: given } });

async function withReader<Answer>(
  port: number,
  work: (client: ImapClient) => Promise<Answer>,
): Promise<Answer> {
  const client = await open(port);
  try {
    return await work(client);
  } finally {
    await closeImap(client);
  }
}

/** Acts as another program of the mailbox's owner. */
async function withClient<Answer>(
  port: number,
  work: (client: ImapFlow) => Promise<Answer>,
): Promise<Answer> {
  const auth = { user, pass: password };
  const client = new ImapFlow({ host: "127.0.0.1", port, secure: false, auth, logger: false });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.logout();
  }
}

const append = (port: number, ...subjects: string[]) =>
  withClient(port, async (client) => {
    for (const subject of subjects) await client.append("INBOX", mail(subject));
  });

const flagsOf = (port: number, path = "INBOX") =>
  withClient(port, async (client) => {
    await client.mailboxOpen(path, { readOnly: true });
    const all = await client.fetchAll("1:*", { flags: true });
    return all.map(({ flags }) => [...(flags ?? [])].filter((flag) => flag !== "\\Recent"));
  });

/** A reader of one folder that keeps its position. */
function openReader(port: number, path = "INBOX") {
  let cursor: MailboxCursor = beginCursor(new Date());
  const bases = (client: ImapClient, taken: string[]) => ({
    client,
    limit: 10_000,
    room: mailRoom(config, companyId),
    by: "this process",
    retryAsked: null,
    now: () => new Date(),
    async receive({ raw }: { raw: Buffer }, next: MailboxCursor) {
      taken.push(/^Subject: (.*)\r$/m.exec(String(raw))?.[1] ?? "");
      cursor = next;
    },
    async keep(next: MailboxCursor) {
      cursor = next;
    },
  });
  return {
    look: ({ limit = 10_000, afterwards = "leave" as Afterwards } = {}) =>
      withReader(port, async (client) => {
        const taken: string[] = [];
        const { signal: ended } = new AbortController();
        await readFolder({ ...bases(client, taken), limit, afterwards, cursor, ended }, path);
        return taken;
      }),
    listen: (taken: string[], signal: AbortSignal) =>
      withReader(port, (client) =>
        readMailbox(
          {
            ...bases(client, taken),
            cursor,
            folders: [path],
            afterwards: "leave",
            renew: async () => true,
            changed: () => new AbortController().signal,
            polled: async () => undefined,
          },
          { pollEvery: 60_000, renew: 60_000 },
          signal,
        ),
      ),
  };
}

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + patience;
  while (!holds()) {
    if (performance.now() > end) throw new Error("It did not happen in time");
    await wait(20);
  }
}

await main();
