/** The tables that a backup holds, and their columns. */
import type { ClientBase } from "pg";
import { ownObjects } from "../../floor/database/migration-files.ts";
import { BackupError } from "./format.ts";

/**
 * Tables that are left out: the version, which is in the header; current connections; the epoch of the ledger, which a
 * restore begins anew; and short-lived credentials, which must not become valid again: sessions, codes and their
 * challenges, queued mails.
 */
const leftOut = new Set([
  ...[
    "migration",
    "migration_follow_up",
    "process",
    "presence",
    "session",
    "sign_in_try",
    "sign_in_challenge",
    "known_device",
    "ledger_epoch",
  ],
  ...["mail_code", "mail_grant", "mail", "rate_count", "address_change"],
]);

export type Table = { name: string; columns: string[] };

/** The tables with their written columns, in order. Throws when rows of one would be hidden from a backup. */
export async function tablesOf(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { hidden: boolean }>(
    `select c.relname as name,
      array_agg(a.attname::text order by a.attnum) as columns,
      c.relrowsecurity and not exists (select from pg_policy p where p.polrelid = c.oid
        and 'parley_system'::regrole = any (p.polroles) and pg_get_expr(p.polqual, p.polrelid) = 'true') as hidden
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname = any ($1)
    group by c.oid order by c.relname`,
    [(await ownObjects()).tables.filter((name) => !leftOut.has(name))],
  );
  const hidden = rows.filter((row) => row.hidden).map(({ name }) => name);
  if (hidden.length > 0) throw new Error(`No role sees every row of ${hidden.join(", ")}`);
  return rows.map(({ name, columns }) => ({ name, columns }));
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const columnsOf = ({ columns }: Table) => columns.map(quoted).join(", ");

/** Throws when the database holds no Parley. */
export async function countCompanies(client: ClientBase): Promise<number> {
  try {
    return (
      (await client.query<{ count: number }>("select count(*)::int as count from company")).rows[0]?.count ??
      0
    );
  } catch (error) {
    if ((error as { code?: string }).code !== "42P01") throw error;
    throw new BackupError("There is no Parley in this database yet: start it once.", { cause: error });
  }
}
