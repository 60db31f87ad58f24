import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { type Reason, reasonOf } from "@parley/contract/reasons";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { askParley, runParley } from "../../../../test/outside/parley.ts";
import { createPlace, type Place, picture } from "../../../../test/outside/place.ts";
import { startBucket } from "../../../../test/world/bucket.ts";
import { askHere, runHere } from "../../../../test/world/command-line.ts";
import { connectWebChat, openVisitorBrowser } from "../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { loadConfig } from "../../app/config.ts";
import { createContext } from "../../app/context.ts";
import { relayEvents } from "../../floor/ledger/relay.ts";
import { lockTicket } from "../../support/ticket/access.ts";

// Processes take long to start beside many others.
vi.setConfig({ testTimeout: 60_000 });

let world: World;
let env: Record<string, string>;
let query: Place["query"];
const places: Place[] = [];
const files = new Map<string, Buffer>();

beforeAll(async () => {
  world = await createWorld();
  const { config, pool } = world.context;
  query = async <Row>(sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows as Row[];
  env = { DATABASE_URL: config.databaseUrl ?? "", DATA_DIR: config.dataDir, APP_SECRET: config.appSecret };
  const ticket = await world.ticket({
    handler: "mira",
    messages: ["Tab\there, line\nthere", "\\N and \\. too", "Ünïcødé 🙂"],
  });
  await world.ticket({ department: "general", closed: true, client: 'O\'Brien, "Bob"' });
  await world.message(ticket, { agent: world.agents.mira, status: "queued", content: "It waits" });
  for (const size of [0, 1, 70_000, 5 * 2 ** 20]) {
    const key = `${ticket.company_id}/${crypto.randomUUID()}`;
    const content = Buffer.alloc(size, key);
    await world.context.files.put(key, content);
    files.set(key, content);
    await query(
      "insert into file (company_id, ticket_id, name, storage_key, state) values ($1, $2, 'a', $3, 'ready')",
      [ticket.company_id, ticket.id, key],
    );
  }
  await query(
    "insert into action (company_id, type, time) select $1, 'user_login', now() from generate_series(1, 7)",
    [ticket.company_id],
  );
});
afterEach(async () => {
  await Promise.all(places.splice(0).map((place) => place.remove()));
});
afterAll(() => world.close());

const place = async (more: Record<string, string> = {}) => {
  const made = await createPlace(more);
  places.push(made);
  return made;
};
const newFile = () => join(world.context.config.dataDir, `${crypto.randomUUID()}.tar.gz`);
async function backUp(...more: string[]) {
  const to = newFile();
  await askHere(["backup", "--to", to, ...more], env);
  return to;
}
const hash = (content: Buffer) => createHash("sha256").update(content).digest("hex");

test("a restore equals the backup: rows, schema, sequences, files", async () => {
  const there = await place();
  const before = await picture({ query });
  const to = newFile();
  const said = await askParley(["backup", "--to", to], env);
  expect(said).toMatchObject({ file: to, companies: 2, files: files.size, missing: 0, secret: false });
  expect(statSync(to).mode & 0o777).toBe(0o600);

  const restored = await askHere(["restore", "--from", to, "--send-waiting"], there.env);
  expect(restored).toMatchObject({ companies: 2, files: files.size, missing: 0, waiting: 1, migrated: [] });
  expect(await picture(there)).toEqual(before);
  for (const [key, content] of files) {
    expect(hash(readFileSync(join(there.dataDir, "files", key)))).toBe(hash(content));
  }
  const [company] = await query<{ id: string }>("select company_id as id from company limit 1");
  const [next] = await there.query<{ id: number }>(
    "insert into action (company_id, type, time) values ($1, 'user_login', now()) returning id::int",
    [company?.id],
  );
  expect(next?.id).toBe(8);
  const [bot] = await there.query<{ credentials: Buffer }>(
    "select credentials from channel where external_id = $1",
    [world.channels.harbour.externalId],
  );
  expect(world.context.secrets.open(bot?.credentials ?? Buffer.of())).toBe(world.channels.harbour.token);
});

describe("a restored Parley", () => {
  const epochs = "select epoch from ledger_epoch";
  let plain: Place;
  /** Nothing was sent since its backup. */
  let sending: Place;
  let restored: Record<string, unknown>;
  let epochsBefore: unknown[];
  beforeAll(async () => {
    await relayEvents(world.context);
    await world.ticket();
    const chat = await connectWebChat(world, { departmentid: world.departments.bookings.id });
    const { id } = (await openVisitorBrowser(world, chat).write("Hello")).conversation;
    const ticket = await world.desk("harbour", (scope) => lockTicket(scope, id));
    if (!ticket) throw new Error("The visitor's ticket is there");
    await world.message(ticket, {
      ...{ agent: world.agents.mira, status: "queued", content: "It stays" },
      sending_until: world.clock.now(),
    });
    await world.as("mira").get("/tickets");
    plain = await createPlace();
    sending = await createPlace();
    const from = await backUp();
    epochsBefore = [...(await query(epochs)), ...(await sending.query(epochs))];
    restored = await askHere(["restore", "--from", from], plain.env);
    await askHere(["restore", "--from", from, "--send-waiting"], sending.env);
  });
  afterAll(async () => {
    await plain.remove();
    await sending.remove();
  });

  test("events recorded before a backup are not pushed after its restore, unless nothing was sent since", async () => {
    const state = async (there: Place) => {
      const [row] = await there.query(
        `select count(*) filter (where place is null)::int as unplaced,
          max(place) = (select place from event_cursor where subscriber = 'push') as at_end from event`,
      );
      return row;
    };
    expect(await state(plain)).toEqual({ unplaced: 0, at_end: true });
    const [events] = await query<{ unplaced: number }>(
      "select count(*)::int as unplaced from event where place is null",
    );
    expect(events?.unplaced, "premise: some have no place yet").toBeGreaterThan(0);
    expect(await state(sending)).toEqual({ ...events, at_end: true });
  });

  test("a restore begins another epoch of the ledger, so that no program goes on from a place that is given again", async () => {
    const [now] = await sending.query(epochs);
    expect(epochsBefore).toHaveLength(2);
    expect(epochsBefore).not.toContainEqual(now);
  });

  test("agents sign in after a restore, and no session is restored", async () => {
    expect((await query("select from session")).length).toBeGreaterThan(0);
    expect(await plain.query("select from session")).toEqual([]);
    const context = await createContext(loadConfig(plain.env));
    try {
      const rows = await context.database.selectFrom("agent").select("email").execute();
      expect(rows).toContainEqual({ email: world.agents.mira.email });
    } finally {
      await context.close();
    }
  });

  test("messages that waited to be sent may have been sent since, so they become uncertain", async () => {
    expect(restored).toMatchObject({ uncertain: 1 });
    const rows = await plain.query<{ status: string; status_reason: Reason }>(
      "select status, status_reason from message where content = 'It waits'",
    );
    expect(rows).toEqual([{ status: "uncertain", status_reason: reasonOf("restored_waiting") }]);
  });

  test("a queued answer in a web chat, which has no provider, stays queued and is sent", async () => {
    const rows = await plain.query("select status, sending_until from message where content = 'It stays'");
    expect(rows).toEqual([{ status: "queued", sending_until: null }]);
  });

  test("a backup succeeds even if it cannot be recorded for the doctor", async () => {
    mkdirSync(join(plain.dataDir, "last-backup.json"));
    const to = newFile();
    const made = await runHere(["backup", "--to", to], plain.env);
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining("doctor will not know") });
    expect(JSON.parse(made.stdout)).toMatchObject({ file: to, bytes: statSync(to).size });
  });
});

test("a backup goes from a folder into a bucket, and from there into a folder", async () => {
  const bucket = await startBucket();
  try {
    const inBucket = await place(bucket.env);
    await askHere(["restore", "--from", await backUp()], inBucket.env);
    for (const [key, content] of files) {
      expect(hash(bucket.objects.get(`/parley/${key}`) ?? Buffer.of(1))).toBe(hash(content));
    }
    const to = newFile();
    expect(await askHere(["backup", "--to", to], inBucket.env)).toMatchObject({
      files: files.size,
      missing: 0,
    });
    const back = await place();
    await askHere(["restore", "--from", to], back.env);
    for (const [key, content] of files) {
      expect(hash(readFileSync(join(back.dataDir, "files", key)))).toBe(hash(content));
    }
  } finally {
    bucket.close();
  }
});

test("a Parley with companies is overwritten only when their number is given", async () => {
  const there = await place();
  const from = await backUp();
  const person = ["--email", "ada@pier.example", "--first-name", "Ada", "--last-name", "Pier"];
  const { companyid } = await askHere<{ companyid: string }>(
    ["company", "create", "--name", "Pier", "--password", "Lighthouse-42", ...person],
    there.env,
  );
  const old = join(there.dataDir, "files", companyid, "old");
  const before = await picture(there);

  for (const more of [[], ["--replace", "2"], ["--replace", "yes"]]) {
    const refused = await runHere(["restore", "--from", from, ...more], there.env);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/--replace/);
    expect(refused.stdout).toBe("");
  }
  expect(await picture(there)).toEqual(before);

  mkdirSync(join(there.dataDir, "files", companyid), { recursive: true });
  writeFileSync(old, "of the company that goes");
  await askHere(["restore", "--from", from, "--replace", "1"], there.env);
  expect(await there.query("select name from company order by 1")).toEqual([
    { name: "Harbour Travel" },
    { name: "Northwind Parcels" },
  ]);
  expect(existsSync(old)).toBe(false);
});

test("a restore into a running Parley is refused", async () => {
  const there = await place();
  await there.query("insert into process values (gen_random_uuid(), now(), now() + interval '1 hour')");
  const refused = await runHere(["restore", "--from", await backUp()], there.env);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("Stop every process") });
  expect(await there.query("select from company")).toEqual([]);
});

test("an existing file is not overwritten, and an unwritable place is reported", async () => {
  const taken = newFile();
  writeFileSync(taken, "something else");
  const refused = await runHere(["backup", "--to", taken], env);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("exists already") });
  expect(readFileSync(taken, "utf8")).toBe("something else");

  const below = await runHere(["backup", "--to", join(taken, "below.tar.gz")], env);
  expect(below).toMatchObject({ code: 1, stderr: expect.stringContaining("no folder") });
});

test.skipIf(process.platform === "win32")("a disk that is not mounted is reported", async () => {
  const folder = join(env.DATA_DIR ?? "", "unmounted");
  symlinkSync(`${folder}-disk`, folder);
  const refused = await runHere(["backup", "--to", join(folder, "parley.tar.gz")], env);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^[^\n]*leads nowhere[^\n]*\n$/) });
});

test.skipIf(process.platform === "win32")(
  "a disk that is full is reported, and nothing is left",
  async () => {
    const to = newFile();
    const ran = await runParley(["backup", "--to", to], env, { blocks: 2 }).ended;
    expect(ran).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^[^\n]*larger than[^\n]*\n$/),
    });
    expect(readdirSync(env.DATA_DIR ?? "").filter((name) => name.includes(basename(to)))).toEqual([]);

    const there = await place();
    const from = await backUp();
    const restored = await runParley(["restore", "--from", from], there.env, { blocks: 100 }).ended;
    expect(restored).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^[^\n]*no room[^\n]*\n$/),
    });
    expect(await there.query("select from company")).toEqual([]);
    const left = readdirSync(join(there.dataDir, "files"), { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  },
);

test("a file missing from the store is reported, and the rest is saved", async () => {
  const [key = ""] = files.keys();
  await world.context.files.remove(key);
  try {
    const ran = await runHere(["backup", "--to", newFile()], env);
    expect(JSON.parse(ran.stdout)).toMatchObject({ missing: 1, files: files.size - 1 });
    expect(ran.stderr).toContain("1 files");
  } finally {
    await world.context.files.put(key, files.get(key) ?? Buffer.of());
  }
});

test("a file without a row, of an upload under way, is not in the backup; pictures and previews are", async () => {
  const [[key = ""] = []] = files;
  const [company = ""] = key.split("/");

  const keys = [
    `${company}/stray`,
    `${key}-thumbnail`,
    `${company}/pictures/mira`,
    `${company}/pictures/bob`,
  ];
  await Promise.all(keys.map((one) => world.context.files.put(one, Buffer.from("shown"))));
  await query("update file set thumbnail_key = $2 where storage_key = $1", [key, `${key}-thumbnail`]);
  await query("update agent set profile_pic = '/pictures/mira.webp' where id = $1", [world.agents.mira.id]);
  await query("update client set picture = '/pictures/bob.webp' where company_id = $1", [company]);
  try {
    const { files: saved } = await askHere<{ files: number }>(["backup", "--to", newFile()], env);
    expect(saved).toBe(files.size + 3);
  } finally {
    await query("update file set thumbnail_key = null where storage_key = $1", [key]);
    await query("update agent set profile_pic = null where id = $1", [world.agents.mira.id]);
    await query("update client set picture = null where company_id = $1", [company]);
    await Promise.all(keys.map((one) => world.context.files.remove(one)));
  }
});

test("a table whose rows a backup would not see stops it", async () => {
  await query("drop policy every_company on draft");
  try {
    const ran = await runHere(["backup", "--to", newFile()], env);
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("draft") });
  } finally {
    await query("create policy every_company on draft to parley_system using (true) with check (true)");
  }
});

test("a failed backup leaves nothing behind", () => {
  expect(readdirSync(world.context.config.dataDir).filter((name) => name.includes("unfinished"))).toEqual([]);
});
