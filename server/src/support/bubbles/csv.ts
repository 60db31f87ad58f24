/** Shared bubbles as comma-separated values: written for all, and read with the faults of each line. */
import { Readable } from "node:stream";
import { type BubbleLanguage, bubbleLanguages } from "@parley/contract/bubble-languages";
import { limits } from "@parley/contract/limits";
import { type Reason, reasonOf } from "@parley/contract/reasons";
import type { ImportedBubbles } from "@parley/contract/shared-bubbles";
import { sql } from "kysely";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { beginFile, line } from "../../floor/csv/lines.ts";
import { type Row, readRows } from "../../floor/csv/read.ts";
import { type AgentActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { invalid, largerThan } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { companyName } from "../../people/company/name.ts";
import { departmentNames } from "../../people/departments/pick.ts";
import { recordExport } from "../audit/record-export.ts";
import { bubblesSeen } from "./shared.ts";
import { checkRoom, lockShared } from "./shared-change.ts";

/** `department` is empty for a bubble of the company. `uses` is written and not read. */
const columns = ["name", "content", "folder", "language", "department", "uses"] as const;
type Column = (typeof columns)[number];

const pageSize = 500;

/** Actions and files are left out: an import of the same file keeps those that the bubbles have. */
export const exportBubbles = (context: Context, caller: Caller): Readable =>
  Readable.from(pages(context, caller), { highWaterMark: 1 });

async function* pages(context: Context, caller: Caller): AsyncGenerator<string> {
  await inCompany(context, caller, (scope) => recordExport(scope, "bubbles_export"));
  yield beginFile([...columns]);
  for (let after: string | undefined; ; ) {
    const rows = await inCompany(context, caller, (scope) => pageAfter(scope, after));
    if (rows.length > 0)
      yield rows
        .map((row) => line([row.name, row.content, row.folder, row.language, row.department, row.uses]))
        .join("");
    if (rows.length < pageSize) return;
    after = rows.at(-1)?.id;
  }
}

const pageAfter = (scope: Scope<AgentActor>, after: string | undefined) =>
  bubblesSeen(scope)
    .select(["id", "name", "content", "folder", "language", "uses"])
    .select((eb) =>
      eb
        .selectFrom("department")
        .select("department.name")
        .whereRef("department.company_id", "=", "shared_bubble.company_id")
        .whereRef("department.id", "=", "shared_bubble.department_id")
        .as("department"),
    )
    .$if(after !== undefined, (found) => found.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(pageSize)
    .execute();

/** Everything is imported or, where a line is faulty, nothing. */
export async function importBubbles(scope: Scope<AgentActor>, file: Buffer): Promise<ImportedBubbles> {
  const [titles, ...rows] = readRows(file);
  const places = placesOf(titles);
  if (rows.length > limits.sharedBubbles)
    throw invalid(reasonOf("csv_rows_full", { max: limits.sharedBubbles }));
  await lockShared(scope);
  const read = readerOf(places, await departmentNames(scope));
  const lines = rows.map((row) => read(row));
  const entries = lines.flatMap(({ entry }) => entry ?? []);
  const faults = [...lines.flatMap(({ faults }) => faults), ...(await doubles(scope, entries))];
  if (faults.length > 0) {
    const sorted = faults.toSorted((one, other) => one.line - other.line);
    const listed = sorted.slice(0, limits.importFaults);
    return { created: 0, updated: 0, faults: listed, more: sorted.length > listed.length };
  }
  const { created, updated } = await write(scope, entries);
  await checkRoom(scope, 0);
  if (created + updated > 0) {
    const facts = { created, updated };
    const name = await companyName(scope);
    await record(scope, { kind: "bubbles_import", subject: scope.companyId, name, facts });
  }
  return { created, updated, faults: [], more: false };
}

type Fault = ImportedBubbles["faults"][number];
type Entry = Record<"name" | "content" | "folder", string> & {
  line: number;
  language: BubbleLanguage | null;
  departmentid: string | null;
};

function placesOf(titles: Row | undefined): Map<Column, number> {
  const places = new Map<Column, number>();
  for (const [at, title] of (titles?.cells ?? []).entries()) {
    const known = columns.find((column) => column === title.trim().toLowerCase());
    if (!known) throw invalid(reasonOf("csv_column_unknown", { name: title.slice(0, 40) }));
    places.set(known, at);
  }
  for (const name of ["name", "content"] as const)
    if (!places.has(name)) throw invalid(reasonOf("csv_column_missing", { name }));
  return places;
}

function readerOf(places: Map<Column, number>, departments: Map<string, string>) {
  const names = [...departments.values()].join(", ");
  const byName = new Map([...departments].map(([id, name]) => [name.toLowerCase(), id]));
  return ({ line, cells }: Row): { entry: Entry | null; faults: Fault[] } => {
    const cell = (column: Column) => (cells[places.get(column) ?? -1] ?? "").trim();
    const [name, content, folder] = [cell("name"), cell("content"), cell("folder")];
    const [spoken, place] = [cell("language").toLowerCase(), cell("department")];
    const language = bubbleLanguages.find((one) => one === spoken) ?? null;
    const departmentid = byName.get(place.toLowerCase()) ?? null;
    const reasons = [
      ...faultsOf("name", name, limits.bubbleName),
      ...faultsOf("text", content, limits.messageText),
      ...(folder.length > limits.bubbleFolder
        ? [reasonOf("field_too_long", { field: "folder", max: limits.bubbleFolder })]
        : []),
      ...(/[\n\r\t]/.test(name) ? [reasonOf("field_invalid", { field: "name" })] : []),
      ...(/[\n\r\t]/.test(folder) ? [reasonOf("field_invalid", { field: "folder" })] : []),
      ...(/\0/.test(name + content + folder) ? [reasonOf("field_invalid", { field: "text" })] : []),
      ...(spoken && !language ? [reasonOf("language_unknown", { name: spoken.slice(0, 40) })] : []),
      ...(place && !departmentid
        ? [reasonOf("department_unknown", { name: place.slice(0, 100), names })]
        : []),
    ];
    const faults = reasons.map((reason): Fault => ({ line, reason }));
    const entry = { line, name, content, folder, language, departmentid };
    return { entry: faults.length === 0 ? entry : null, faults };
  };
}

function faultsOf(field: "name" | "text", text: string, max: number): Reason[] {
  if (text === "") return [reasonOf("field_missing", { field })];
  return text.length > max ? [reasonOf("field_too_long", { field, max })] : [];
}

/** A line of the same place, folder, name and language as one before it. */
async function doubles({ db, companyId }: Scope, entries: Entry[]): Promise<Fault[]> {
  if (entries.length === 0) return [];
  const { rows } = await sql<{ line: number; name: string }>`
    select line, name from (
      select line, name, row_number() over (
        partition by coalesce(departmentid, ${companyId}::uuid), fold(folder), fold(name), language order by line) as place
      from ${given(entries)}) as placed
    where place > 1 order by line`.execute(db);
  return rows.map(({ line, name }) => ({ line, reason: reasonOf("bubble_exists", { name }) }));
}

async function write({ db, companyId, now }: Scope, entries: Entry[]) {
  const { rows } = await sql<{ created: boolean }>`
    insert into shared_bubble (company_id, department_id, folder, name, content, language, created_on, updated_on)
      select ${companyId}::uuid, departmentid, folder, name, content, language, ${now}::timestamptz, ${now}::timestamptz
      from ${given(entries)}
    on conflict (company_id, coalesce(department_id, company_id), fold(folder), fold(name), coalesce(language, ''))
      do update set folder = excluded.folder, name = excluded.name, content = excluded.content, updated_on = excluded.updated_on
      where (shared_bubble.folder, shared_bubble.name, shared_bubble.content)
        is distinct from (excluded.folder, excluded.name, excluded.content)
    returning xmax = 0 as created`.execute(db);
  const created = rows.filter((row) => row.created).length;
  return { created, updated: rows.length - created };
}

const given = (entries: Entry[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
    as given(line int, departmentid uuid, folder text, name text, content text, language text)`;

/** Reads at most so many bytes of an upload. */
export async function readCsv(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size <= limits.importBytes) chunks.push(chunk as Buffer);
  }
  if (size > limits.importBytes) throw largerThan(limits.importBytes);
  return Buffer.concat(chunks);
}
