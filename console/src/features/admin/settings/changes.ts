import type { AuditEntry } from "@parley/contract/audit";
import type { TFunction } from "i18next";
import { isLanguage } from "../../../i18n/language-names.ts";
import { languageName } from "../../tickets/templates/language-name.ts";
import { placeOf } from "./field-order.ts";

export type Change = { field: string; from: string; to: string };
export type Wording = { t: TFunction; language: string };

/** Ids are not shown. */
const silent = /_id$/;
/** Values that have texts. */
const worded = new Set<unknown>([true, false, "admin", "moderator"]);

const sentences = new Set(["when", "condition", "actions", "department", "departments"]);

/** True for a field of a rule, a view or a webhook that `SentenceChanges` shows in words. */
export const isSentence = (verb: AuditEntry["verb"], field: string): boolean =>
  /^(goal|rule|view|webhook)_/.test(verb) && sentences.has(field);

/** Lists an entry's other changes in the order of the screens, as a text for each field. */
export function changesOf(
  wording: Wording,
  { verb, changes }: Pick<AuditEntry, "verb" | "changes">,
): Change[] {
  const { t } = wording;
  const written = (field: string, value: unknown) => {
    if (value === null || value === "") return "–";
    const isWord = worded.has(value) && (typeof value === "boolean" || field === "role");
    return isWord ? t(`settings.value.${value}`) : String(value);
  };
  return Object.entries(changes)
    .filter(([field]) => !silent.test(field) && !isSentence(verb, field))
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    .flatMap(([field, { from, to }]) => {
      const [before, after] = [leavesOf(from), leavesOf(to)];
      const paths = [...new Set([...before.keys(), ...after.keys()])];
      return paths
        .map((path) => ({
          field: nameOf(wording, field, path),
          from: written(field, before.get(path) ?? null),
          to: written(field, after.get(path) ?? null),
        }))
        .filter((change) => change.from !== change.to);
    });
}

/** A text in a language is a field of its own (`text_en`). */
const textIn = /^text_([a-z]{2})$/;

function nameOf(wording: Wording, field: string, path: string): string {
  const [, language] = textIn.exec(field) ?? [];
  const steps = language ? ["text", language] : [field];
  return [...steps, ...(path === "" ? [] : path.split("."))].map((step) => wordOf(wording, step)).join(" · ");
}

function wordOf({ t, language }: Wording, step: string): string {
  if (isLanguage(step)) return languageName(step, language);
  return t(`settings.field.${step}`, { defaultValue: step.replaceAll("_", " ") });
}

/** The values within one that is stored as JSON, by their path (`en.greeting`); any other under the empty path. */
function leavesOf(value: unknown, path: string[] = []): Map<string, unknown> {
  const given = path.length === 0 ? parsed(value) : value;
  if (typeof given !== "object" || given === null) return new Map([[path.join("."), given]]);
  const isPlainList = Array.isArray(given) && given.every((one) => typeof one !== "object");
  if (isPlainList) return new Map([[path.join("."), given.join(", ")]]);
  return new Map(
    Object.entries(given).flatMap(([key, inner]) => [
      ...leavesOf(inner, [...path, Array.isArray(given) ? String(Number(key) + 1) : key]),
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
