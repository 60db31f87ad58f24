import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { aroundFunctions, aroundRules, signingIn } from "./around.ts";
import type { Mutant } from "./mutant.ts";
import { mutantsOfFunction } from "./sql/function-mutants.ts";
import { mutantsOfRules } from "./typescript/rule-mutants.ts";

/** A file, its mutants, and the tests around it. */
export type Subject = {
  name: string;
  path: string;
  text: string;
  language: "sql" | "typescript";
  mutants: Mutant[];
  tests: string[];
};

const migrations = "server/src/floor/database/migrations/[0-9]*.sql";

/** Every SQL function and every file of access rules. Throws where a function with a clause has no tests around it. */
export async function gatherSubjects(): Promise<Subject[]> {
  const functions = globSync("server/src/floor/database/functions/*.sql").sort().map(readFunction);
  return [...(await Promise.all(functions)), ...Object.keys(aroundRules).map(readRules)];
}

async function readFunction(path: string): Promise<Subject> {
  const name = basename(path, ".sql");
  const text = readFileSync(path, "utf8");
  const mutants = await mutantsOfFunction(name, text, { joins: signingIn.has(name) });
  const tests = aroundFunctions[name] ?? [];
  if (mutants.length > 0 && tests.length === 0) throw new Error(`${name} has no tests in around.ts`);
  return { name, path, text, language: "sql", mutants, tests };
}

function readRules(path: string): Subject {
  const text = readFileSync(path, "utf8");
  const mutants = mutantsOfRules(path, text);
  return { name: path, path, text, language: "typescript", mutants, tests: aroundRules[path] ?? [] };
}

/** The functions and rules whose file is among these; where these cannot be told, those of the newest migration. */
export function changedSubjects(files: string[] | null, subjects: Subject[]): Subject[] {
  if (files) return subjects.filter(({ path }) => files.includes(path));
  process.stdout.write("Earlier commits cannot be found: only the newest migration tells\n");
  const newest = readFileSync(globSync(migrations).sort().at(-1) ?? "", "utf8");
  const named = [...newest.matchAll(/^-- function: (\w+)/gm)].map(([, name]) => name);
  return subjects.filter(({ name }) => named.includes(name));
}
