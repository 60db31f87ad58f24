/** Programs of the field that the cluster is made of, from Debian's packages. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

export type Programs = {
  redis: string;
  redisCli: string;
  pgbouncer: string;
  postgres: string;
  initdb: string;
  basebackup: string;
  nginx: string;
  haproxy: string;
  faketime: string;
};

const packages = ["redis-server", "pgbouncer", "postgresql", "nginx-light", "haproxy", "faketime"];

/** Installs missing programs, where that is allowed. Throws with the names of those still missing. */
export function findPrograms(): Programs {
  const found = look();
  if (isWhole(found)) return found;
  if (process.getuid?.() === 0 && find("apt-get")) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    for (const args of [["update"], ["install", "--yes", "--no-install-recommends", ...packages]]) {
      spawnSync("apt-get", ["--quiet", ...args], {
        env,
        stdio: ["ignore", "ignore", "inherit"],
        timeout: 300_000,
      });
    }
  }
  const now = look();
  if (isWhole(now)) return now;
  const missing = Object.entries(now).flatMap(([name, path]) => (path ? [] : [name]));
  throw new Error(`${missing.join(", ")} missing. On Debian: apt-get install ${packages.join(" ")}`);
}

type Found = { [Name in keyof Programs]: string | null };

const isWhole = (found: Found): found is Programs => Object.values(found).every(Boolean);

function look(): Found {
  return {
    redis: find("redis-server"),
    redisCli: find("redis-cli"),
    pgbouncer: find("pgbouncer"),
    postgres: find("postgres"),
    initdb: find("initdb"),
    basebackup: find("pg_basebackup"),
    nginx: find("nginx"),
    haproxy: find("haproxy"),
    faketime: find("faketime"),
  };
}

/** Debian keeps PostgreSQL's programs in a folder for each version; the newest is used. */
function find(name: string): string | null {
  const versions = "/usr/lib/postgresql";
  const byVersion = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, "bin"))
    : [];
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", ...byVersion];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
