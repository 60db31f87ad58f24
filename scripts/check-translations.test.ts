import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findFaults } from "./check-translations.mjs";

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

test("a key without a text is told with its line", () => {
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

test("a text that nothing shows is told", () => {
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

test("a text that was left in English is told, and one that addresses the reader as no other does", () => {
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

test("an older Node says that it cannot check anything", () => {
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
