/**
 * A temporary folder in memory for tests. They make and drop a database of some hundred files for each test file, and a
 * disk's file system takes longer for each file that it deleted a moment ago: in memory the unit tests need a third less
 * processor time.
 */
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

const place = "/dev/shm";
const prefix = "parley-tests-";
/** The `f_type` of a tmpfs: https://man7.org/linux/man-pages/man2/statfs.2.html */
const tmpfs = 0x01021994;
const gigabyte = 2 ** 30;
/** Bytes that the folder must have room for, and bytes of memory that must be free. */
const room = 4 * gigabyte;
const memory = 8 * gigabyte;

/** Null where the machine has no such folder or too little memory: then the usual folder serves. */
export function openMemoryFolder({ at = place, free = freemem(), pid = process.pid } = {}) {
  if (free < memory || !hasRoom(at)) return null;
  removeAbandoned(at);
  const path = join(at, `${prefix}${pid}`);
  mkdirSync(path);
  // PostgreSQL runs as another account below it. The umask may have taken this right away.
  chmodSync(path, 0o711);
  return { path, close: () => rmSync(path, { recursive: true, force: true }) };
}

function hasRoom(at) {
  try {
    const { type, bavail, bsize } = statfsSync(at);
    return type === tmpfs && bavail * bsize >= room;
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
}

/** A run that was killed leaves its folder, which would keep the memory. */
function removeAbandoned(at) {
  for (const name of readdirSync(at)) {
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length))))
      rmSync(join(at, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
