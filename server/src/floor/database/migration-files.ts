/** The migrations of this version as files, and what each leaves to be done after it. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sourceFolder } from "../../source-folder.ts";

const folder = join(sourceFolder, "floor/database/migrations");
const followUpEnding = ".follow-ups.sql";

/** In the order they are applied in. */
export async function knownMigrations(): Promise<string[]> {
  return (await readdir(folder))
    .filter((name) => name.endsWith(".sql") && !name.endsWith(followUpEnding))
    .sort();
}

export const readMigration = (name: string) => readFile(join(folder, name), "utf8");

export type FollowUp = {
  migration: string;
  /** 1, 2, 3 … within its migration. */
  number: number;
  /** The first line of the comment above it, for the log. */
  purpose: string;
  sql: string;
  work:
    | { kind: "backfill"; table: string; alias: string }
    | { kind: "index"; table: string; index: string }
    | { kind: "statement" };
};

/**
 * The statements of `011_channels.follow-ups.sql`, each ended by a semicolon at a line's end. One that names `in_batch(m)` is
 * a backfill: it runs once for each batch of the rows of the table that it calls m.
 */
export async function followUpsOf(migration: string): Promise<FollowUp[]> {
  const file = join(folder, migration.replace(/\.sql$/, followUpEnding));
  return parseFollowUps(migration, await readFile(file, "utf8").catch(emptyIfMissing));
}

export function parseFollowUps(migration: string, script: string): FollowUp[] {
  const statements = script.split(/;[ \t]*$/m).map((text) => text.trim());
  return statements.filter(Boolean).map((text, at) => {
    const sql = text.replace(/^--.*\n/gm, "");
    const [, purpose = ""] = /^-- (.*?)\.?$/m.exec(text) ?? [];
    return { migration, number: at + 1, purpose, sql, work: workOf(sql) };
  });
}

function workOf(sql: string): FollowUp["work"] {
  const [, index, of] = /^create (?:unique )?index (?:concurrently )?(\w+)\s+on (\w+)/.exec(sql) ?? [];
  if (index && of) return { kind: "index", index, table: of };
  const [, alias] = /\bin_batch\((\w+)\)/.exec(sql) ?? [];
  if (!alias) return { kind: "statement" };
  const [, table] = new RegExp(`\\b(?:update|from|join) (\\w+) ${alias}\\b`).exec(sql) ?? [];
  if (!table) throw new Error(`No table is called ${alias} in: ${sql}`);
  return { kind: "backfill", table, alias };
}

function emptyIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "";
  throw error;
}

/**
 * The objects that the migrations create in the schema public, by kind; a database may hold foreign objects as well.
 */
export async function ownObjects(): Promise<{ tables: string[]; functions: string[] }> {
  const scripts = await Promise.all((await knownMigrations()).map(readMigration));
  const named = (kind: string) => [
    ...new Set(scripts.flatMap((script) => [...script.matchAll(made(kind))].map(([, name = ""]) => name))),
  ];
  return { tables: [...named("table"), "migration", "migration_follow_up"], functions: named("function") };
}

const made = (kind: string) => new RegExp(`^create (?:or replace )?${kind} (?:if not exists )?(\\w+)`, "gm");
