import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { compressTexts } from "./compress.mjs";
import { Obstacle } from "./obstacle.mjs";

/** Sources that each part is made from besides its own. */
const shared = ["contract/src", "package-lock.json"];

/**
 * Each part is built alone: into `<name>/dist`, by a command that takes the target folder. Files of one that is `served`
 * get compressed copies.
 */
const parts = [
  {
    name: "console",
    served: true,
    sources: ["console", ...shared],
    command: (out) => [
      "../node_modules/vite/bin/vite.js",
      "build",
      "--outDir",
      out,
      "--emptyOutDir",
      "--logLevel",
      "warn",
    ],
  },
  { name: "widget", served: true, sources: ["widget", ...shared], command: (out) => ["build.ts", out] },
  { name: "server", sources: ["server", ...shared], command: (out) => ["build.ts", out] },
];

/** Milliseconds. A build takes some ten seconds. */
const longestBuild = 120_000;

/** Builds the named parts, except those whose last build had the same sources. */
export async function build(root, node, names) {
  for (const part of parts) if (names.includes(part.name)) await buildPart(root, node, part);
}

/** When two processes build a part at the same time, the second waits and finds it built. */
async function buildPart(root, node, part) {
  const { name, sources } = part;
  const note = join(root, name, "dist", ".built");
  const isBuilt = () => existsSync(note) && readFileSync(note, "utf8") === fingerprint(root, sources);
  if (isBuilt()) return;
  const cache = join(root, "node_modules", ".cache", "parley");
  mkdirSync(cache, { recursive: true });
  const mark = join(cache, `${name}.building`);
  while (!begin(mark)) await wait(100);
  try {
    if (!isBuilt()) buildNow(root, node, part, cache);
  } finally {
    rmSync(mark, { force: true });
  }
}

/** The mark names its process, since a killed build leaves its mark behind. */
function begin(mark) {
  try {
    writeFileSync(mark, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (!isUnderWay(mark)) rmSync(mark, { force: true });
    return false;
  }
}

function isUnderWay(mark) {
  const since = statSync(mark, { throwIfNoEntry: false })?.mtimeMs;
  if (since === undefined || Date.now() - since > longestBuild) return false;
  try {
    process.kill(Number(readFileSync(mark, "utf8")), 0);
    return true;
  } catch (error) {
    // The process exists under another account.
    return error.code === "EPERM";
  }
}

function buildNow(root, node, { name, served, sources, command }, cache) {
  const dist = join(root, name, "dist");
  const state = fingerprint(root, sources);
  process.stderr.write(`Building the ${name} … `);
  const startedAt = Date.now();
  // Built aside and moved when complete: a server that is running keeps its pages until then.
  const draft = join(cache, `${name}-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  const { status, stdout, stderr } = spawnSync(node, command(draft), {
    cwd: join(root, name),
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) {
    rmSync(draft, { recursive: true });
    throw new Obstacle(`failed.\n${stdout}${stderr}`);
  }
  if (served) compressTexts(draft);
  writeFileSync(join(draft, ".built"), state);
  rmSync(dist, { recursive: true, force: true });
  renameSync(draft, dist);
  process.stderr.write(`done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

function fingerprint(root, sources) {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((source) => files(join(root, source)))) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file}\0${mtimeMs}\0${size}\n`);
  }
  return hash.digest("hex");
}

function files(path) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .filter((name) => name !== "dist" && name !== "node_modules")
    .sort()
    .flatMap((name) => files(join(path, name)));
}
