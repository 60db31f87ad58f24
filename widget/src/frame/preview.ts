/**
 * The settings tab's preview: the chat with the given settings, without a desk behind it. Only our own origin sends
 * them.
 */
import type { WidgetFrame } from "@parley/contract/widget";
import { themeOf } from "./address.ts";
import { useSettings } from "./state/settings.ts";
import { change } from "./state/store.ts";

export function startPreview(): void {
  window.addEventListener("message", ({ source, origin, data }) => {
    if (source !== window.parent || origin !== location.origin || data?.parley !== "preview") return;
    const settings = data.settings as WidgetFrame;
    const theme = themeOf(data.theme);
    change({ theme });
    void useSettings({ ...settings, theme: theme ?? settings.theme });
  });
  window.parent.postMessage({ parley: "preview-ready" }, location.origin);
}
