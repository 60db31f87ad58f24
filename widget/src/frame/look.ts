/** Applies the company's colour, and light or dark, to the frame's page. */
import type { WidgetFrame } from "@parley/contract/widget";
import { postToPage } from "./host.ts";
import { chat } from "./state/store.ts";

export function applyLook(settings: WidgetFrame): void {
  const { colour, on_colour, side } = settings;
  const { style } = document.documentElement;
  style.setProperty("--brand", colour);
  style.setProperty("--on-brand", on_colour);
  postToPage({ parley: "look", look: { colour, on_colour, side } });
  applyTheme(settings.theme);
}

/** `page`: the page's theme; where it sets none, the visitor's system's. */
export function applyTheme(chosen: WidgetFrame["theme"]): void {
  const wanted = chosen === "page" ? chat().theme : chosen === "system" ? null : chosen;
  const dark = wanted ? wanted === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}
