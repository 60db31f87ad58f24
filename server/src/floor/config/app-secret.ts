import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The secret of a data folder, created at first use and readable by its owner only. If it is lost every channel must
 * be set up again: provider tokens are sealed under it.
 */
export function loadSecret(dataDir: string): string {
  const path = join(dataDir, "app-secret");
  return read(path) ?? make(dataDir, path);
}

/** The existing secret, for callers that may not create one. */
export const foundSecret = (dataDir: string): string | null => read(join(dataDir, "app-secret"));

function make(dataDir: string, path: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
  try {
    // When two processes start together one wins, and both read the winner's.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, "utf8").trim();
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}
