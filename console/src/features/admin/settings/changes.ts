import type { AuditEntry } from "@parley/contract/audit";
import type { TFunction } from "i18next";

export type Change = { field: string; from: string; to: string };

/** Ids are not shown. */
const silent = /_id$/;
/** Values that have texts. */
const worded = new Set<unknown>([true, false, "admin", "moderator"]);

/** Lists an entry's changes, as a text for each field. */
export function changesOf(t: TFunction, { changes }: Pick<AuditEntry, "changes">): Change[] {
  const written = (field: string, value: unknown) => {
    if (value === null || value === "") return "–";
    const isWord = worded.has(value) && (typeof value === "boolean" || field === "role");
    return isWord ? t(`settings.value.${value}`) : String(value);
  };
  return Object.entries(changes)
    .filter(([field]) => !silent.test(field))
    .flatMap(([field, { from, to }]) => {
      const name = t(`settings.field.${field}`, { defaultValue: field.replaceAll("_", " ") });
      const [before, after] = [leavesOf(from), leavesOf(to)];
      const paths = [...new Set([...before.keys(), ...after.keys()])];
      return paths
        .map((path) => ({
          field: [name, ...(path ? [path] : [])].join(" · "),
          from: written(field, before.get(path) ?? null),
          to: written(field, after.get(path) ?? null),
        }))
        .filter((change) => change.from !== change.to);
    });
}

/**
 * The values within one that is stored as JSON, by their path (`en · greeting`); any other value under the empty path.
 */
function leavesOf(value: unknown, path: string[] = []): Map<string, unknown> {
  const given = path.length === 0 ? parsed(value) : value;
  if (typeof given !== "object" || given === null) return new Map([[path.join(" · "), given]]);
  const isPlainList = Array.isArray(given) && given.every((one) => typeof one !== "object");
  if (isPlainList) return new Map([[path.join(" · "), given.join(", ")]]);
  return new Map(
    Object.entries(given).flatMap(([key, inner]) => [
      ...leavesOf(inner, [
        ...path,
        Array.isArray(given) ? String(Number(key) + 1) : key.replaceAll("_", " "),
      ]),
    ]),
  );
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch (error) {
    if (error instanceof SyntaxError) return value;
    throw error;
  }
}
