/** A backup of a desk at work, and a Parley restored from it elsewhere, both also killed in the middle. */

import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { connectRunning } from "../../../server/src/floor/database/embedded.ts";
import { startSimulator } from "../../../simulator/src/server.ts";
import { appSecret, createDesk, type Desk } from "../../outside/desk.ts";
import { askParley, runParley } from "../../outside/parley.ts";
import { form } from "../../world/form.ts";
import type { AgentName } from "../../world/people.ts";
import { askEvents, type EventReader, startEventReader } from "../event-reader.ts";
import { Ledger } from "../ledger.ts";
import { startLoad } from "../load.ts";
import { type Stage, until } from "../stage.ts";

/** A backup or a restore of that size may last some tenths of a second only. */
const often = { pause: 25 };

/** `filler`: so many rows that both take long enough to be killed in the middle. */
export async function backupUnderLoad(stage: Stage, { filler }: { filler: number }): Promise<void> {
  const { desk, report } = stage;
  report.begin(`A backup of ${filler} rows while people write, restored elsewhere`);
  await desk.query(
    `insert into action (company_id, type, time) select company_id, 'user_login', now()
      from (select company_id from company limit 1) c, generate_series(1, ${filler})`,
  );
  const names = ["mira", "jonas", "tomas"] as const;
  const talks = await Promise.all(names.map((name) => stage.conversation(name)));
  for (const [at, name] of names.entries()) await sendFile(stage, name, talks[at]?.ticketid ?? "");
  const reader = await startEventReader(stage);
  const load = startLoad(stage, talks);
  const to = join(desk.dataDir, "backup.tar.gz");
  const env = { DATA_DIR: desk.dataDir, APP_SECRET: appSecret };

  for (const how of ["SIGTERM", "SIGKILL"] as const) {
    await report.check("B1", `ended by ${how} it leaves no file of that name`, killBackup(to, env, how));
  }
  const before = acknowledged(stage.ledger);
  const said = load.count();
  const made = await askParley<{ missing: number }>(["backup", "--to", to, "--with-secret"], env);
  const meanwhile = load.count() - said;
  await load.pause();
  await report.check("B2", `${meanwhile} messages were taken while it was made, and it lacks no file`, [
    ...(meanwhile > 0 ? [] : ["no messages arrived"]),
    ...(made.missing === 0 ? [] : [`${made.missing} files are missing`]),
  ]);
  const unread = await reader.compared();
  await report.check("", `a program has read each of ${reader.count()} events, in order`, unread);
  // The second Parley has its own providers, since it would redirect the first one's calls.
  const elsewhere = await startSimulator();
  const other = await createDesk(elsewhere.settings);
  try {
    await restoreInto(stage, other, { from: to, filler }, before);
    await report.check("", "the restored desk refuses the cursor, and is read anew", readAnew(other, reader));
  } finally {
    await other.remove();
    await elsewhere.close();
  }
}

async function restoreInto(
  { report }: Stage,
  other: Desk,
  { from, filler }: { from: string; filler: number },
  before: Ledger,
): Promise<void> {
  const env = { DATA_DIR: other.dataDir, APP_SECRET: appSecret };
  const args = ["restore", "--from", from];
  for (const how of ["SIGTERM", "SIGKILL"] as const) {
    await report.check("B3", `a restore ended by ${how} leaves an empty Parley`, killRestore(args, env, how));
  }
  const { rows } = await askParley<{ rows: number }>(args, env);
  await report.check("B4", "it is restored after that", rows > filler ? [] : [`only ${rows} rows`]);
  await other.start();
  await report.check("P1", "what was acknowledged before it was made is there", before.lost(other));
  await report.check("P3", "numbers without hole or repeat, in the order written", before.disordered(other));
  await report.check("P5", "what waited then is uncertain, and nothing waits", before.settled(other, 1000));
  await report.check("B5", "nothing names what is not there", dangling(other));
  await report.check("B6", "each file is the one that was sent", wrongFiles(other));
}

/** Places are given again after a restore, so the cursor says nothing there. */
async function readAnew({ url }: Desk, { token, cursor }: EventReader): Promise<string[]> {
  const refused = await askEvents(url, token, `?after=${encodeURIComponent(cursor())}`);
  const anew = await askEvents(url, token);
  return [
    ...(refused?.type.endsWith(":events_begin_anew")
      ? []
      : [`the cursor: ${refused?.status} ${refused?.type}`]),
    ...(anew?.page.data?.length ? [] : [`anew: ${anew?.status} ${anew?.type}`]),
  ];
}

/** The messages acknowledged until now, copied for the ledger of the second desk. */
function acknowledged({ clients, replies }: Ledger): Ledger {
  const copy = new Ledger();
  copy.clients.push(
    ...clients.map((client) => ({ ...client, sent: client.sent.filter(({ acked }) => acked) })),
  );
  copy.replies.push(...replies.filter(({ acked }) => acked));
  return copy;
}

async function sendFile({ desk, house }: Stage, from: AgentName, ticketid: string): Promise<void> {
  const content = randomBytes(300_000);
  // The name states the content, wherever it is found again.
  const name = `${createHash("sha256").update(content).digest("hex")}.bin`;
  const { payload, headers } = form({ ticketid }, { name, content });
  const { cookie } = house.people[from];
  const answer = await fetch(`${desk.url}/send-file`, {
    method: "POST",
    headers: { ...headers, cookie, origin: desk.url },
    body: new Uint8Array(payload),
  });
  if (answer.status !== 201)
    throw new Error(`A file was answered with ${answer.status}: ${await answer.text()}`);
}

/** On SIGTERM it removes its files; after SIGKILL they stay, under another name. */
async function killBackup(
  to: string,
  env: Record<string, string>,
  how: "SIGTERM" | "SIGKILL",
): Promise<string[]> {
  const { pid, ended } = runParley(["backup", "--to", to], env);
  const draft = join(env.DATA_DIR ?? "", ".backup.tar.gz.unfinished");
  const begun = () => (statSync(draft, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const never = await until("the backup begins", begun, 30_000, often);
  process.kill(pid, how);
  const { signal, code, stderr } = await ended;
  const right = how === "SIGKILL" ? signal === how : code === 1 && stderr.includes("Broken off");
  return [
    ...never,
    ...(right ? [] : [`it ended with ${signal ?? code}: ${stderr}`]),
    ...(existsSync(to) ? [`${to} is there`] : []),
    ...(how === "SIGTERM" && existsSync(draft) ? [`${draft} is there`] : []),
  ];
}

async function killRestore(
  args: string[],
  env: Record<string, string>,
  how: "SIGTERM" | "SIGKILL",
): Promise<string[]> {
  const { pid, ended } = runParley(args, env);
  const watch = watchRestore(env.DATA_DIR ?? "");
  const never = await until("rows are restored", watch.isCopying, 30_000, often);
  process.kill(pid, how);
  await watch.end();
  const { signal, code, stderr } = await ended;
  const right = how === "SIGKILL" ? signal === how : code === 1 && stderr.includes("Broken off");
  const seen = await runParley(["department", "create", "--company", crypto.randomUUID(), "--name", "x"], env)
    .ended;
  return [
    ...never,
    ...(right ? [] : [`it ended with ${signal ?? code}: ${stderr}`]),
    ...(seen.stderr.includes("There is no company") ? [] : [seen.stderr]),
  ];
}

/** Looks whether a restore into this folder copies rows, by one connection once its database runs. */
function watchRestore(dataDir: string) {
  let client: pg.Client | undefined;
  async function connect(): Promise<pg.Client | undefined> {
    const url = connectRunning(dataDir);
    if (!url) return undefined;
    const opened = new pg.Client({ connectionString: url });
    opened.on("error", () => undefined);
    await opened.connect();
    return opened;
  }
  return {
    async isCopying(): Promise<boolean> {
      try {
        client ??= await connect();
        const sql =
          "select from pg_stat_activity where application_name = 'parley-backup' and query like 'copy%action%'";
        return (await client?.query(sql))?.rowCount === 1;
      } catch (error) {
        if (!(error as { code?: string }).code) throw error;
        client = undefined;
        return false;
      }
    },
    end: () => client?.end(),
  };
}

async function dangling(desk: Desk): Promise<string[]> {
  const [broken] = await desk.query<{ names: string[] | null }>(
    "select array_agg(conname::text) as names from pg_constraint where contype = 'f' and not convalidated",
  );
  const lost = await desk.query<{ id: string }>(
    `select id from message m where original_id is not null
        and not exists (select from message o where o.company_id = m.company_id and o.id = m.original_id)
      union select file_id from message m where file_id is not null
        and not exists (select from file f where f.company_id = m.company_id and f.id = m.file_id)`,
  );
  return [...(broken?.names ?? []), ...lost.map(({ id }) => id)];
}

/** A mail's file is stored before its rows are, so the count is repeated for a while. */
async function wrongFiles(desk: Desk): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    const wrong = await wrongFilesNow(desk);
    if (wrong.length === 0 || tries === 20) return wrong;
    await wait(500);
  }
}

async function wrongFilesNow({ dataDir, query }: Desk): Promise<string[]> {
  const rows = await query<{ name: string; key: string }>("select name, storage_key as key from file");
  // Mails are stored unchanged, under one name.
  const sent = rows.filter(({ name }) => name.endsWith(".bin"));
  const wrong = sent.filter(({ name, key }) => {
    const content = readFileSync(join(dataDir, "files", key));
    return !name.startsWith(createHash("sha256").update(content).digest("hex"));
  });
  const stored = readdirSync(join(dataDir, "files"), { recursive: true, withFileTypes: true });
  const files = stored.filter((entry) => entry.isFile());
  // A picture that was being fetched at the backup is a file that no row names yet.
  const isPicture = ({ parentPath }: (typeof files)[number]) => basename(parentPath) === "pictures";
  const pictures = new Set(files.filter(isPicture).map(({ name }) => name));
  const count = files.length - pictures.size;
  const shown = await query<{ picture: string }>("select picture from client where picture is not null");
  const lost = shown.filter(({ picture }) => !pictures.has(basename(picture, ".webp")));
  return [
    ...wrong.map(({ name }) => `not what it was: ${name}`),
    ...lost.map(({ picture }) => `not there: ${picture}`),
    ...(sent.length > 0 && count === rows.length ? [] : [`${rows.length} rows, ${count} files`]),
  ];
}
