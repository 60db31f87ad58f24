/** Rows of files that name the bytes of other rows. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { withDeleted } from "../floor/database/deleted.ts";
import type { Scope } from "../floor/database/scope.ts";
import type { FileRow } from "./view.ts";

/**
 * Adds rows for a ticket that name the same bytes, which stay as long as one row names them. What the provider still holds is
 * fetched for each row. Answers the new ids by the old ones.
 */
export async function copyFiles(
  scope: Scope,
  { id: ticket_id, channel_id: channelId }: { id: string; channel_id: string },
  ids: Iterable<string>,
): Promise<Map<string, string>> {
  const copies = [...new Set(ids)].map((id) => ({ of: id, id: randomUUID() }));
  if (copies.length === 0) return new Map();
  const { rows } = await sql<Pick<FileRow, "id" | "state">>`
    insert into file select r.* from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) c ("of" uuid, id uuid)
    join file f on f.company_id = ${scope.companyId} and f.id = c.of
    cross join lateral jsonb_populate_record(f, jsonb_build_object('id', c.id, 'ticket_id', ${ticket_id}::uuid,
      'copy_of', case when f.storage_key is not null then coalesce(f.copy_of, f.id) end,
      'attempts', 0, 'next_attempt_on', null, 'fetching_by', null)) r
    returning id, state`.execute(scope.db);
  for (const { id, state } of rows)
    if (state === "arriving")
      await scope.enqueue("fetch_media", { fileId: id, channelId }, { key: `fetch_media:${id}`, tries: 1 });
  return new Map(copies.map((copy) => [copy.of, copy.id]));
}

/** A condition on the query's `file`: another row names the same bytes. */
export const isShared = sql<boolean>`exists (select from file other
  where other.company_id = file.company_id and other.storage_key = file.storage_key and other.id <> file.id
    and (other.id = file.copy_of or other.copy_of = coalesce(file.copy_of, file.id)))`;

/** True if another row names the bytes of one that is gone, also one of a deleted ticket. */
export async function hasCopies(
  scope: Scope,
  { id, copy_of, storage_key: key }: Pick<FileRow, "id" | "copy_of" | "storage_key">,
): Promise<boolean> {
  const first = copy_of ?? id;
  const { rows } = await withDeleted(scope, () =>
    sql`select from file where company_id = ${scope.companyId} and storage_key = ${key}
      and (id = ${first} or copy_of = ${first}) limit 1`.execute(scope.db),
  );
  return rows.length > 0;
}
