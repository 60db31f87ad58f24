import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Obstacle } from "./obstacle.mjs";

/** Installs the lockfile's packages unless they are installed already. */
export async function install(root) {
  if (isInstalled(root)) return;
  const why = existsSync(join(root, "node_modules")) ? "the lockfile has changed" : "first run";
  process.stderr.write(`Installing dependencies (${why}) … `);
  const startedAt = Date.now();
  const { status, said } = await npm(root, ["ci", "--include=dev", "--include=optional", "--loglevel=error"]);
  if (status !== 0) throw new Obstacle(explain(said));
  process.stderr.write(`done in ${Math.round((Date.now() - startedAt) / 1000)} s\n`);
}

/**
 * npm keeps a list of the packages in node_modules. The installation is complete when each version agrees; only
 * packages for other platforms may be missing.
 */
export function isInstalled(root) {
  const kept = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(kept)) return false;
  const installed = JSON.parse(readFileSync(kept, "utf8")).packages;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  return Object.entries(wanted).every(([path, { version, link, optional }]) => {
    if (!path.includes("node_modules/") || link) return true;
    return installed[path] ? installed[path].version === version : Boolean(optional);
  });
}

function npm(root, args) {
  const { npm_execpath: cli } = process.env;
  // npm run tells its own path; a bare npm is a script that Windows starts only through a shell.
  const [program, first] = cli?.endsWith("js") ? [process.execPath, [cli]] : ["npm", []];
  const child = spawn(program, [...first, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    shell: program === "npm" && process.platform === "win32",
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, said }));
  });
}

export function explain(said) {
  const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(
    said,
  );
  if (unreachable) {
    return (
      "failed: the npm registry cannot be reached.\n" +
      "Connect to the network (or name a mirror: npm config set registry ADDRESS) and run the same command again.\n" +
      "For a machine that stays offline, copy node_modules from one of the same platform with the same package-lock.json."
    );
  }
  return `failed. npm ci said:\n${said.trim()}`;
}
