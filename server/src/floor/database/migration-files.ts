/** The migrations and functions of this version as files, and what each migration leaves to be done after it. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sourceFolder } from "../../source-folder.ts";

const folder = join(sourceFolder, "floor/database/migrations");
const functionFolder = join(sourceFolder, "floor/database/functions");
const followUpEnding = ".follow-ups.sql";

/** The files stand in the order in which they are applied. */
export async function knownMigrations(): Promise<string[]> {
  return (await readdir(folder))
    .filter((name) => name.endsWith(".sql") && !name.endsWith(followUpEnding))
    .sort();
}

const readMigration = (name: string) => readFile(join(folder, name), "utf8");

/** A migration applies `functions/fold.sql` where it has the line `-- function: fold` with the checksum of that file. */
const functionLine = /^-- function: (\w+) [0-9a-f]{12}$/m;

export type Part =
  | { kind: "statements"; sql: string }
  | { kind: "function"; name: string; sql: string; namedLater: boolean };

/** The parts of a migration in their order. A function without a file is one that a later migration drops. */
export async function partsOf(migration: string): Promise<Part[]> {
  const pieces = (await readMigration(migration)).split(functionLine);
  if (pieces.length === 1) return pieces.map((sql) => ({ kind: "statements", sql }));
  const later = (await knownMigrations()).filter((name) => name > migration);
  const laterNames = (await Promise.all(later.map(readMigration))).flatMap(functionsNamedIn);
  const files = await knownFunctions();
  const parts: Part[] = [];
  for (const [at, piece] of pieces.entries()) {
    if (at % 2 === 0) {
      parts.push({ kind: "statements", sql: piece });
    } else if (files.includes(piece)) {
      const sql = await readFile(join(functionFolder, `${piece}.sql`), "utf8");
      parts.push({ kind: "function", name: piece, sql, namedLater: laterNames.includes(piece) });
    }
  }
  return parts;
}

const functionsNamedIn = (script: string) => script.split(functionLine).filter((_, at) => at % 2 === 1);

/** Each has a file of its name. */
export async function knownFunctions(): Promise<string[]> {
  const names = (await readdir(functionFolder)).filter((name) => name.endsWith(".sql"));
  return names.map((name) => name.replace(/\.sql$/, "")).sort();
}

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
 * The statements of `011_channels.follow-ups.sql`, each ended by a semicolon at a line's end. One that contains
 * `in_batch(m)` is a backfill: it runs once for each batch of rows of the table with the alias m.
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

/** The tables, types and functions of this version in the schema public; a database may hold foreign objects as well. */
export async function ownObjects(): Promise<{ tables: string[]; types: string[]; functions: string[] }> {
  const scripts = await Promise.all((await knownMigrations()).map(readMigration));
  const made = (what: RegExp) =>
    scripts.flatMap((script) => [...script.matchAll(what)].map(([, name = ""]) => name));
  return {
    tables: [...new Set(made(madeTable)), "migration", "migration_follow_up"],
    types: made(madeType),
    functions: await knownFunctions(),
  };
}

const madeTable = /^create table (?:if not exists )?(\w+)/gm;
const madeType = /^create type (\w+)/gm;
