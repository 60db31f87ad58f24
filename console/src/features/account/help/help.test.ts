import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { languages } from "@parley/contract/sessions";
import { expect, test } from "vitest";
import { pages, parts } from "../../../../guide/contents.ts";
import { pictureFile, readPage } from "../../../../vite/guide.ts";
import { helpFor } from "../../../help-paths.ts";
import { searchGuide } from "./search.ts";

const figure = (name: string) => `<img src="${name}">`;
const english = pages
  .flatMap((id) => readPage("en", id, figure) ?? [])
  .map((page) => ({ ...page, language: "en" as const }));

test("English has every page, and every picture in them exists in both themes", () => {
  expect(english.map(({ id }) => id)).toEqual(pages);
  const named = english.flatMap(({ html }) =>
    [...html.matchAll(/<img src="([^"]+)"/g)].map(([, name]) => name ?? ""),
  );
  expect(named.length).toBeGreaterThan(10);
  for (const name of named) {
    for (const theme of ["dark", "light"] as const)
      expect(existsSync(pictureFile(name, theme)), name).toBe(true);
  }
});

test.each(["af", "bg", "tr", "es", "ru", "nl", "ja"])(
  "%s has the agents' part, with the same headings and pictures",
  (language) => {
    const shape = (id: (typeof pages)[number], of: string) => {
      const html = readPage(of, id, figure)?.html ?? "";
      return [...html.matchAll(/<(h2|h3|img|table|tr|li)\b/g)].map(([, tag]) => tag);
    };
    for (const id of parts.agents) expect(shape(id, language), id).toEqual(shape(id, "en"));
  },
);

/** All texts of the console in a language. */
function textsOf(language: string): Set<string> {
  const folder = join(import.meta.dirname, "../../../i18n");
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === "string") texts.add(value);
    else for (const one of Object.values(value as object)) collect(one);
  };
  for (const area of readdirSync(folder)) {
    const file = join(folder, area, `${language}.json`);
    if (existsSync(file)) collect(JSON.parse(readFileSync(file, "utf8")));
  }
  return texts;
}

test.each(languages)("%s: words in italics are texts of the console", (language) => {
  const texts = textsOf(language);
  const named = pages.flatMap((id) => {
    const html = readPage(language, id, figure)?.html ?? "";
    return [...html.matchAll(/<em>([^<]+)<\/em>/g)].flatMap(([, label = ""]) =>
      label.split(" → ").map((text) => ({ id, text })),
    );
  });
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(({ text }) => !texts.has(text) && !texts.has(`${text}…`))).toEqual([]);
});

const titles = (typed: string) => searchGuide(english, typed).map(({ page }) => page.title);

test("a search finds pages that contain the words, those with one in the title first", () => {
  expect(titles("MÁIL")[0]).toBe("Mail");
  expect(titles("reply window whatsapp")).toContain("What each channel can");
  expect(titles("zeppelin")).toEqual([]);
  expect(titles("  ")).toEqual([]);
  const [first] = searchGuide(english, "authenticator");
  expect(first?.excerpt).toContain("authenticator");
});

test.each([
  ["two-step", "First steps"],
  ["require second step", "Departments and company"],
  ["invite", "Agents"],
  ["invite a colleague", "Agents"],
  ["SMTP", "Communication services"],
  ["Christmas", "Opening hours"],
  ["why was no automatic message sent", "Automatic messages"],
  ["autmatic mesage", "Automatic messages"],
  ["personal data of a client", "Clients"],
  ["GDPR", "Clients"],
  ["privacy", "Clients"],
  ["erase a client", "Clients"],
  ["merge clients", "Clients"],
  ["organisation", "Organisations"],
  ["domain of an organisation", "Organisations"],
  ["key for a program", "Integrations"],
  ["why did a rule not run", "Rules"],
  ["overdue answer", "Response goals"],
])('"%s" finds the page %s among the first two', (typed, title) => {
  expect(titles(typed).slice(0, 2)).toContain(title);
});

test("Japanese words are found without spaces between them", () => {
  const japanese = pages
    .flatMap((id) => readPage("ja", id, figure) ?? [])
    .map((page) => ({ ...page, language: "ja" as const }));
  expect(searchGuide(japanese, "パスワード").length).toBeGreaterThan(0);
});

test.each([
  ["/", "", "", "tickets"],
  ["/", "?ticket=1a2b3c4d", "", "conversation"],
  ["/", "?colleague=1", "", "colleagues"],
  ["/profile/mira", "", "", "first-steps"],
  ["/profile/mira/bubbles", "", "", "conversation"],
  ["/admin-panel/agents", "", "", "agents"],
  ["/admin-panel/client-profile/x", "", "", "clients"],
  ["/admin-panel/organisations", "", "", "organisations"],
  ["/admin-panel/organisations/x", "", "", "organisations"],
  ["/admin-panel/tickets", "", "", "figures"],
  ["/admin-panel/tickets/figures", "", "", "figures"],
  ["/admin-panel/settings", "", "#openingHours", "hours"],
  ["/admin-panel/settings", "", "#channels", "accounts"],
  ["/admin-panel/settings", "", "#rules", "rules"],
  ["/admin-panel/settings", "", "#goals", "goals"],
  ["/admin-panel/settings", "", "#integrations", "integrations"],
  ["/admin-panel/settings", "", "", "company"],
])("the help of %s%s%s is %s", (pathname, search, hash, page) => {
  expect(helpFor({ pathname, search, hash })).toBe(page);
});
