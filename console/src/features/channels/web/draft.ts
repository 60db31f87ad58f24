import type { WidgetSettings } from "@parley/contract/widget";

/** The settings as typed: origins are lines of a text, and an empty field stays until it is saved. */
export type WidgetDraft = Omit<WidgetSettings, "origins" | "privacy"> & { pages: string; privacy: string };

export function draftOf({ origins, privacy, ...rest }: WidgetSettings): WidgetDraft {
  return { ...rest, pages: origins.join("\n"), privacy: privacy ?? "" };
}

/** The settings of a draft. An empty text stands for the widget's own. */
export function settingsOf({ pages: _pages, privacy, texts, ...rest }: WidgetDraft, origins: string[]) {
  const written = Object.entries(texts).flatMap(([language, fields]) => {
    const filled = Object.entries(fields ?? {}).flatMap(([name, text]) =>
      text?.trim() ? [[name, text.trim()] as const] : [],
    );
    return filled.length > 0 ? [[language, Object.fromEntries(filled)] as const] : [];
  });
  const settings: WidgetSettings = {
    ...rest,
    origins,
    privacy: privacy.trim() || null,
    texts: Object.fromEntries(written),
  };
  return settings;
}

/** The props of each group of fields. */
export type FieldsProps = { draft: WidgetDraft; onChange: (to: Partial<WidgetDraft>) => void };
