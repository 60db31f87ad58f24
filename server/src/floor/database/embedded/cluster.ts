/** Makes a cluster: the files of a PostgreSQL server, with the login the product uses and its database. */
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../../errors/operator-error.ts";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { run } from "./run.ts";

export const majorVersion = "18";

const settings: Record<string, string> = {
  shared_buffers: "128MB",
  max_connections: "100",
  synchronous_commit: "on",
  effective_cache_size: "1GB",
  // A value for solid-state disks; the default assumes a turning one.
  random_page_cost: "1.1",
  wal_compression: "on",
  checkpoint_timeout: "15min",
  // Compiling a query takes longer than any query of ours.
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
};

/** Built beside its final path and renamed when complete, so a killed start leaves nothing half made. */
export async function makeCluster(
  folder: string,
  binaries: Binaries,
  account: Account | null,
  durable: boolean,
): Promise<void> {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  if (account) chownSync(draft, account.uid, account.gid);
  const password = randomBytes(24).toString("base64url");
  await run(binaries.initdb, initdbArguments(draft, durable), account, draft, `${password}\n${password}\n`);
  await run(
    binaries.postgres,
    ["--single", "-j", "-D", draft, "-c", `fsync=${durable ? "on" : "off"}`, "postgres"],
    account,
    draft,
    // The login is no superuser, so that row-level security holds for it as on a managed server.
    `create role parley login createdb createrole password '${password}';\n\n` +
      "create database parley owner parley;\n\n",
  );
  if (process.platform === "win32") writeFileSync(passwordPath(draft), password, { mode: 0o600 });
  renameSync(draft, folder);
}

function initdbArguments(folder: string, durable: boolean): string[] {
  const authentication =
    process.platform === "win32" ? ["--auth=scram-sha-256", "--pwprompt"] : ["--auth=trust"];
  return [
    ...["--pgdata", folder, "--username=postgres", ...authentication, "--no-instructions"],
    // Text sorts and folds in the same way on every machine, whatever locales it has.
    ...["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
    ...(durable ? [] : ["--no-sync"]),
    ...Object.entries(settings).flatMap(([name, value]) => ["--set", `${name}=${value}`]),
  ];
}

/** The password, only where there are no unix sockets; elsewhere the folder's mode protects. */
export function clusterPassword(folder: string): string | null {
  return existsSync(passwordPath(folder)) ? readFileSync(passwordPath(folder), "utf8") : null;
}

const passwordPath = (folder: string) => join(folder, "parley.password");

/** Throws when the files are of another major version, which this server cannot read. */
export function checkVersion(folder: string) {
  const version = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  if (version === majorVersion) return;
  throw new OperatorError(
    `The database in ${folder} is of PostgreSQL ${version}; this Parley brings ${majorVersion}. ` +
      "Dump it with the Parley that made it and restore the dump into a new data folder.",
  );
}
