/** Holds for every component test: English, the console's look, nothing unexpected on console.error. */
import "../styles/app.css";
import { afterEach, vi } from "vitest";
import { loadTexts, startI18n } from "../i18n/index.ts";

const areas = Object.keys(import.meta.glob("../i18n/*/en.json")).map((path) => path.split("/")[2] ?? "");

localStorage.clear();
document.documentElement.dataset.theme = "dark";
await startI18n();
await loadTexts(...areas);

const unexpected: string[] = [];
console.error = (...words: unknown[]) => {
  unexpected.push(words.map(String).join(" "));
};

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  if (unexpected.length === 0) return;
  throw new Error(`console.error was called:\n${unexpected.splice(0).join("\n")}`);
});
