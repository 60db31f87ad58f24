/** The last completed backup, recorded in the data folder for `doctor` and the metrics. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const shape = z.object({ madeOn: z.iso.datetime(), file: z.string(), bytes: z.number() });
export type LastBackup = z.infer<typeof shape>;

const pathIn = (dataDir: string) => join(dataDir, "last-backup.json");

export function saveLastBackup(dataDir: string, backup: LastBackup): void {
  writeFileSync(pathIn(dataDir), JSON.stringify(backup), { mode: 0o600 });
}

export function readLastBackup(dataDir: string): LastBackup | null {
  try {
    return shape.parse(JSON.parse(readFileSync(pathIn(dataDir), "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
