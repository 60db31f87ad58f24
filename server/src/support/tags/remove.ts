/** Deleting and merging tags. A tag may be on millions of tickets, so its rows go in steps, each in a unit of work of its own. */
import type { MergeTag } from "@parley/contract/tags";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { invalid } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { lockCompany } from "../../people/company/lock.ts";
import { write } from "./change.ts";
import { findTag } from "./rows.ts";

type Work = (run: (scope: Scope) => Promise<boolean>) => Promise<boolean>;

const rowsPerStep = 5_000;

export async function deleteTag(work: Work, tagid: string): Promise<void> {
  await archive(work, tagid, null);
  while (!(await work((scope) => step(scope, tagid, null))));
}

export async function mergeTag(work: Work, { tagid, into }: MergeTag): Promise<void> {
  if (tagid === into) throw invalid("tag_merged_with_itself");
  await archive(work, tagid, into);
  while (!(await work((scope) => step(scope, tagid, into))));
}

/** No ticket and no client gets an archived tag, so that its rows come to an end. A merge into an unknown tag archives nothing. */
const archive = (work: Work, tagid: string, into: string | null) =>
  work(async (scope) => {
    await lockCompany(scope);
    if (into) await findTag(scope, into);
    const { archived_on } = await findTag(scope, tagid);
    await write(scope, tagid, { archived_on: archived_on ?? scope.now });
    return true;
  });

/** Answers true after the last step, which deletes the tag itself. */
async function step(scope: Scope, tagid: string, into: string | null): Promise<boolean> {
  await lockCompany(scope);
  const { name } = await findTag(scope, tagid);
  const target = into && (await findTag(scope, into));
  for (const owner of ["ticket", "client"] as const)
    if ((await moveRows(scope, owner, tagid, into)) === rowsPerStep) return false;
  await write(scope, tagid, { deleted_on: scope.now });
  const subject = scope.companyId;
  if (!target) await record(scope, { kind: "tag_delete", subject, name, facts: { tag: tagid } });
  else {
    const changes = { into: { from: null, to: target.name } };
    await record(scope, {
      kind: "tag_merge",
      subject,
      name,
      facts: { tag: tagid, into: target.id },
      changes,
    });
  }
  return true;
}

/**
 * Deletes the rows of at most so many tickets or clients, and gives these the tag `into`. An array is looked up by the
 * index, also where the table was not analysed yet.
 */
async function moveRows(
  { db, companyId }: Scope,
  owner: "ticket" | "client",
  tagid: string,
  into: string | null,
): Promise<number> {
  const [table, key] = [sql.table(`${owner}_tag`), sql.ref(`${owner}_id`)];
  const { rows } = await sql<{ moved: string }>`
    with gone as (
      delete from ${table} where company_id = ${companyId} and tag_id = ${tagid} and ${key} = any(array(
        select ${key} from ${table} where company_id = ${companyId} and tag_id = ${tagid} limit ${rowsPerStep}))
      returning ${key} as id),
    given as (
      insert into ${table} (company_id, ${key}, tag_id)
      select ${companyId}::uuid, id, ${into}::uuid from gone where ${into}::uuid is not null
      on conflict do nothing)
    select count(*) as moved from gone`.execute(db);
  return Number(rows[0]?.moved);
}
