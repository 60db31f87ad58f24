/** The company's settings of the chat; fetched again when they change. */
import type { WidgetFrame } from "@parley/contract/widget";
import { pageLanguage } from "../address.ts";
import { get } from "../calls.ts";
import { applyLook } from "../look.ts";
import { loadTexts } from "../texts.ts";
import { change } from "./store.ts";

export async function fetchSettings(): Promise<void> {
  const language = pageLanguage ?? navigator.language?.slice(0, 2) ?? "";
  await useSettings(await get<WidgetFrame>("settings", { language }));
}

export async function useSettings(settings: WidgetFrame): Promise<void> {
  await loadTexts(settings.language_chosen);
  applyLook(settings);
  change({ settings, problem: null });
}
