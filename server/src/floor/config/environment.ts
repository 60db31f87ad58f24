import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

/** The process's environment over the `.env` file of a folder. */
export function readEnvironment(
  folder: string = process.cwd(),
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string | undefined> {
  return { ...parseEnv(envFile(folder)), ...env };
}

function envFile(folder: string): string {
  try {
    return readFileSync(join(folder, ".env"), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return "";
  }
}
