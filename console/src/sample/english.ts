/** A `t` for tests that compare the specification's words: it returns the English text of a key. */
import type { TFunction } from "i18next";

const { "../i18n/first-load/en.json": firstLoad, ...others } = import.meta.glob<object>("../i18n/*/en.json", {
  import: "default",
  eager: true,
});
const groups: Record<string, unknown> = { ...firstLoad };
for (const [path, texts] of Object.entries(others)) groups[path.split("/")[2] ?? ""] = texts;

export const english = ((key: string): string => {
  let text: unknown = groups;
  for (const name of key.split(".")) text = (text as Record<string, unknown> | undefined)?.[name];
  if (typeof text !== "string") throw new Error(`There is no English text for ${key}`);
  return text;
}) as TFunction;
