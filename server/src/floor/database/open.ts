/** The database for a command: one that runs already on the data folder, or one started for the command. */
import { setTimeout as wait } from "node:timers/promises";
import { AlreadyRunningError, connectRunning, type EmbeddedOptions, startEmbedded } from "./embedded.ts";

type DatabaseConfig = { databaseUrl: string | null; databaseDirectUrl: string | null; dataDir: string };

export type OpenDatabase = {
  url: string;
  /** The address without a pooler between. */
  directUrl: string;
  /** True if it was started for this command, so no process of Parley works on it. */
  alone: boolean;
  close(): Promise<void>;
};

/** Tries for 10 s when another process is about to start or stop the database. */
export async function openDatabase(
  config: DatabaseConfig,
  log: EmbeddedOptions["log"],
  tries = 50,
): Promise<OpenDatabase> {
  const running = config.databaseUrl ?? connectRunning(config.dataDir);
  if (running) {
    return {
      url: running,
      directUrl: config.databaseDirectUrl ?? running,
      alone: false,
      close: async () => undefined,
    };
  }
  try {
    const server = await startEmbedded({ dataDir: config.dataDir, log });
    return { url: server.url, directUrl: server.directUrl, alone: true, close: () => server.stop() };
  } catch (error) {
    if (!(error instanceof AlreadyRunningError) || tries === 0) throw error;
    await wait(200);
    return openDatabase(config, log, tries - 1);
  }
}
