/**
 * `npm run bench -- --upgrade`: how long a desk with four million messages is brought to this version, each step with its seconds: from commit
 * b0304e8, the first one that desks may have, and from 09f52785 while a process of that version serves. `--upgrade=400k` has fewer
 * messages. The older program comes from this repository's history.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startEmbedded } from "../../server/src/floor/database/embedded.ts";
import { quiet } from "../log.ts";
import { createDesk, type Desk } from "../outside/desk.ts";
import { type Measured, spreadOf } from "./measure.ts";
import { post } from "./post.ts";
import { numberOf } from "./scale.ts";
import { plantOldDesk, type Written } from "./upgrade-data.ts";

const oldest = "006_ticket_totals.sql";
const serving = { commit: "09f52785", migration: "060_totals_by_month.sql" };
/** Milliseconds. */
const patience = 30 * 60_000;
const root = join(import.meta.dirname, "../..");

export async function measureUpgrade(size: string): Promise<void> {
  const messages = numberOf(size);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  await fromTheOldest(messages);
  await besideServing(messages);
}

/** Only /healthz answers meanwhile. */
async function fromTheOldest(messages: number): Promise<void> {
  await withFolder(async (folder) => {
    const logFile = join(folder, "log");
    const desk = await createDesk({ NODE_ENV: "production" }, { logFile, patience });
    try {
      const server = await startEmbedded({ dataDir: desk.dataDir, log: quiet });
      say(await plantOldDesk(server.url, messages, oldest));
      await server.stop();
      const health = watchHealth(desk);
      const seconds = await secondsOf(() => desk.start());
      const { answered, silent } = health.end();
      printSteps(logFile);
      print(`from b0304e8: ${seconds} s until ready (goal: 300 s for four million)`);
      print(
        `/healthz answered ${answered} times; longest silence ${silent.toFixed(1)} s, the database's start included`,
      );
    } finally {
      await desk.remove();
    }
  });
}

/** A process of the previous version serves, and is written to all the time. */
async function besideServing(messages: number): Promise<void> {
  await withFolder(async (folder) => {
    const program = buildAt(serving.commit, join(folder, "old"));
    const server = await startEmbedded({ dataDir: join(folder, "data"), log: quiet });
    const logFile = join(folder, "log");
    const env = { NODE_ENV: "production", DATABASE_URL: server.url, PARLEY_ROLE: "web" };
    const older = await createDesk(env, { program, logFile: join(folder, "old-log") });
    const newer = await createDesk(env, { logFile, patience });
    try {
      const written = await plantOldDesk(server.url, messages, serving.migration);
      say(written);
      await older.start();
      const load = writeTo(older, written);
      await wait(5_000);
      const seconds = await secondsOf(() => newer.start());
      await wait(5_000);
      const { p50, p99, sent, refused } = await load.end();
      printSteps(logFile);
      print(`from ${serving.commit}, beside a process that serves: ${seconds} s until ready`);
      print(
        `its messages meanwhile: ${sent} sent, ${refused} refused, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
      );
    } finally {
      await newer.remove();
      await older.remove();
      await server.stop();
    }
  });
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "parley-upgrade-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    await work(folder);
  } finally {
    process.off("exit", remove);
    remove();
  }
}

const print = (line: string) => void process.stdout.write(`${line}\n`);
const say = ({ messages, tickets, size, seconds }: Written) =>
  print(`\n${messages} messages in ${tickets} tickets: ${size}, built in ${seconds} s`);

async function secondsOf(work: () => Promise<void>): Promise<string> {
  const startedAt = performance.now();
  await work();
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}

/** The steps of at least a second, from the log. */
function printSteps(logFile: string): void {
  type Line = { migration?: string; followUp?: string; seconds?: number };
  const lines = readFileSync(logFile, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("{"));
  for (const { migration = "", followUp, seconds = 0 } of lines.map((line) => JSON.parse(line) as Line)) {
    if (seconds >= 1)
      print(`${seconds.toFixed(1).padStart(7)} s  ${migration}${followUp ? `: ${followUp}` : ""}`);
  }
}

function watchHealth(desk: Desk) {
  let watching = true;
  let [answered, silent, last] = [0, 0, performance.now()];
  const done = (async () => {
    for (; watching; await wait(200)) {
      const alive = await fetch(`${desk.url}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => ok,
        () => false,
      );
      silent = Math.max(silent, (performance.now() - last) / 1000);
      if (!alive) continue;
      answered += 1;
      last = performance.now();
    }
  })();
  return {
    end() {
      watching = false;
      void done;
      return { answered, silent };
    },
  };
}

/** Sends a client's message each 20 ms, by webhook, without waiting for earlier ones. */
function writeTo(desk: Desk, { channelId, secret, clients }: Written) {
  const durations: number[] = [];
  const counts = { sent: 0, refused: 0 };
  const open = new Set<Promise<void>>();
  let number = 3_000_000;
  const send = async () => {
    const startedAt = performance.now();
    number += 1;
    const who = { id: clients[number % clients.length], first_name: "Ada" };
    const message = {
      ...{ message_id: number, date: Math.floor(Date.now() / 1000), text: `Line ${number}` },
      ...{ chat: { ...who, type: "private" }, from: { ...who, is_bot: false } },
    };
    const headers = { "x-telegram-bot-api-secret-token": secret };
    const status = await post(
      `${desk.url}/webhooks/telegram/${channelId}`,
      { update_id: number, message },
      headers,
    ).catch(() => 0);
    counts.sent += 1;
    if (status !== 200) counts.refused += 1;
    durations.push(performance.now() - startedAt);
  };
  const timer = setInterval(() => {
    const sending: Promise<void> = send().finally(() => open.delete(sending));
    open.add(sending);
  }, 20);
  return {
    async end(): Promise<Pick<Measured, "p50" | "p99" | "sent" | "refused">> {
      clearInterval(timer);
      await Promise.all(open);
      return { ...spreadOf(durations), ...counts };
    },
  };
}

/** The server of a commit, built with the packages that are installed here. */
function buildAt(commit: string, folder: string): string {
  mkdirSync(join(folder, "node_modules/@parley"), { recursive: true });
  const files = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["--extract", "--directory", folder], { input: files });
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name === "@parley") continue;
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  for (const name of readdirSync(join(root, "node_modules/@parley"))) {
    symlinkSync(join(folder, name), join(folder, "node_modules/@parley", name));
  }
  execFileSync(process.execPath, [join(folder, "server/build.ts")], { cwd: folder, stdio: "inherit" });
  return join(folder, "server/dist/main.js");
}
