/**
 * Refuses statements on a large table that block others for long; PostgreSQL's own parser reads the SQL.
 * docs/decisions/155-upgrading-and-sql-functions.md describes the ways that do not block.
 */
import parser from "@libpg-query/parser";

/**
 * Tables with a row for each company, agent, account or process. All other tables count as large, future ones included.
 */
const small = new Set([
  ...["agent", "automatic_message", "bubble", "channel", "channel_signup", "company", "department", "draft"],
  ...["event_cursor", "mail_import", "message_template", "migration", "opening_hours", "presence", "process"],
  ...["push_subscription", "server_secret", "storage_total", "two_step"],
]);

/** A node of the parser's tree. */
export type Node = { [key: string]: unknown };
type Statement = { kind: string; node: Node; text: string };
type Told = { isLarge(table: string): boolean; followUp: boolean; validated: Set<string>; text: string };

/** The returned sentences are for the author of the migration. `followUp`: the file holds follow-ups. */
export async function findHeavyStatements(sql: string, { followUp = false } = {}): Promise<string[]> {
  const statements = await parse(sql);
  const made = new Set(
    statements.filter(({ kind }) => kind === "CreateStmt").map(({ node }) => tableOf(node)),
  );
  const isLarge = (table: string) => !small.has(table) && !made.has(table);
  const validated = new Set<string>();
  const faults: string[] = [];
  for (const { kind, node, text } of statements) {
    // The author declared the table small: the comment gives the reason.
    if (/^-- Few rows: \S/m.test(text)) continue;
    const told = { isLarge, followUp, validated, text };
    if (kind === "DoStmt") faults.push(...(await faultsOfBlock(text, told)));
    else faults.push(...faultsOf(kind, node, told));
  }
  return faults;
}

export async function parse(sql: string): Promise<Statement[]> {
  const { stmts = [] } = (await parser.parse(sql)) as unknown as { stmts?: Node[] };
  const bytes = Buffer.from(sql);
  return stmts.map(({ stmt, stmt_location: from = 0, stmt_len: length }) => {
    const [[kind, node] = ["", {}]] = Object.entries(stmt as Record<string, Node>);
    const end = length === undefined ? bytes.length : Number(from) + Number(length);
    return { kind, node, text: bytes.subarray(Number(from), end).toString() };
  });
}

/** A block of PL/pgSQL: its statements, and the texts that it executes. */
async function faultsOfBlock(text: string, told: Told): Promise<string[]> {
  const tree = await parser.parsePlPgSQL(text);
  const faults: string[] = [];
  for (const [key, value] of nodesIn(tree)) {
    if (key !== "PLpgSQL_stmt_execsql" && key !== "PLpgSQL_stmt_dynexecute") continue;
    const [query = ""] = [...nodesIn(value)].flatMap(([name, of]) =>
      name === "query" && typeof of === "string" ? [of] : [],
    );
    if (key === "PLpgSQL_stmt_execsql") {
      for (const { kind, node } of await parse(query)) faults.push(...faultsOf(kind, node, told));
    } else if (
      /'\s*(update|delete|insert|create (unique )?index)\b|\b(type|set not null|validate)\b/i.test(query)
    ) {
      faults.push(`${query}: what is executed as a text cannot be checked`);
    }
  }
  return faults;
}

function faultsOf(kind: string, node: Node, told: Told): string[] {
  const table = tableOf(node);
  const found = checks[kind]?.(node, told, table) ?? [];
  return [...found, ...[node.withClause].flatMap((clause) => faultsOfParts(clause, told))];
}

/** Checks changes within a `with` clause. */
function faultsOfParts(clause: unknown, told: Told): string[] {
  return [...nodesIn(clause)].flatMap(([kind, node]) =>
    ["UpdateStmt", "DeleteStmt", "InsertStmt"].includes(kind) ? faultsOf(kind, node as Node, told) : [],
  );
}

type Check = (node: Node, told: Told, table: string) => string[];

const changesRows =
  (verb: string): Check =>
  (node, { isLarge, followUp }, table) =>
    !isLarge(table) || (followUp && isInBatch(node))
      ? []
      : [`${verb} ${table}: rows are changed in batches, in a follow-up with in_batch()`];

const checks: Record<string, Check> = {
  UpdateStmt: changesRows("update"),
  DeleteStmt: changesRows("delete from"),
  InsertStmt(node, { isLarge, followUp }, table) {
    const read = [...nodesIn(node.selectStmt)]
      .filter(([name]) => name === "RangeVar")
      .map(([, of]) => tableOf(of as Node));
    const large = read.find(isLarge);
    if (!large || (followUp && isInBatch(node))) return [];
    return [`insert into ${table}: rows of ${large} are read in batches, in a follow-up with in_batch()`];
  },
  IndexStmt: (node, { isLarge }, table) =>
    isLarge(table) && !node.concurrent
      ? [`create index ${node.idxname} on ${table}: it is built concurrently, in a follow-up`]
      : [],
  AlterTableStmt(node, told, table) {
    if (!told.isLarge(table) || node.objtype !== "OBJECT_TABLE") return [];
    return (node.cmds as Node[]).flatMap(({ AlterTableCmd: command }) =>
      faultsOfAlter(command as Node, told, table),
    );
  },
  ReindexStmt: (node) =>
    JSON.stringify(node).includes('"concurrently"') ? [] : ["reindex: concurrently, in a follow-up"],
  ClusterStmt: () => ["cluster: it rewrites the table"],
  VacuumStmt: (node) =>
    JSON.stringify(node).includes('"full"') ? ["vacuum full: it rewrites the table"] : [],
};

const rewriting: Record<string, string> = {
  AT_AlterColumnType: "a column's type is changed by a new column and a backfill",
  AT_SetTableSpace: "the table would be written anew",
  AT_SetLogged: "the table would be written anew",
  AT_SetUnLogged: "the table would be written anew",
  AT_SetAccessMethod: "the table would be written anew",
  AT_SetExpression: "the table would be written anew",
  AT_AddIdentity: "the table would be written anew",
};

function faultsOfAlter(command: Node, { followUp, validated }: Told, table: string): string[] {
  const subtype = String(command.subtype);
  const fault = (why: string) => [`alter table ${table}, ${command.name ?? nameIn(command.def)}: ${why}`];
  if (rewriting[subtype]) return fault(rewriting[subtype]);
  if (subtype === "AT_AddColumn") return faultsOfColumn(command.def as Node).flatMap(fault);
  if (subtype === "AT_AddConstraint") {
    const { Constraint: constraint } = command.def as { Constraint: Node };
    return faultsOfConstraint(constraint).flatMap(fault);
  }
  if (subtype === "AT_ValidateConstraint") {
    validated.add(table);
    return followUp ? [] : fault("the constraint is validated in a follow-up");
  }
  if (subtype === "AT_SetNotNull" && !(followUp && validated.has(table))) {
    return fault(
      "not null is set in a follow-up, behind a check of it that was added not valid and validated",
    );
  }
  return [];
}

function faultsOfColumn(def: Node): string[] {
  const { constraints = [], typeName } = def.ColumnDef as { constraints?: Node[]; typeName: unknown };
  if (/"(small|big)?serial"/.test(JSON.stringify(typeName)))
    return ["a serial column is written to each row"];
  return constraints.flatMap(({ Constraint: constraint }) => {
    const { contype, raw_expr: value } = constraint as Node;
    if (contype === "CONSTR_IDENTITY" || contype === "CONSTR_GENERATED")
      return ["the table would be written anew"];
    if (contype === "CONSTR_DEFAULT")
      return isConstant(value) ? [] : ["a default that is computed is written to each row"];
    // Existing rows hold null, or the constant.
    if (contype === "CONSTR_FOREIGN" || contype === "CONSTR_NULL" || contype === "CONSTR_NOTNULL") return [];
    return faultsOfConstraint(constraint as Node);
  });
}

function faultsOfConstraint({ contype, skip_validation: later, indexname }: Node): string[] {
  if (contype === "CONSTR_CHECK" || contype === "CONSTR_FOREIGN" || contype === "CONSTR_NOTNULL") {
    return later ? [] : ["the constraint is added not valid, and validated in a follow-up"];
  }
  if (contype === "CONSTR_PRIMARY" || contype === "CONSTR_UNIQUE") {
    return indexname
      ? []
      : ["its index is built concurrently, in a follow-up, and the constraint added by it"];
  }
  return contype === "CONSTR_EXCLUSION" ? ["its index is built under a lock"] : [];
}

/** Functions that give the same value to every row of one statement. */
const stable = new Set(["now", "transaction_timestamp", "statement_timestamp", "current_setting"]);

function isConstant(value: unknown): boolean {
  return [...nodesIn(value)].every(([kind, node]) => {
    if (kind !== "FuncCall") return kind !== "SubLink";
    const names = (node as { funcname: { String: { sval: string } }[] }).funcname;
    return stable.has(names.at(-1)?.String.sval ?? "");
  });
}

const isInBatch = (node: Node) =>
  [...nodesIn(node)].some(
    ([kind, of]) => kind === "FuncCall" && JSON.stringify(of).includes('"sval":"in_batch"'),
  );

function tableOf(node: Node): string {
  const relation = (node.relation ?? node) as Node;
  return String(relation.relname ?? "");
}

function nameIn(def: unknown): string {
  const [of = {}] = Object.values((def ?? {}) as Record<string, Node>);
  return String(of.colname ?? of.conname ?? "a constraint");
}

/** Every named part of a tree, with its name. */
export function* nodesIn(tree: unknown): Generator<[string, unknown]> {
  if (typeof tree !== "object" || tree === null) return;
  for (const [name, value] of Object.entries(tree)) {
    if (!Array.isArray(tree)) yield [name, value];
    yield* nodesIn(value);
  }
}
