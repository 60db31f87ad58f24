import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createBlankDatabase } from "../../../../test/database.ts";
import { runParley } from "../../../../test/outside/parley.ts";
import { startClosedSmtp } from "../../../../test/world/closed-smtp.ts";
import { runHere } from "../../../../test/world/command-line.ts";
import { startRedis } from "../../../../test/world/redis.ts";
import { startSmtp } from "../../../../test/world/smtp.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { findLocks } from "./database.ts";
import type { Finding } from "./finding.ts";

// Processes take long to start beside many others.
vi.setConfig({ testTimeout: 60_000 });

let world: World;
let env: Record<string, string>;
beforeAll(async () => {
  world = await createWorld();
  const { config } = world.context;
  env = {
    DATABASE_URL: config.databaseUrl ?? "",
    DATA_DIR: config.dataDir,
    APP_SECRET: config.appSecret,
    TELEGRAM_API_URL: world.telegram.url,
  };
});
afterAll(() => world.close());

async function ask(more: Record<string, string> = {}) {
  const ran = await runHere(["doctor", "--json"], { ...env, ...more });
  expect(ran.stderr).toBe("");
  const { ok, findings } = JSON.parse(ran.stdout) as { ok: boolean; findings: Finding[] };
  expect(ran.code).toBe(ok ? 0 : 1);
  for (const { state, mend } of findings) expect(mend === null).toBe(state === "ok");
  for (const secret of [env.APP_SECRET, world.channels.harbour.token])
    expect(ran.stdout).not.toContain(secret);
  const about = (name: string) => findings.filter((finding) => finding.about.startsWith(name));
  return { ok, findings, about, text: ran.stdout };
}

const sql = (text: string, values: unknown[] = []) => world.context.pool.query(text, values);

test("wrong settings are all named, and nothing else is examined", async () => {
  const { ok, about } = await ask({ PORT: "no", SMTP_URL: "mail.example", PARLEY_ROLE: "boss" });
  expect(ok).toBe(false);
  expect(about("Settings").map(({ what }) => what.split(":")[0])).toEqual([
    ...["PORT", "SMTP_URL", "PARLEY_ROLE", "MAIL_FROM"],
  ]);
  expect(about("The rest")).toHaveLength(1);
});

test("a healthy Parley has no fault", async () => {
  const mail = await startSmtp();
  const redis = await startRedis();
  try {
    const { ok, findings, about } = await ask({
      SMTP_URL: mail.url,
      MAIL_FROM: "a@b.example",
      REDIS_URL: redis.url,
    });
    expect(findings.filter(({ state }) => state === "fault")).toEqual([]);
    expect(ok).toBe(true);
    expect(about("Channel")).toHaveLength(2);
    expect(about("Channel")[0]).toMatchObject({ state: "ok", what: "@harbour_bot answers, 0 updates wait" });
    for (const name of ["Database", "Schema", "PostgreSQL's log", "Locks", "Mail", "Redis", "Files"]) {
      expect(about(name)).toEqual([expect.objectContaining({ state: "ok" })]);
    }
    expect(mail.received).toEqual([]);
  } finally {
    await mail.down();
    await redis.stop();
  }
});

test("a database that writes statements to its log is reported", async () => {
  const superuser = new URL(env.DATABASE_URL ?? "");
  superuser.username = "postgres";
  const database = superuser.pathname.slice(1);
  const owner = new pg.Client({ connectionString: superuser.href });
  await owner.connect();
  try {
    await owner.query(`alter database "${database}" set log_min_error_statement = 'error'`);
    expect((await ask()).about("PostgreSQL's log")).toEqual([
      {
        about: "PostgreSQL's log",
        state: "attention",
        what: "may hold what clients write (log_min_error_statement = error)",
        mend: "Set log_min_error_statement = panic, or keep that log as private as the database.",
      },
    ]);
  } finally {
    await owner.query(`alter database "${database}" reset log_min_error_statement`);
    await owner.end();
  }
});

test("a PostgreSQL that may have too few locks for a restore is reported", () => {
  expect(findLocks(6_400)).toMatchObject({ state: "attention", mend: expect.stringContaining("= 256") });
  expect(findLocks(25_600).state).toBe("ok");
});

test("processes that may open more connections than PostgreSQL has are reported", async () => {
  const plant = `insert into process (id, started_on, lease_until)
    select gen_random_uuid(), now(), now() + $1 * interval '1 minute' from generate_series(1, $2::int)`;
  await sql(plant, [5, 16]);
  // Ended processes open none.
  await sql(plant, [-5, 3]);
  const { rows } = await sql("select current_setting('max_connections')::int as all");
  const most: number = rows[0].all - 3;
  const fits = Math.floor((most - 2) / 16);
  try {
    const enough = await ask({ DATABASE_POOL: String(fits) });
    expect(enough.about("Connections")).toMatchObject([{ state: "ok" }]);
    const { about } = await ask({ DATABASE_POOL: String(fits + 1) });
    const may = `of ${most} connections are open; 16 processes may open ${16 * (fits + 1) + 2}`;
    expect(about("Connections")).toMatchObject([
      {
        state: "attention",
        what: expect.stringContaining(may),
        mend: `Set DATABASE_POOL to ${fits} for every process, or raise max_connections.`,
      },
    ]);
  } finally {
    await sql("delete from process");
  }
});

test("a mail server that refuses the password, and a missing one, are reported", async () => {
  const server = await startClosedSmtp();
  const url = `smtp://desk:Lantern-%2B-9@127.0.0.1:${server.port}`;
  const refused = await ask({ SMTP_URL: url, MAIL_FROM: "a@b.example" });
  await server.close();
  expect(refused.about("Mail")[0]).toMatchObject({ state: "fault", what: expect.stringContaining("EAUTH") });
  expect(refused.about("Mail")[0]?.mend).toContain("password");
  expect(refused.text).not.toMatch(/Lantern/);

  const away = await ask({ SMTP_URL: url, MAIL_FROM: "a@b.example" });
  expect(away.about("Mail")[0]).toMatchObject({
    state: "fault",
    mend: expect.stringMatching(/port.*firewall/),
  });
  expect(away.text).not.toMatch(/Lantern/);
});

test("a missing Redis is reported", async () => {
  const { about, text } = await ask({ REDIS_URL: "redis://:Lantern-9@127.0.0.1:1" });
  expect(about("Redis")[0]).toMatchObject({ state: "fault", what: expect.stringContaining("ECONNREFUSED") });
  expect(text).not.toContain("Lantern");
});

test("a missing database is reported, and checks without it still run", async () => {
  const { about, text } = await ask({ DATABASE_URL: "postgresql://parley:Lantern-9@127.0.0.1:1/parley" });
  expect(about("Database")[0]).toMatchObject({
    state: "fault",
    what: expect.stringContaining("ECONNREFUSED"),
  });
  expect(about("Database")[0]?.mend).toContain("DATABASE_URL");
  expect(about("Files")[0]).toMatchObject({ state: "ok" });
  expect(text).not.toContain("Lantern");
});

test("a data folder that cannot be written to, and a file storage that cannot, are reported", async () => {
  const file = join(env.DATA_DIR ?? "", "a file");
  writeFileSync(file, "");
  expect((await ask({ DATA_DIR: file })).about("Data folder")[0]).toMatchObject({
    state: "fault",
    what: expect.stringContaining("ENOTDIR"),
  });
  const folder = join(env.DATA_DIR ?? "", "folder");
  mkdirSync(folder);
  writeFileSync(join(folder, "files"), "in the place of the folder");
  expect((await ask({ DATA_DIR: folder })).about("Files")[0]).toMatchObject({ state: "fault" });
  rmSync(folder, { recursive: true });
});

test("a database that is older or newer than this Parley is reported", async () => {
  const { rows } = await sql("select name from migration order by name desc limit 1");
  await sql("delete from migration where name = $1", [rows[0].name]);
  expect((await ask()).about("Schema")[0]).toMatchObject({
    state: "attention",
    mend: expect.stringContaining("npm start"),
  });
  await sql("insert into migration (name) values ($1), ('999_future.sql')", [rows[0].name]);
  expect((await ask()).about("Schema")[0]).toMatchObject({
    state: "fault",
    what: expect.stringContaining("999_future"),
  });
  await sql("delete from migration where name = '999_future.sql'");
});

test("an upgrade that was broken off after its last migration is reported", async () => {
  await sql(
    "update migration_follow_up set finished_on = null where migration = '011_channels.sql' and number = 5",
  );
  expect((await ask()).about("Schema")[0]).toMatchObject({
    state: "attention",
    what: "an upgrade is not finished (what follows 011_channels.sql)",
    mend: expect.stringContaining("npm start"),
  });
  await sql(
    "update migration_follow_up set finished_on = now() where migration = '011_channels.sql' and number = 5",
  );
});

test("a bot with a revoked token, one with another webhook, and another secret are reported", async () => {
  const { harbour, northwind } = world.channels;
  world.telegram.control.revokeToken(Number(harbour.externalId));
  await fetch(`${world.telegram.url}/bot${northwind.token}/setWebhook?url=http://127.0.0.1:88/secret-path`);
  const { ok, about, text } = await ask();
  expect(ok).toBe(false);
  expect(about("Channel telegram “Harbour")[0]).toMatchObject({
    state: "fault",
    what: expect.stringContaining("no longer accepts this bot's token"),
    mend: expect.stringContaining("telegram connect"),
  });
  expect(about("Channel telegram “Northwind")[0]?.what).toContain("127.0.0.1:88 instead of being asked");
  expect(text).not.toContain("secret-path");

  const sealed = await ask({ APP_SECRET: "another secret, which is long enough too" });
  expect(sealed.about("Secret")).toMatchObject([
    { state: "fault", mend: expect.stringContaining("new-secret") },
  ]);
  expect(sealed.about("Channel")[0]).toMatchObject({
    state: "fault",
    mend: expect.stringContaining("APP_SECRET"),
  });
});

test("an account that deserves a look is named with its reason, whether the desk or the provider found it", async () => {
  const found = { code: "many_failed", facts: { failed: 7, all: 13 } };
  await sql(
    "update channel set attention_on = now(), attention_reason = $1, attention_mend = 'check_failures' where id = $2",
    [found, world.channels.northwind.id],
  );
  await fetch(`${world.telegram.url}/bot${world.channels.northwind.token}/deleteWebhook`);
  expect((await ask()).about("Channel telegram “Northwind")[0]).toMatchObject({
    state: "attention",
    what: "7 of 13 messages of the last hour failed.",
    mend: expect.stringContaining("failed messages"),
  });
  await sql("update channel set attention_on = null, attention_reason = null, attention_mend = null");
  const result = {
    url: "",
    has_custom_certificate: false,
    pending_update_count: 3,
    last_error_date: Math.floor(Date.now() / 1000),
    last_error_message: "Connection timed out",
  };
  const bot = Number(world.channels.northwind.externalId);
  world.telegram.control.addFault({ bot, method: "getWebhookInfo", kind: "answer", result });
  expect((await ask()).about("Channel telegram “Northwind")[0]).toMatchObject({
    state: "attention",
    mend: expect.stringContaining("PUBLIC_URL"),
  });
});

test("work that waits although a process should do it is reported, and so is another server at the address", async () => {
  const other = createServer((_request, response) => void response.writeHead(502).end());
  await once(other.listen(0, "127.0.0.1"), "listening");
  const { port } = other.address() as AddressInfo;
  await sql(
    "insert into process values (gen_random_uuid(), now() - interval '1 hour', now() + interval '1 hour', '{worker}')",
  );
  await sql("select graphile_worker.add_job('deliver', run_at := now() - interval '5 minutes')");
  const { ok, about } = await ask({ PUBLIC_URL: `http://127.0.0.1:${port}` });
  other.close();
  expect(ok).toBe(false);
  expect(about("Jobs")[0]).toMatchObject({ state: "fault", what: "1 wait, the oldest for 5 min" });
  expect(about("Address")[1]).toMatchObject({ state: "fault", what: expect.stringContaining("status 502") });
  await sql("update process set worker_ids = '{}'");
  expect((await ask()).about("Parley")[0]).toMatchObject({
    state: "fault",
    mend: expect.stringContaining("PARLEY_ROLE"),
  });
  await sql("delete from process");
});

test("the last backup is reported once there is one, and as old after a week", async () => {
  const { about } = await ask();
  expect(about("Backup")[0]).toMatchObject({ state: "attention", what: "none is known of" });
  const note = join(env.DATA_DIR ?? "", "last-backup.json");
  const made = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  writeFileSync(note, JSON.stringify({ madeOn: made(1), file: "/backups/a.tar.gz", bytes: 5 }));
  expect((await ask()).about("Backup")[0]).toMatchObject({
    state: "ok",
    what: "24 h ago, /backups/a.tar.gz",
  });
  writeFileSync(note, JSON.stringify({ madeOn: made(9), file: "/backups/a.tar.gz", bytes: 5 }));
  expect((await ask()).about("Backup")[0]).toMatchObject({
    state: "attention",
    what: expect.stringContaining("9 days"),
  });
});

test("a finding for people has a mark, the fault, and how to fix it", async () => {
  const ran = await runParley(["doctor"], { ...env, REDIS_URL: "redis://127.0.0.1:1" }).ended;
  expect(ran.code).toBe(1);
  expect(ran.stdout).toMatch(/^✓ Node: /);
  expect(ran.stdout).toMatch(/\n✗ Redis: .*\n {4}→ .*REDIS_URL/);
  expect(ran.stdout).toMatch(/\n! Mail: .*\n {4}→ /);
});

test("a role of the database that may not make roles is named, with the line that lets it", async () => {
  const blank = await createBlankDatabase();
  const role = `meek_${randomUUID().replaceAll("-", "")}`;
  await sql(`create role ${role} login`);
  onTestFinished(async () => {
    await blank.drop();
    await sql(`drop role ${role}`);
  });
  const url = new URL(blank.url);
  url.username = role;
  const { ok, about } = await ask({ DATABASE_URL: url.href });
  expect(ok).toBe(false);
  expect(about("Roles")).toEqual([
    {
      about: "Roles",
      state: "fault",
      what: `${role} has no right to make roles (CREATEROLE)`,
      mend: expect.stringMatching(new RegExp(`^As a superuser: ALTER ROLE "${role}" CREATEROLE\\.`)),
    },
  ]);
});

test.runIf(process.platform !== "win32")(
  "a data folder that others on the machine can read is reported",
  async () => {
    const above = mkdtempSync(join(tmpdir(), "parley-doctor-"));
    onTestFinished(() => rmSync(above, { recursive: true }));
    const spaced = join(above, "Ada's own data");
    mkdirSync(spaced);
    const folder = async (dataDir: string, mode: number) => {
      chmodSync(dataDir, mode);
      const { about } = await ask({ DATA_DIR: dataDir });
      return about("Data folder").filter(({ state }) => state === "attention");
    };
    for (const [dataDir, asWord] of [
      [env.DATA_DIR ?? "", env.DATA_DIR],
      [spaced, `'${above}/Ada'\\''s own data'`],
    ] as const) {
      expect(await folder(dataDir, 0o755)).toEqual([
        {
          about: "Data folder",
          state: "attention",
          what: `${dataDir} is open to others on this machine (mode 0755)`,
          mend: `chmod 700 ${asWord}`,
        },
      ]);
      for (const mode of [0o710, 0o700]) expect(await folder(dataDir, mode)).toEqual([]);
    }
  },
);
