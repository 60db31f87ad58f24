/** Deleting a field. It may have millions of values, which go in steps, each in a unit of work of its own. */
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import { lockCompany } from "../../people/company/lock.ts";
import { write } from "./change.ts";
import { type FieldRow, findField } from "./rows.ts";

type Work = (run: (scope: Scope) => Promise<boolean>) => Promise<boolean>;

const valuesPerStep = 5_000;

export async function deleteField(work: Work, fieldid: string): Promise<void> {
  await work((scope) => archive(scope, fieldid));
  while (!(await work((scope) => step(scope, fieldid))));
}

/** Nobody sets an archived field, so that its values come to an end. */
async function archive(scope: Scope, fieldid: string): Promise<true> {
  await lockCompany(scope);
  const { archived_on } = await findField(scope, fieldid);
  await write(scope, fieldid, { archived_on: archived_on ?? scope.now });
  return true;
}

/** Answers true after the last step, which deletes the field itself. */
async function step(scope: Scope, fieldid: string): Promise<boolean> {
  await lockCompany(scope);
  const field = await findField(scope, fieldid);
  if ((await removeValues(scope, field)) === valuesPerStep) return false;
  await write(scope, fieldid, { deleted_on: scope.now });
  const { name } = field;
  await record(scope, { kind: "field_delete", subject: scope.companyId, name, facts: { field: fieldid } });
  return true;
}

async function removeValues({ db, companyId }: Scope, { id, owner }: FieldRow): Promise<number> {
  const [table, key] = [sql.table(`${owner}_value`), sql.ref(`${owner}_id`)];
  const { numAffectedRows } = await sql`
    delete from ${table} where company_id = ${companyId} and field_id = ${id} and ${key} = any(array(
      select ${key} from ${table} where company_id = ${companyId} and field_id = ${id} limit ${valuesPerStep}))`.execute(
    db,
  );
  return Number(numAffectedRows);
}
