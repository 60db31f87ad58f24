/** Checks whether a backup's sealed values can be opened where it is restored. */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSecrets } from "../../floor/secrets/secrets.ts";
import { BackupError, type Header } from "./format.ts";
import type { Surroundings } from "./surroundings.ts";

/** Identifies an APP_SECRET without revealing it. */
export const fingerprintOf = (appSecret: string): string =>
  createSecrets(appSecret).sign("the secret of a backup");

/** True if sealed values stay sealed, restored without their secret. Throws when that was not allowed. */
export function checkSecret(
  { config, secretIsGiven }: Pick<Surroundings, "config" | "secretIsGiven">,
  header: Header,
  { withoutSecret }: { withoutSecret: boolean },
): { sealed: boolean } {
  if (header.secretFingerprint === fingerprintOf(config.appSecret)) return { sealed: false };
  if (header.secret && !secretIsGiven) return { sealed: false };
  if (withoutSecret) return { sealed: true };
  throw new BackupError(
    "APP_SECRET is not the one this backup was made under. Set it to that one" +
      (header.secret ? ", which is in the backup (tar -xzOf FILE secret/app-secret)." : ".") +
      " If it is lost, --without-secret restores the rest: channels must then be connected again, and second steps made anew.",
  );
}

/** Writes the backup's secret beside the data folder's own: `place` replaces it, `drop` removes it. */
export function stageSecret(
  { config, secretIsGiven }: Pick<Surroundings, "config" | "secretIsGiven">,
  secret: string | null,
): { place(): void; drop(): void } {
  if (secret === null || secretIsGiven || secret === config.appSecret) {
    return { place: () => undefined, drop: () => undefined };
  }
  const path = join(config.dataDir, "app-secret");
  const draft = `${path}.restored`;
  writeFileSync(draft, secret, { mode: 0o600, flush: true });
  return { place: () => renameSync(draft, path), drop: () => rmSync(draft, { force: true }) };
}
