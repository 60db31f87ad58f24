import type { AuditEntry } from "@parley/contract/audit";
import type { TFunction } from "i18next";

export type Change = { field: string; from: string; to: string };

/** Ids are not shown. */
const silent = /_id$/;
/** Values with texts of their own. */
const worded = new Set<unknown>([true, false, "admin", "moderator"]);

/** What an entry changed, field by field, as texts. */
export function changesOf(t: TFunction, { changes }: Pick<AuditEntry, "changes">): Change[] {
  const written = (field: string, value: unknown) => {
    if (value === null || value === "") return "–";
    const isWord = worded.has(value) && (typeof value === "boolean" || field === "role");
    return isWord ? t(`settings.value.${value}`) : String(value);
  };
  return Object.entries(changes)
    .filter(([field]) => !silent.test(field))
    .map(([field, { from, to }]) => ({
      field: t(`settings.field.${field}`, { defaultValue: field.replaceAll("_", " ") }),
      from: written(field, from),
      to: written(field, to),
    }));
}
