import type { FieldOwner } from "@parley/contract/field-types";
import type { FieldChange } from "@parley/contract/fields";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { checkValue } from "./check-value.ts";
import { type FieldRow, lockOffered } from "./rows.ts";

/** Answers the field when its value has changed. The caller holds the lock of the ticket or client. */
export async function setValue(
  scope: Scope,
  owner: FieldOwner,
  id: string,
  { fieldid, value }: FieldChange,
): Promise<FieldRow | null> {
  const field = await lockOffered(scope, owner, fieldid);
  const [table, key] = [sql.table(`${owner}_value`), sql.ref(`${owner}_id`)];
  if (value === null) {
    const { numAffectedRows } = await sql`delete from ${table}
      where company_id = ${scope.companyId} and ${key} = ${id} and field_id = ${field.id}`.execute(scope.db);
    return numAffectedRows ? field : null;
  }
  const { text, number, day, yes, choice } = checkValue(field, value);
  const { numAffectedRows } = await sql`
    insert into ${table} as old (company_id, ${key}, field_id, text, number, day, yes, choice)
    values (${scope.companyId}, ${id}, ${field.id}, ${text}, ${number}, ${day}::date, ${yes}, ${choice})
    on conflict (company_id, ${key}, field_id) do update
      set text = excluded.text, number = excluded.number, day = excluded.day, yes = excluded.yes, choice = excluded.choice
      where (old.text, old.number, old.day, old.yes, old.choice)
        is distinct from (excluded.text, excluded.number, excluded.day, excluded.yes, excluded.choice)`.execute(
    scope.db,
  );
  return numAffectedRows ? field : null;
}
