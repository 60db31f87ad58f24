/**
 * `npm run test:mail`: reads a mailbox of a real Dovecot on this machine. It is no part of `npm test`, since Dovecot has to be
 * installed (on Debian `apt-get install dovecot-imapd`); without it the command says so and fails.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { BytesUnderWay } from "../../server/src/channels/email/account/bytes-under-way.ts";
import { listFolders } from "../../server/src/channels/email/imap/folders.ts";
import { type Afterwards, readFolder } from "../../server/src/channels/email/imap/look.ts";
import { closeImap, openImap } from "../../server/src/channels/email/imap/open.ts";
import { beginPlace, type MailboxPlace } from "../../server/src/channels/email/imap/place.ts";
import { appendToSent, findInSent } from "../../server/src/channels/email/imap/sent.ts";
import { readMailbox } from "../../server/src/channels/email/imap/session.ts";

const config = { channelSettings: { MAIL_PRIVATE_HOSTS: ["127.0.0.1"] } };
const [user, password] = ["help@harbour.test", "a-password"];
const patience = 10_000;

type Dovecot = { port: number; stop(): Promise<void>; start(): Promise<void>; close(): Promise<void> };

async function main(): Promise<void> {
  if (spawnSync("dovecot", ["--version"]).status !== 0) {
    process.stdout.write(
      "Dovecot is not installed, so nothing was tried (Debian: apt-get install dovecot-imapd).\n",
    );
    process.exitCode = 1;
    return;
  }
  const dovecot = await startDovecot();
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
    const channel = { credentials: JSON.stringify({ imap: server, smtp: server }) };
    const messageId = "<m-77.42@harbour.test>";
    const raw = Buffer.from(`Message-ID: ${messageId}\r\n\r\nOn its way.\r\n`);
    const signal = AbortSignal.timeout(patience);
    assert.equal(await findInSent(config, channel, messageId, signal), false);
    for (let n = 0; n < 2; n += 1) await appendToSent(config, channel, { raw, messageId }, signal);
    assert.equal(await findInSent(config, channel, messageId, signal), true);
    assert.equal((await flagsOf(port, "Sent")).length, 1);
  },

  async "folders are listed with their uses, and a wrong password is refused"({ port }) {
    const folders = await withClient(port, listFolders);
    assert.deepEqual(folders[0], { path: "INBOX", use: "inbox" });
    assert.ok(folders.some(({ path, use }) => path === "Sent" && use === "sent"));
    await assert.rejects(open(port, "wrong"), { authenticationFailed: true });
  },
};

const mail = (subject: string) =>
  Buffer.from(
    `Message-ID: <${subject.replaceAll(" ", "-")}@mail.test>\r\nSubject: ${subject}\r\n\r\nWhere is order 7?\r\n`,
  );

const open = (port: number, given = password) =>
  openImap(config, { server: { host: "127.0.0.1", port, secure: false, user, password: given } });

type Client = Awaited<ReturnType<typeof open>>;

async function withClient<Answer>(port: number, work: (client: Client) => Promise<Answer>): Promise<Answer> {
  const client = await open(port);
  try {
    return await work(client);
  } finally {
    await closeImap(client);
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

/** A reader of one folder that keeps its place. */
function openReader(port: number, path = "INBOX") {
  let place: MailboxPlace = beginPlace(new Date());
  const bases = (client: Client, taken: string[]) => ({
    client,
    limit: 10_000,
    bytes: new BytesUnderWay(100_000),
    by: "this process",
    retryAsked: null,
    now: () => new Date(),
    async take({ raw }: { raw: Buffer }, next: MailboxPlace) {
      taken.push(/^Subject: (.*)\r$/m.exec(String(raw))?.[1] ?? "");
      place = next;
    },
    async keep(next: MailboxPlace) {
      place = next;
    },
  });
  return {
    look: ({ limit = 10_000, afterwards = "leave" as Afterwards } = {}) =>
      withClient(port, async (client) => {
        const taken: string[] = [];
        const { signal: ended } = new AbortController();
        await readFolder({ ...bases(client, taken), limit, afterwards, place, ended }, path);
        return taken;
      }),
    listen: (taken: string[], signal: AbortSignal) =>
      withClient(port, (client) =>
        readMailbox(
          {
            ...bases(client, taken),
            place,
            folders: [path],
            afterwards: "leave",
            renew: async () => true,
            changed: () => new AbortController().signal,
            looked: async () => undefined,
          },
          { look: 60_000, renew: 60_000 },
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

async function startDovecot(): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), "parley-dovecot-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const configuration = join(folder, "dovecot.conf");
  writeFileSync(configuration, settings(folder, port));
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn("dovecot", ["-F", "-c", configuration], { stdio: "inherit" });
    await untilListening(port);
  };
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  };
  await start();
  return {
    port,
    start,
    stop,
    async close() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

function settings(folder: string, port: number): string {
  const { uid, gid, username } = userInfo();
  // Dovecot keeps no mail as root.
  const owner = uid === 0 ? { uid: 65_534, gid: 65_534 } : { uid, gid };
  const mails = join(folder, "mail");
  mkdirSync(mails);
  chmodSync(mails, 0o777);
  const users = uid === 0 ? "" : `default_internal_user = ${username}\ndefault_login_user = ${username}\n`;
  return `
base_dir = ${join(folder, "run")}
log_path = ${join(folder, "log")}
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${mails}/%u
${users}
passdb {
  driver = static
  args = password={PLAIN}${password}
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${mails}/home
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    special_use = \\Sent
    auto = create
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

async function untilListening(port: number): Promise<void> {
  const end = performance.now() + patience;
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    try {
      await once(socket, "connect");
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await wait(50);
    } finally {
      socket.destroy();
    }
  }
}

await main();
