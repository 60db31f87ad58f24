/**
 * Set-up of every component test: English, the console's styles, a desk's window, patience, and a failure on unexpected
 * console.error.
 */
import "../styles/app.css";
import i18n from "i18next";
import { afterEach, vi } from "vitest";
import { page } from "vitest/browser";
import { clearDrafts } from "../features/tickets/sending/drafts.ts";
import { changeLanguage, loadTexts, startI18n } from "../i18n/index.ts";
import { renewStores } from "./stores.ts";

const areas = Object.keys(import.meta.glob("../i18n/*/en.json")).map((path) => path.split("/")[2] ?? "");

localStorage.clear();
renewStores();
document.documentElement.dataset.theme = "dark";
// The files of a frame share its modules: started again, the texts would be those of the first load alone.
if (i18n.isInitialized) await changeLanguage("en");
else await startI18n();
await loadTexts(...areas);

// A busy machine takes ten times as long. One second is the default.
const { waitFor } = vi;
vi.waitFor = (check, options) =>
  waitFor(check, typeof options === "number" ? options : { timeout: 15_000, ...options });

const unexpected: string[] = [];
/** The browser reports sizes that change while it tells of others; it tells of them in the next frame. */
const laterSizes = "ResizeObserver loop completed with undelivered notifications.";
console.error = (...words: unknown[]) => {
  const text = words.map(String).join(" ");
  if (!text.includes(laterSizes)) unexpected.push(text);
};

/** The size that `vitest.config.ts` sets. */
const [width, height] = [1440, 900];

afterEach(async () => {
  vi.unstubAllGlobals();
  // A save without an answer would be tried again during a later test.
  clearDrafts();
  localStorage.clear();
  if (innerWidth !== width || innerHeight !== height) await page.viewport(width, height);
  if (unexpected.length === 0) return;
  throw new Error(`console.error was called:\n${unexpected.splice(0).join("\n")}`);
});
