/**
 * The format of a backup: a gzipped tar. `parley-backup.json` comes first and describes its origin, `complete.json`
 * comes last and lists the expected members; between them `tables/<name>/<number>` (text of COPY, cut anywhere),
 * `files/<key>` and optionally `secret/app-secret`. After at most a thousand of them `sums/<number>` lists their
 * SHA-256 in the format of sha256sum.
 */
import { z } from "zod";
import { OperatorError } from "../../floor/errors/operator-error.ts";

export const format = 1;
export const names = {
  header: "parley-backup.json",
  complete: "complete.json",
  sums: "sums/",
  tables: "tables/",
  files: "files/",
  secret: "secret/app-secret",
};
/** The number of members in one list of sums. */
export const sumsEach = 1000;

const migration = z.string().regex(/^[\w.]+\.sql$/);
const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);

export const headerShape = z.object({
  format: z.number().int(),
  madeOn: z.iso.datetime(),
  /** The schema's version: every migration that was applied. */
  migrations: z.array(migration).min(1),
  /** The migrations among them whose follow-ups were under way. */
  unfinished: z.array(migration).default([]),
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier).min(1) })),
  companies: z.number().int().nonnegative(),
  /** Identifies the secret without revealing it. */
  secretFingerprint: z.string(),
  /** True if that secret is in the backup. */
  secret: z.boolean(),
});
export type Header = z.infer<typeof headerShape>;

export const completeShape = z.object({
  rows: z.record(identifier, z.number().int().nonnegative()),
  files: z.number().int().nonnegative(),
  /** The size of the files in bytes. */
  fileBytes: z.number().int().nonnegative(),
  members: z.number().int().nonnegative(),
  /** SHA-256 over every line of the sums, in order. */
  digest: z.string(),
});
export type Complete = z.infer<typeof completeShape>;

export class BackupError extends OperatorError {}

/** A file's key cannot leave the folder it is put into. */
export const isSafeKey = (key: string) =>
  /^[\w./-]+$/.test(key) && key.split("/").every((part) => part !== "" && !/^\.+$/.test(part));
