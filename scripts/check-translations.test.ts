import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findFaults, findUnloaded } from "./check-translations.mjs";

const english = {
  list: {
    title: "Tickets",
    unread_one: "{{count}} unread message",
    unread_other: "{{count}} unread messages",
    kind: { image: "Photo", video: "Video" },
  },
  welcome: { greeting: "Welcome, {{name}}" },
};
const page = `
  t("list.title"); t("list.unread", { count });
  t(\`list.kind.\${kind}\`); t(signedIn ? "welcome.greeting" : "list.title", { name });
  split("no.key"); at.t("no.key");
`;
const sources = [{ name: "Page.tsx", text: page }];

test("a key without a text is reported with its line", () => {
  const more = { name: "More.tsx", text: `\nt("list.titel")\nt(\`list.sort.\${way}\`)` };
  expect(findFaults([...sources, more], { en: english })).toEqual([
    "More.tsx:2: no text for list.titel",
    `More.tsx:3: no text for list.sort.\${way}`,
  ]);
});

test("a key that is computed elsewhere cannot be checked, so it is refused", () => {
  const faults = findFaults([...sources, { name: "More.tsx", text: "t(key)" }], { en: english });
  expect(faults).toEqual(["More.tsx:1: t() is given no key that can be read here"]);
});

test("an unused text is reported", () => {
  const more = { ...english, old: { words: "Words" } };
  expect(findFaults(sources, { en: more })).toEqual(["en: old.words is used nowhere"]);
});

test("a language lacks no key, no placeholder and none of its plural forms", () => {
  const bg = { list: { title: "Билети", unread_one: "{{count}} непрочетено", kind: english.list.kind } };
  const ja = {
    list: { title: " ", unread_other: "未読 {{count}} 件", unread_one: "未読", kind: english.list.kind },
    welcome: { greeting: "ようこそ、{{nmae}} さん" },
  };
  expect(findFaults(sources, { en: english, bg, ja })).toEqual([
    "bg: welcome.greeting is missing",
    "bg: list.unread_other is missing",
    "ja: list.title is empty",
    "ja: welcome.greeting lacks {{name}}",
    "ja: welcome.greeting has an unknown {{nmae}}",
    "ja: list.unread_one is no form of this language",
  ]);
});

test("a text left in English is reported, and one with a different form of address", () => {
  const texts = {
    one: "Your tickets",
    two: "Parley {{name}} beta",
    three: "Email",
    four: "Your bubble",
  };
  const all = { name: "All.tsx", text: 't("a.one"); t("a.two"); t("a.three"); t("a.four")' };
  const nl = { a: { ...texts, four: "Uw bubbel" } };
  expect(findFaults([all], { en: { a: texts }, nl })).toEqual([
    "nl: a.one is English",
    "nl: a.four addresses the reader otherwise",
  ]);
});

test("complete languages pass", () => {
  const ru = {
    list: {
      title: "Обращения",
      unread_one: "{{count}} новое сообщение",
      unread_few: "{{count}} новых сообщения",
      unread_many: "{{count}} новых сообщений",
      unread_other: "{{count}} нового сообщения",
      kind: { image: "Фото", video: "Видео" },
    },
    welcome: { greeting: "Здравствуйте, {{name}}" },
  };
  expect(findFaults(sources, { en: english, ru })).toEqual([]);
});

test("an older Node reports that it cannot check anything", () => {
  const older =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } })";
  const script = join(import.meta.dirname, "check-translations.mjs");
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${older}`, script],
    {
      encoding: "utf8",
    },
  );
  expect([status, stderr]).toEqual([1, expect.stringContaining("needs Node 24, and this is Node 20.11.0")]);
});

const pages = (files: Record<string, string>) =>
  Object.entries(files).map(([name, text]) => ({ name: `src/${name}`, text }));
const unloaded = (files: Record<string, string>) => findUnloaded(pages(files), "src/main.tsx", ["common"]);

test("a page uses the texts that every page has and those it loads itself", () => {
  const routes = `const page = lazyPage(async () => (await import("./Page.tsx")).Page, "list", "card");
    const other = lazyPage(async () => (await import("./Other.tsx")).Other, "other");`;
  const page = `t("common.retry"); t("list.title"); t(\`card.kind.\${kind}\`);`;
  const files = { "main.tsx": 'import { routes } from "./routes.tsx";', "routes.tsx": routes };
  expect(unloaded({ ...files, "Page.tsx": page, "Other.tsx": 't("other.title");' })).toEqual([]);
  expect(unloaded({ ...files, "Page.tsx": 't("other.title");', "Other.tsx": "" })).toEqual([
    "src/Page.tsx: src/Page.tsx does not load the texts of other",
  ]);
});

test("a page need not name the texts that every page loads in the background", () => {
  const files = {
    "main.tsx": 'import { Frame } from "./Frame.tsx";\nt("reasons.not_found");',
    "Frame.tsx": 'import "./routes.tsx";\nvoid loadTexts("reasons");',
    "routes.tsx": 'void lazyPage(async () => (await import("./Page.tsx")).Page);',
    "Page.tsx": 't("reasons.not_found"); t("list.title");',
  };
  expect(unloaded(files)).toEqual(["src/Page.tsx: src/Page.tsx does not load the texts of list"]);
});

test("an import of a page is held to what the page loads, at any depth", () => {
  const files = {
    "main.tsx": 'void lazyPage(async () => (await import("./pages/Page.tsx")).Page, "list");',
    "pages/Page.tsx": 'import { Row } from "../ui/Row.tsx";\nimport type { Kind } from "../ui/Kind.tsx";',
    "ui/Row.tsx": 'export { Cell } from "./Cell.tsx";',
    "ui/Cell.tsx": 't("list.cell"); t("pins.title");',
    "ui/Kind.tsx": 't("kinds.title");',
  };
  expect(unloaded(files)).toEqual(["src/ui/Cell.tsx: src/pages/Page.tsx does not load the texts of pins"]);
});

test("a part uses the texts of its page and its own, and the page does not use those of the part", () => {
  const page = `import { t } from "./t.ts";
    const Panel = lazyPart(async () => (await import("./Panel.tsx")).Panel, "pins");
    t("list.title");`;
  const files = {
    "main.tsx": 'lazyPage(async () => (await import("./Page.tsx")).Page, "list");',
    "Page.tsx": page,
    "Panel.tsx": 't("pins.title"); t("list.title");',
    "t.ts": "",
  };
  expect(unloaded(files)).toEqual([]);
  expect(unloaded({ ...files, "Page.tsx": `${page} t("pins.title");` })).toEqual([
    "src/Page.tsx: src/Page.tsx does not load the texts of pins",
  ]);
});
