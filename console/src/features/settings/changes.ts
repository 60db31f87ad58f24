import type { AuditEntry } from "@parley/contract/audit";

export type Change = { field: string; from: string; to: string };

/** Ids say nothing to people. */
const silent = /_id$/;

/** What an entry changed, field by field, as texts. */
export function changesOf({ changes }: Pick<AuditEntry, "changes">): Change[] {
  return Object.entries(changes)
    .filter(([field]) => !silent.test(field))
    .map(([field, { from, to }]) => ({
      field: field.replaceAll("_", " "),
      from: written(from),
      to: written(to),
    }));
}

const written = (value: unknown) => (value === null || value === "" ? "–" : String(value));
