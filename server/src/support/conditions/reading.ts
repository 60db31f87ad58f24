import { customFieldOf } from "@parley/contract/conditions/custom-fields";
import { type Condition, leavesOf } from "@parley/contract/conditions/tree";
import type { Scope } from "../../floor/database/scope.ts";
import { invalid, textReason } from "../../floor/errors/errors.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import type { SqlReading } from "./to-sql.ts";

/** Reads a condition as its asker entered it. Throws as `checkFields` does. */
export async function readingOf(scope: Scope, condition: Condition): Promise<SqlReading> {
  await checkFields(scope, condition);
  const { actor, now } = scope;
  return { viewer: actor.kind === "agent" ? actor.id : null, zone: await companyTimeZone(scope), now };
}

/** Throws 400 for a leaf that gives a custom field another owner or type. One that is gone finds nothing. */
export async function checkFields({ db, companyId }: Scope, condition: Condition): Promise<void> {
  const named = leavesOf(condition).flatMap(({ leaf }) => customFieldOf(leaf.field) ?? []);
  if (named.length === 0) return;
  const fields = await db
    .selectFrom("field")
    .select(["id", "owner", "type"])
    .where("company_id", "=", companyId)
    .where(
      "id",
      "in",
      named.map(({ id }) => id),
    )
    .execute();
  const known = new Map(fields.map((field) => [field.id, field]));
  const other = named.find(({ id, owner, type }) => {
    const field = known.get(id);
    return field && (field.owner !== owner || field.type !== type);
  });
  if (other) throw invalid(textReason(`the field ${other.id} is no ${other.type} of a ${other.owner}`));
}
