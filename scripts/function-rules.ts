/** Checks that the SQL functions' files and the migrations that name them fit together. */
import { createHash } from "node:crypto";
import { type Node, parse } from "./migration-rules.ts";

export type Script = { name: string; sql: string };

const named = /^-- function: (\w+) ([0-9a-f]{12})$/gm;
/** The first migration that names functions. The bodies before it are history. */
const first = "066_functions.sql";

export const checksumOf = (sql: string) => createHash("sha256").update(sql).digest("hex").slice(0, 12);

/** `functions` are named without the ending of their files. Each sentence is for the author of a migration. */
export async function findFunctionFaults(migrations: Script[], functions: Script[]): Promise<string[]> {
  const faults = await Promise.all([
    ...functions.map(faultsOfFile),
    ...migrations.filter(({ name }) => name >= first).map((migration) => faultsOfMigration(migration)),
  ]);
  const lines = migrations.flatMap(({ name, sql }) =>
    [...sql.matchAll(named)].map(([, of = "", checksum = ""]) => ({ migration: name, of, checksum })),
  );
  const unnamed = functions.filter(
    ({ name, sql }) => lines.findLast(({ of }) => of === name)?.checksum !== checksumOf(sql),
  );
  const dropped = await droppedFunctions(migrations);
  const missing = lines.filter(
    ({ of, migration }) =>
      !functions.some(({ name }) => name === of) &&
      !dropped.some((drop) => drop.of === of && drop.by > migration),
  );
  return [
    ...faults.flat(),
    ...unnamed.map(
      ({ name, sql }) =>
        `functions/${name}.sql is new or has changed: a new migration has the line: -- function: ${name} ${checksumOf(sql)}`,
    ),
    ...missing.map(
      ({ migration, of }) =>
        `${migration}: functions/${of}.sql is not there, and no later migration drops ${of}`,
    ),
  ];
}

async function faultsOfFile({ name, sql }: Script): Promise<string[]> {
  const statements = await parse(sql);
  const [made, ...others] = statements;
  const fault = (why: string) => [`functions/${name}.sql: ${why}`];
  if (made?.kind !== "CreateFunctionStmt" || !made.node.replace || lastName(made.node.funcname) !== name)
    return fault(`it begins with: create or replace function ${name}`);
  const grants = others.every(({ kind, node }) => kind === "GrantStmt" && objectsOf(node).join() === name);
  return grants ? [] : fault("beside the function it has its grants alone");
}

async function faultsOfMigration({ name, sql }: Script): Promise<string[]> {
  const made = (await parse(sql)).filter(({ kind }) => kind === "CreateFunctionStmt");
  return made.map(({ node }) => {
    const of = lastName(node.funcname);
    return `${name}: the text of ${of} stands in functions/${of}.sql, and the migration names it: -- function: ${of} checksum`;
  });
}

async function droppedFunctions(migrations: Script[]): Promise<{ of: string; by: string }[]> {
  const dropped = migrations.map(async ({ name, sql }) => {
    const drops = (await parse(sql)).filter(
      ({ kind, node }) => kind === "DropStmt" && node.removeType === "OBJECT_FUNCTION",
    );
    return drops.flatMap(({ node }) => objectsOf(node).map((of) => ({ of, by: name })));
  });
  return (await Promise.all(dropped)).flat();
}

const objectsOf = ({ objects = [] }: Node) =>
  (objects as { ObjectWithArgs?: { objname: unknown } }[]).map(({ ObjectWithArgs: one }) =>
    lastName(one?.objname),
  );

const lastName = (names: unknown) =>
  (names as { String: { sval: string } }[] | undefined)?.at(-1)?.String.sval ?? "";
