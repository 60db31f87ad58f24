import { type Language, language } from "@parley/contract/sessions";

/** Reads a messenger's tag like "pt-BR"; English for a language that Parley does not support. */
export function languageOf(tag: string | null | undefined): Language {
  const spoken = language.safeParse(tag?.toLowerCase().split(/[-_]/)[0]);
  return spoken.success ? spoken.data : "en";
}
