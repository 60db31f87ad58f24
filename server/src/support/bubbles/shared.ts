/** The shared bubbles that an agent sees: the company's, and those of the departments whose tickets they see. */
import type {
  BubbleFile,
  SharedBubble,
  SharedBubbles,
  sharedBubbleQuery,
} from "@parley/contract/shared-bubbles";
import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { z } from "zod";
import { fileLink } from "../../files/links.ts";
import type { FileRow } from "../../files/view.ts";
import type { Actor } from "../../floor/actors/actor.ts";
import type { Database, SharedBubbleTable } from "../../floor/database/schema.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import { accessTicket } from "../ticket/access.ts";

export type SharedRow = Selectable<SharedBubbleTable>;

type Query = z.output<typeof sharedBubbleQuery>;

export async function listSharedBubbles(scope: Scope<AgentActor>, query: Query): Promise<SharedBubbles> {
  const language = query.ticketid ? await clientLanguage(scope, query.ticketid) : null;
  const { folded, like } = await foldPhrase(scope, query.phrase);
  const matching = bubblesSeen(scope)
    .where("words", "like", `%${like}%`)
    .$if(query.folder !== undefined, (found) => found.where("folder", "=", query.folder ?? ""))
    .$if(query.departmentid !== undefined, (found) =>
      query.departmentid === "company"
        ? found.where("department_id", "is", null)
        : found.where("department_id", "=", query.departmentid ?? ""),
    );
  const rows = await matching
    .selectAll()
    .select(sql<string>`count(*) over ()`.as("total"))
    .orderBy(query.sort === "name" ? sql`fold(folder), folded_name, language` : fit(folded, like, language))
    .orderBy("id")
    .offset(query.offset)
    .limit(query.limit)
    .execute();
  return { bubbles: await viewBubbles(scope, rows), total: Number(rows[0]?.total ?? 0), language };
}

/** Names that begin with the phrase, those that contain it, then texts; among equals the client's language, then what is used most. */
const fit = (folded: string, like: string, language: string | null) =>
  sql`case when starts_with(folded_name, ${folded}) then 0 when folded_name like ${`%${like}%`} then 1 else 2 end,
    case when language = ${language} then 0 when language is null then 1 else 2 end, uses desc, folded_name`;

/** The phrase as the stored words are folded, and the same for a pattern. */
async function foldPhrase({ db }: Scope, phrase: string): Promise<{ folded: string; like: string }> {
  const { rows } = await sql<{ folded: string }>`select fold(${phrase}::text) as folded`.execute(db);
  const folded = rows[0]?.folded ?? "";
  return { folded, like: folded.replace(/[\\%_]/g, "\\$&") };
}

export async function listFolders(scope: Scope<AgentActor>) {
  const rows = await bubblesSeen(scope)
    .select("folder")
    .select(({ fn }) => fn.countAll<string>().as("bubbles"))
    .where("folder", "<>", "")
    .groupBy("folder")
    .orderBy(sql`fold(folder)`)
    .execute();
  return rows.map(({ folder, bubbles }) => ({ folder, bubbles: Number(bubbles) }));
}

export async function countUse(scope: Scope<AgentActor>, id: string): Promise<void> {
  const { numUpdatedRows } = await scope.db
    .updateTable("shared_bubble")
    .set(({ eb }) => ({ uses: eb("uses", "+", 1) }))
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .where(seenBy(scope.actor))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw unknownBubble();
}

export async function findSharedBubble(scope: Scope<AgentActor>, id: string): Promise<SharedRow> {
  const row = await bubblesSeen(scope).selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw unknownBubble();
  return row;
}

export const bubblesSeen = (scope: Scope<AgentActor>) =>
  scope.db.selectFrom("shared_bubble").where("company_id", "=", scope.companyId).where(seenBy(scope.actor));

export function seenBy({ departments }: Pick<Actor, "departments">) {
  return (eb: ExpressionBuilder<Database, "shared_bubble">) =>
    departments === "all"
      ? eb.lit(true)
      : eb.or([eb("department_id", "is", null), eb("department_id", "in", [...departments])]);
}

export async function viewBubbles(scope: Scope, rows: SharedRow[]): Promise<SharedBubble[]> {
  const files = await filesOf(
    scope,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    bubbleid: row.id,
    name: row.name,
    content: row.content,
    departmentid: row.department_id,
    folder: row.folder,
    language: row.language as SharedBubble["language"],
    actions: row.actions,
    files: files.get(row.id) ?? [],
    uses: row.uses,
    updated_on: row.updated_on.toISOString(),
  }));
}

export async function viewBubble(scope: Scope, row: SharedRow): Promise<SharedBubble> {
  const [view] = await viewBubbles(scope, [row]);
  if (!view) throw unknownBubble();
  return view;
}

/** Files by bubble, in the order in which they were added. */
async function filesOf(scope: Scope, ids: string[]): Promise<Map<string, BubbleFile[]>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.db
    .selectFrom("shared_bubble_file as of")
    .innerJoin("file", (join) =>
      join.onRef("file.company_id", "=", "of.company_id").onRef("file.id", "=", "of.file_id"),
    )
    .selectAll("file")
    .select("of.bubble_id")
    .where("of.company_id", "=", scope.companyId)
    .where("of.bubble_id", "in", ids)
    .orderBy("file.created_on")
    .orderBy("file.id")
    .execute();
  const byBubble = Map.groupBy(rows, ({ bubble_id }) => bubble_id);
  return new Map([...byBubble].map(([id, files]) => [id, files.map((file) => viewFile(scope, file))]));
}

const viewFile = (scope: Scope, file: FileRow): BubbleFile => ({
  fileid: file.id,
  name: file.name,
  size: file.size ?? 0,
  type: file.media_type ?? "application/octet-stream",
  path: file.storage_key ? fileLink(scope, file.id, "original", file.name) : null,
});

/** The first part of the tag by which the client's messenger or browser names their language. */
async function clientLanguage(scope: Scope<AgentActor>, ticketid: string): Promise<string | null> {
  const ticket = await accessTicket(scope, ticketid, "read");
  const identity = await scope.db
    .selectFrom("client_identity")
    .select("lang")
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", ticket.channel_id)
    .where("external_id", "=", ticket.client_external_id)
    .executeTakeFirst();
  return identity?.lang?.toLowerCase().split(/[-_]/)[0] || null;
}

/** True for a file of a bubble that the agent sees. */
export async function isBubbleFile(scope: Scope<AgentActor>, fileId: string): Promise<boolean> {
  const row = await scope.db
    .selectFrom("shared_bubble_file as of")
    .innerJoin("shared_bubble", (join) =>
      join
        .onRef("shared_bubble.company_id", "=", "of.company_id")
        .onRef("shared_bubble.id", "=", "of.bubble_id"),
    )
    .select("of.file_id")
    .where("of.company_id", "=", scope.companyId)
    .where("of.file_id", "=", fileId)
    .where(seenBy(scope.actor))
    .executeTakeFirst();
  return row !== undefined;
}

export const unknownBubble = () => new Refusal(404, "not_found", "bubble_unknown");
