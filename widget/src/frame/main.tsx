/** The frame: the whole chat, on the desk's own origin. */
import "./frame.css";
import { render } from "preact";
import { isPreview } from "./address.ts";
import { Refused } from "./calls.ts";
import { applyTheme } from "./look.ts";
import { followPage, reportUnread } from "./page.ts";
import { startPreview } from "./preview.ts";
import { recallChoices } from "./state/choices.ts";
import { resume } from "./state/session.ts";
import { fetchSettings } from "./state/settings.ts";
import { change, chat } from "./state/store.ts";
import { App } from "./ui/App.tsx";

const root = document.getElementById("chat");
if (root) render(<App />, root);
if (isPreview) startPreview();
else void start();

async function start(): Promise<void> {
  recallChoices();
  document.addEventListener("visibilitychange", () => change({ visible: !document.hidden }));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
    applyTheme(chat().settings?.theme ?? "system"),
  );
  applyTheme("page");
  try {
    await fetchSettings();
  } catch (error) {
    change({ problem: error instanceof Refused && !error.passes ? "unknown" : "unreachable" });
  }
  await resume();
  reportUnread();
  followPage();
}
