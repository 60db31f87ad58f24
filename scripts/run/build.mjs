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
import { Obstacle } from "./obstacle.mjs";

/** What the pages are made from. */
const shared = ["contract/src", "package-lock.json"];

/** Each is built on its own: into `<name>/dist`, by a command that takes the folder to build into. */
const parts = [
  {
    name: "console",
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
  { name: "widget", sources: ["widget", ...shared], command: (out) => ["build.ts", out] },
];

/** Builds the pages of the console and of the web chat, or those named, unless the last build was of the same sources. */
export async function build(root, node, names = parts.map(({ name }) => name)) {
  for (const part of parts) if (names.includes(part.name)) buildPart(root, node, part);
}

function buildPart(root, node, { name, sources, command }) {
  const dist = join(root, name, "dist");
  const state = fingerprint(root, sources);
  const note = join(dist, ".built");
  if (existsSync(note) && readFileSync(note, "utf8") === state) return;
  process.stderr.write(`Building the ${name} … `);
  const startedAt = Date.now();
  // Built aside and moved when complete: a server that is running keeps its pages until then.
  const draft = join(root, "node_modules", ".cache", "parley", `${name}-${process.pid}`);
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
