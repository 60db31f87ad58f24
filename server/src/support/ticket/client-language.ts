import { type Language, language } from "@parley/contract/sessions";

/** Takes a messenger's tag like "pt-BR"; English for a language Parley does not speak. */
export function languageOf(tag: string | null | undefined): Language {
  const spoken = language.safeParse(tag?.toLowerCase().split(/[-_]/)[0]);
  return spoken.success ? spoken.data : "en";
}
