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
const sources = ["console", "contract/src", "package-lock.json"];

/** Builds the console's pages unless the last build was of the same sources. */
export async function build(root, node) {
  const dist = join(root, "console", "dist");
  const state = fingerprint(root);
  const note = join(dist, ".built");
  if (existsSync(note) && readFileSync(note, "utf8") === state) return;
  process.stderr.write("Building the console … ");
  const startedAt = Date.now();
  // Built aside and moved when complete: a server that is running keeps its pages until then.
  const draft = join(root, "node_modules", ".cache", "parley", `console-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const { status, stdout, stderr } = spawnSync(
    node,
    [vite, "build", "--outDir", draft, "--emptyOutDir", "--logLevel", "warn"],
    { cwd: join(root, "console"), encoding: "utf8", env: { ...process.env, NODE_ENV: "production" } },
  );
  if (status !== 0) {
    rmSync(draft, { recursive: true });
    throw new Obstacle(`failed.\n${stdout}${stderr}`);
  }
  writeFileSync(join(draft, ".built"), state);
  rmSync(dist, { recursive: true, force: true });
  renameSync(draft, dist);
  process.stderr.write(`done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

function fingerprint(root) {
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
