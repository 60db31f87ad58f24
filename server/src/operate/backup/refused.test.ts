/** Backups that are damaged, too new, or made under another secret change nothing. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { reasonOf } from "@parley/contract/reasons";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createPlace, type Place, picture } from "../../../../test/outside/place.ts";
import { askHere, runHere } from "../../../../test/world/command-line.ts";
import { createArchive } from "./archive.ts";
import { type Complete, type Header, names } from "./format.ts";
import { openBackup } from "./read.ts";

// Processes take long to start beside many others.
vi.setConfig({ testTimeout: 60_000 });

let from: Place;
let there: Place;
let good: string;
let untouched: unknown;
const { signal } = new AbortController();

beforeAll(async () => {
  from = await createPlace();
  there = await createPlace();
  untouched = await picture(there);
  const person = ["--email", "ada@pier.example", "--first-name", "Ada", "--last-name", "Pier"];
  await askHere(["company", "create", "--name", "Pier", "--password", "Lighthouse-42", ...person], from.env);
  const [made] = await from.query<{ id: string }>("select company_id as id from company");
  const pictures = join(from.dataDir, "files", made?.id ?? "", "pictures");
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, "letter"), "Dear Ada");
  await from.query("update agent set profile_pic = '/pictures/letter.webp'");
  good = join(from.dataDir, "good.tar.gz");
  await askHere(["backup", "--to", good, "--with-secret"], from.env);
});
afterAll(() => Promise.all([from.remove(), there.remove()]));

let path: string;
beforeEach(() => {
  path = join(from.dataDir, `${crypto.randomUUID()}.tar.gz`);
});

async function refuses(words: string | RegExp, more: string[] = [], env: Record<string, string> = there.env) {
  const ran = await runHere(["restore", "--from", path, ...more], env);
  expect(ran).toMatchObject({ code: 1, stdout: "" });
  expect(ran.stderr).toMatch(words);
  expect(ran.stderr.trim().split("\n")).toHaveLength(1);
  expect(await picture(there)).toEqual(untouched);
  expect(filesIn(there)).toEqual([]);
}

const filesIn = ({ dataDir }: Place) => {
  const folder = join(dataDir, "files");
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
};

/** A copy of the good backup with one change, and matching sums. */
async function rewrite(change: {
  header?: Partial<Header>;
  member?: (name: string, content: Buffer) => Buffer;
  complete?: Partial<Complete>;
}) {
  const reading = await openBackup(good, signal);
  const archive = await createArchive(path, signal);
  await archive.add(names.header, JSON.stringify({ ...reading.header, ...change.header }));
  let next = await reading.members.next();
  for (; !next.done; next = await reading.members.next()) {
    const { name, content } = next.value;
    const bytes = await buffer(content);
    await archive.add(name, change.member?.(name, bytes) ?? bytes);
  }
  const { rows, files, fileBytes } = next.value;
  await archive.finish((sums) => ({ rows, files, fileBytes, ...sums, ...change.complete }));
}

test("a file that is no backup, or missing, is refused", async () => {
  await refuses("There is no file");
  writeFileSync(path, "Dear diary");
  await refuses("is not a backup of Parley");
  writeFileSync(path, gzipSync("Dear diary"));
  await refuses("is not a backup of Parley");
  path = from.dataDir;
  await refuses("is a folder");
});

test.each([0.3, 0.6, 0.99])("a backup that was cut off after %f of it is refused", async (share) => {
  const whole = readFileSync(good);
  writeFileSync(path, whole.subarray(0, Math.floor(whole.length * share)));
  await refuses(/damaged/);
});

test("a backup with a changed byte is refused, with its position", async () => {
  const tar = gunzipSync(readFileSync(good));
  const at = tar.indexOf("ada@pier.example");
  tar.write("eve", at);
  writeFileSync(path, gzipSync(tar));
  await refuses("tables/agent/000001 is not what was written");
});

test("a backup with a damaged header of a part is refused, wherever the part is", async () => {
  const tar = gunzipSync(readFileSync(good));
  const heads: number[] = [];
  for (let at = tar.indexOf("ustar"); at >= 0; at = tar.indexOf("ustar", at + 1))
    if (at % 512 === 257) heads.push(at - 257);
  expect(heads.length).toBeGreaterThan(3);
  for (const head of [heads[1], heads[2], heads.at(-1)]) {
    const spoiled = Buffer.from(tar);
    const at = (head ?? 0) + 130;
    spoiled.writeUInt8(spoiled.readUInt8(at) ^ 1, at);
    writeFileSync(path, gzipSync(spoiled));
    await refuses(/damaged/);
  }
});

test("a backup with a part removed or added is refused", async () => {
  await rewrite({ complete: { members: 3 } });
  await refuses("do not agree");
  writeFileSync(path, Buffer.concat([readFileSync(good), Buffer.from("more")]));
  await refuses(/damaged/);
});

test("a backup of a newer Parley is refused", async () => {
  await rewrite({ header: { migrations: ["001_foundation.sql", "999_future.sql"] } });
  await refuses(/newer Parley \(999_future\.sql\)/);
  path = path.replace(".tar", ".next.tar");
  await rewrite({ header: { format: 99 } });
  await refuses("newer Parley");
});

test("where PostgreSQL has too few locks, the restore names the setting and changes nothing", async () => {
  const superuser = new URL(there.env.DATABASE_URL ?? "");
  superuser.username = "postgres";
  const owner = new pg.Client({ connectionString: superuser.href });
  await owner.connect();
  try {
    await owner.query(`create function no_locks() returns event_trigger language plpgsql as $$
      begin raise 'out of shared memory' using errcode = '53200'; end $$`);
    await owner.query(
      "create event trigger no_locks on ddl_command_start when tag in ('DROP TABLE') execute function no_locks()",
    );
    const ran = await runHere(["restore", "--from", good], there.env);
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toMatch(/^PostgreSQL has too few locks.* max_locks_per_transaction = 256/);
  } finally {
    await owner.query("drop event trigger if exists no_locks");
    await owner.query("drop function if exists no_locks");
    await owner.end();
  }
  expect(await picture(there)).toEqual(untouched);
});

test("a consistent backup that does not fit the database is refused, and the begun restore is undone, files included", async () => {
  const orphan = (name: string, content: Buffer) =>
    name === "tables/agent/000001"
      ? Buffer.from(content.toString().replaceAll(/[0-9a-f]{8}-/g, "00000000-"))
      : content;
  await rewrite({ member: orphan });
  await refuses(/violates foreign key/);
});

test("a backup with fewer rows than were written is refused", async () => {
  await rewrite({ complete: { rows: { company: 2 } } });
  await refuses("company has 1 rows instead of 2");
});

test("a backup under another secret is refused, unless the secret is lost; then its sealed values are deleted", async () => {
  path = good;
  const env = { ...there.env, APP_SECRET: "another secret, which is long enough" };
  await refuses("APP_SECRET is not the one", [], env);
  const [company] = await from.query<{ id: string }>("select company_id as id from company");
  await from.query(
    "insert into channel (company_id, platform, external_id, name, credentials) values ($1, 'telegram', '1', 'Pier', '\\x00')",
    [company?.id],
  );
  await from.query(
    "insert into two_step (company_id, agent_id, sealed, created_on) select company_id, id, '\\x00', now() from agent",
  );
  path = join(from.dataDir, "sealed.tar.gz");
  await askHere(["backup", "--to", path], from.env);
  await askHere(["restore", "--from", path, "--without-secret"], env);
  expect(await there.query("select broken_reason from channel")).toEqual([
    { broken_reason: reasonOf("restored_without_secret") },
  ]);
  expect(await there.query("select from two_step")).toEqual([]);
  expect(filesIn(there)).toEqual(["letter"]);
});
