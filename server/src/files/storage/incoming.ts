/** The folder for files while they arrive and are inspected. */
import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../floor/config/config.ts";
import { privateFolder } from "./private.ts";

const folderOf = ({ dataDir }: Pick<Config, "dataDir">) => join(dataDir, "incoming");

/** Milliseconds; longer than a request may take, so older files are not being written. */
const abandonedAfter = 3_600_000;

export async function incomingPath(config: Pick<Config, "dataDir">): Promise<string> {
  await mkdir(folderOf(config), { recursive: true, mode: 0o700 });
  return join(folderOf(config), randomUUID());
}

/** Removes files of a process that was killed while writing. */
export async function clearIncoming(config: Pick<Config, "dataDir">): Promise<void> {
  const folder = folderOf(config);
  await privateFolder(folder);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another process on the same folder may have removed it in between.
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > abandonedAfter) await rm(path, { force: true });
  }
}
