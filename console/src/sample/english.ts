/** `t` as a test needs it to see the specification's words: the English text of a key. */
import type { TFunction } from "i18next";

const areas = import.meta.glob<object>("../i18n/*/en.json", { import: "default", eager: true });

export const english = ((key: string): string => {
  const [area = "", ...path] = key.split(".");
  let text: unknown = areas[`../i18n/${area}/en.json`];
  for (const name of path) text = (text as Record<string, unknown> | undefined)?.[name];
  if (typeof text !== "string") throw new Error(`There is no English text for ${key}`);
  return text;
}) as TFunction;
