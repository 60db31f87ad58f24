/**
 * `npm run test:release`: makes the archive and runs the commands of `docs/operating/archive.md`, as an ordinary user
 * without npm, Node and an environment.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { deadLinks } from "../../scripts/release/pages.ts";
import { blocksOf } from "../docs/blocks.ts";
import { createReport } from "../faults/report.ts";
import { freePort } from "../outside/desk.ts";

const root = join(import.meta.dirname, "..", "..");
const patience = 60_000;
const drainTime = 10_000;
/** PostgreSQL requires a passwd entry of an account. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const report = createReport((line) => process.stdout.write(`${line}\n`));
const folder = mkdtempSync(join(tmpdir(), "parley-release-"));
chmodSync(folder, 0o755);
if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid);
let parley: Running | undefined;
try {
  await tryArchive(makeArchive());
} catch (error) {
  await report.check("", "the run itself", [(error as Error).stack ?? String(error)]);
} finally {
  if (parley) end(parley);
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`\n${report.passed} passed, ${report.failed} failed\n`);
process.exit(report.failed === 0 ? 0 : 1);

/** Returns the archive's path. */
function makeArchive(): string {
  const made = spawnSync(process.execPath, ["scripts/release.ts"], { cwd: root, encoding: "utf8" });
  if (made.status !== 0) throw new Error(`The archive was not made:\n${made.stderr}`);
  return made.stdout.trim();
}

async function tryArchive(archive: string): Promise<void> {
  for (const name of [archive, `${archive}.sha256`]) copyFileSync(name, join(folder, basename(name)));
  const home = join(folder, basename(archive, ".tar.gz"));
  const port = await freePort();
  const env = { PORT: String(port), PATH: barePath() };
  const url = `http://127.0.0.1:${port}`;
  let place = folder;
  for (const block of blocksOf("docs/operating/archive.md").filter(({ mark }) => mark === "archive")) {
    const what = block.text.trim().split("\n").join("; ");
    if (block.stays) {
      // Runs without a shell between, as at a terminal.
      parley = run(`exec ${block.text.trim()}`, place, env);
      await report.check("", what, readiness(parley, url));
    } else {
      const ran = run(`${block.text}\npwd -P >"${folder}/place"`, place, env);
      const status = await ended(ran);
      await report.check("", what, status === 0 ? [] : [`status ${status}`, ran.said()]);
      place = readFileSync(join(folder, "place"), "utf8").trim();
    }
  }
  await report.check("", "console, guide and web chat are there", pages(url));
  await report.check("", "nothing of development is in it", developmentIn(home));
  await report.check("", "the licences of others are in it", withoutNotices(home));
  await report.check("", "no link of its pages leads nowhere", deadLinks(home));
  if (parley)
    await report.check("", "TERM to its group: drained and stopped within 10 s, status 0", stopping(parley));
  const lock = join(home, "data", "parley.lock");
  await report.check("", "the data folder is free", existsSync(lock) ? [lock] : []);
  const restored = run(`${home}/parley restore --from ${folder}/parley-backup.tar.gz`, folder, {
    ...env,
    DATA_DIR: join(folder, "restored"),
  });
  const status = await ended(restored);
  await report.check(
    "",
    "its backup is restored into an empty folder",
    status === 0 ? [] : [restored.said()],
  );
}

/** A folder with the programs that the page requires, and no Node. */
function barePath(): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const name of ["tar", "gzip", "sha256sum"]) symlinkSync(join("/usr/bin", name), join(bin, name));
  return bin;
}

function developmentIn(home: string): string[] {
  const forbidden = /\.test\.ts$|(^|\/)(simulator|test|vite|vitest|typescript|playwright-core|@biomejs)$/;
  const all = readdirSync(home, { recursive: true, encoding: "utf8" });
  const ours = all.filter((path) => !/node_modules\/(@[^/]+\/)?[^/]+\//.test(path));
  return ours.filter((path) => forbidden.test(path));
}

function withoutNotices(home: string): string[] {
  const notices = readFileSync(join(home, "THIRD_PARTY_NOTICES.txt"), "utf8");
  return ["PostgreSQL", "OpenSSL", "libvips"].filter((name) => !notices.includes(name));
}

type Running = { child: ChildProcess; said(): string };

/** Runs as an ordinary user, in a separate session. */
function run(script: string, cwd: string, env: Record<string, string>): Running {
  let said = "";
  const child = spawn("/bin/sh", ["-euc", script], {
    ...nobody,
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-20_000);
    });
  }
  return { child, said: () => said };
}

/** Leaves nothing of it, after any failure. */
function end({ child }: Running): void {
  if (child.exitCode === null && child.signalCode === null && child.pid) process.kill(-child.pid, "SIGKILL");
}

async function ended({ child }: Running): Promise<number | null> {
  const [status] = await once(child, "close", { signal: AbortSignal.timeout(patience) });
  return status;
}

async function readiness({ child, said }: Running, url: string): Promise<string[]> {
  for (const startedAt = Date.now(); Date.now() - startedAt < patience; await wait(50)) {
    if (child.exitCode !== null) return [said()];
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return [];
  }
  return [`not ready within ${patience / 1000} s`, said()];
}

async function pages(url: string): Promise<string[]> {
  const wanted = { "/": "<html", "/user-guide.pdf": "%PDF", "/widget.js": "" };
  const found = await Promise.all(
    Object.entries(wanted).map(async ([path, part]) => {
      const answer = await fetch(url + path, { headers: { accept: "text/html,*/*" } });
      const fine = answer.ok && (await answer.text()).includes(part);
      return fine ? [] : [`${path}: ${answer.status}`];
    }),
  );
  return found.flat();
}

async function stopping({ child, said }: Running): Promise<string[]> {
  const ended = once(child, "exit");
  const startedAt = performance.now();
  process.kill(-(child.pid as number), "SIGTERM");
  const late = wait(drainTime + 2_000, ["late"] as const, { ref: false });
  const [status] = await Promise.race([ended, late]);
  const milliseconds = Math.round(performance.now() - startedAt);
  return status === 0 && milliseconds < drainTime
    ? []
    : [`status ${status} after ${milliseconds} ms`, said()];
}
