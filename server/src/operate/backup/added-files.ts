/** The list of files a restore has added, kept on disk, so that a failed restore can remove them. */
import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { incomingPath } from "../../files/storage/incoming.ts";
import type { FileStore } from "../../files/storage/store.ts";
import type { Config } from "../../floor/config/config.ts";

export async function createAddedFiles(config: Pick<Config, "dataDir">) {
  const path = await incomingPath(config);
  const file = await open(path, "wx", 0o600);
  return {
    async note(key: string) {
      await file.write(`${key}\n`);
    },
    async removeFrom(store: FileStore) {
      for await (const key of createInterface({ input: createReadStream(path) })) await store.remove(key);
    },
    async close() {
      await file.close();
      await rm(path, { force: true });
    },
  };
}
