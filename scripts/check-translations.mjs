/**
 * Holds the texts of the console and of the web chat to their code: every key that `t` is given exists, every text is used, and every language has
 * the same keys with the same placeholders, a text for each of its own plural forms, and no form it does not know. Nor is
 * a sentence left in English, or a reader addressed in two ways. What a page or a part imports uses only texts that it loads.
 */
import "./run/needs-node.mjs";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, posix, relative, sep } from "node:path";

const root = join(import.meta.dirname, "..");
const sourceFolder = join(root, "console/src");
const widgetFolder = join(root, "widget/src");
/** Every page has the groups of this area. */
const firstLoad = "first-load";
const plural = /_(zero|one|two|few|many|other)$/;
/** Words of the wrong form of address: each language addresses its reader in one form throughout. */
const otherAddress = {
  af: /\bu\b/i,
  bg: /(?<!\p{L})(твой|твоя|твоят|твоите|теб)(?!\p{L})/iu,
  es: /\busted(es)?\b/i,
  nl: /\b(u|uw)\b/i,
  ru: /(?<!\p{L})(ты|твой|твоя|твои|тебе|тебя)(?!\p{L})/iu,
  tr: /\b(sen|senin|sana|seni)\b/i,
};

if (import.meta.main) {
  const { sources, languages, atOnce } = read();
  const widget = readWidget();
  const faults = [
    ...findFaults(sources, languages),
    ...findUnloaded(sources, "console/src/main.tsx", atOnce),
    ...findFaults(widget.sources, widget.languages),
  ];
  process.stdout.write(faults.map((fault) => `${fault}\n`).join(""));
  if (faults.length > 0) process.exitCode = 1;
}

function read() {
  const sources = readSources(sourceFolder);
  const texts = join(sourceFolder, "i18n");
  const languages = {};
  for (const name of readdirSync(texts, { recursive: true }).filter((name) => name.endsWith(".json"))) {
    const language = basename(name, ".json");
    languages[language] ??= {};
    const area = dirname(name);
    const groups = JSON.parse(load(join(texts, name)));
    Object.assign(languages[language], area === firstLoad ? groups : { [area]: groups });
  }
  return { sources, languages, atOnce: Object.keys(JSON.parse(load(join(texts, firstLoad, "en.json")))) };
}

/** The web chat loads one file of texts for each language. */
function readWidget() {
  const folder = join(widgetFolder, "frame/texts");
  const languages = Object.fromEntries(
    readdirSync(folder).map((name) => [basename(name, ".json"), JSON.parse(load(join(folder, name)))]),
  );
  return { sources: readSources(widgetFolder), languages };
}

function readSources(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => ({
      name: relative(root, join(folder, name)).replaceAll(sep, "/"),
      text: load(join(folder, name)),
    }));
}

function load(path) {
  return readFileSync(path, "utf8");
}

/**
 * @param {{ name: string, text: string }[]} sources
 * @param {Record<string, object>} languages each language's texts by its code; English is the measure
 * @returns {string[]} one line per fault
 */
export function findFaults(sources, languages) {
  const { en, ...others } = Object.fromEntries(
    Object.entries(languages).map(([language, texts]) => [language, flatten(texts)]),
  );
  const known = new Set(Object.keys(en).map((key) => key.replace(plural, "")));
  const used = new Set();
  const faults = sources.flatMap(({ name, text }) =>
    calls(text).flatMap(({ line, keys }) => {
      if (keys.length === 0) return [`${name}:${line}: t() is given no key that can be read here`];
      return keys.flatMap((key) => {
        const matching = [...known].filter((one) => key.test(one));
        for (const one of matching) used.add(one);
        return matching.length > 0 ? [] : [`${name}:${line}: no text for ${key.written}`];
      });
    }),
  );
  for (const key of known) if (!used.has(key)) faults.push(`en: ${key} is used nowhere`);
  faults.push(...pluralFaults("en", en, en));
  for (const [language, texts] of Object.entries(others)) faults.push(...compare(language, texts, en));
  return faults;
}

/**
 * Texts that are used where they may not be loaded. What `entry` imports has the groups in `atOnce` and the areas that it
 * loads by `loadTexts("area")`; what is imported on
 * demand, as in `lazyPart(() => import("./Panel.tsx"), "panel")`, has those of its importer and the areas named after it.
 * @param {{ name: string, text: string }[]} sources
 * @param {string} entry
 * @param {string[]} atOnce
 * @returns {string[]} one line per fault
 */
export function findUnloaded(sources, entry, atOnce) {
  const files = new Map(
    sources.map(({ name, text }) => [name, { ...importsOf(name, text), groups: groupsOf(text) }]),
  );
  const faults = new Set();
  const visited = new Set();
  const visit = (start, loaded) => {
    const seen = `${start} ${[...loaded].sort().join(" ")}`;
    if (visited.has(seen)) return;
    visited.add(seen);
    const together = reachable(files, start);
    for (const name of together) for (const area of files.get(name).loads) loaded.add(area);
    for (const name of together) {
      const { groups, onDemand } = files.get(name);
      for (const group of groups) {
        if (!loaded.has(group)) faults.add(`${name}: ${start} does not load the texts of ${group}`);
      }
      for (const { target, areas } of onDemand) {
        if (files.has(target)) visit(target, new Set([...loaded, ...areas]));
      }
    }
  };
  visit(entry, new Set(atOnce));
  return [...faults];
}

/** A file and all that it imports at once. */
function reachable(files, start) {
  const found = new Set([start]);
  for (const name of found) for (const next of files.get(name).atOnce) if (files.has(next)) found.add(next);
  return found;
}

function importsOf(name, text) {
  const resolve = (path) => posix.join(posix.dirname(name), path);
  const statics = /^(?:import|export)\s+(?!type\b)(?:[^;"]*?\sfrom\s+)?"(\.[^"]+)"/gm;
  return {
    atOnce: [...text.matchAll(statics)].map(([, path]) => resolve(path)),
    loads: [...text.matchAll(/\bloadTexts\("([^"]+)"\)/g)].map(([, area]) => area),
    onDemand: [...text.matchAll(/\bimport\("(\.[^"]+)"\)/g)].map((match) => ({
      target: resolve(match[1]),
      areas: areasAfter(text, match.index + match[0].length),
    })),
  };
}

/** The strings that follow the importing function among the call's arguments. */
function areasAfter(source, from) {
  const bracketed = source[from] === ")" ? from + 1 : from;
  let depth = 0;
  let end = bracketed;
  while (end < source.length && depth >= 0 && !(depth === 0 && ";}".includes(source[end]))) {
    if ("([{".includes(source[end])) depth++;
    if (")]}".includes(source[end])) depth--;
    end++;
  }
  return [...source.slice(bracketed, end).matchAll(/"([^"]*)"/g)].map(([, area]) => area);
}

/** The first part of each key that `t` is given. */
function groupsOf(text) {
  const keys = calls(text).flatMap(({ keys }) => keys);
  return new Set(keys.map(({ written }) => written.split(".")[0]));
}

function flatten(texts, path = "") {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]) =>
      typeof value === "string" ? [[path + name, value]] : Object.entries(flatten(value, `${path}${name}.`)),
    ),
  );
}

/** Every call of `t`, with the keys that its first argument can come to. */
function calls(source) {
  return [...source.matchAll(/(?<![\w.$])t\(/g)].map((match) => {
    const argument = firstArgument(source, match.index + match[0].length);
    const literals = [...argument.matchAll(/"([^"]*)"|`([^`]*)`/g)];
    const keys = literals
      // A condition compares with words without a dot; a key has one.
      .filter(([, plain, template]) => (plain ?? template).includes("."))
      .map(([, plain, template]) => pattern(plain ?? template));
    return { line: source.slice(0, match.index).split("\n").length, keys };
  });
}

function firstArgument(source, from) {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    const character = source[at];
    if ("([{".includes(character)) depth++;
    if (depth === 0 && (character === ")" || character === ",")) return source.slice(from, at);
    if (")]}".includes(character)) depth--;
  }
  return source.slice(from);
}

/** `status.${status}` stands for every key of that shape. */
function pattern(written) {
  const parts = written.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const shape = new RegExp(`^${parts.join("[^.]+")}$`);
  return { written, test: (key) => shape.test(key) };
}

function compare(language, texts, en) {
  const faults = [];
  const base = (key) => key.replace(plural, "");
  const wanted = new Set(Object.keys(en).map(base));
  const given = new Set(Object.keys(texts).map(base));
  for (const key of wanted) if (!given.has(key)) faults.push(`${language}: ${key} is missing`);
  for (const key of given) if (!wanted.has(key)) faults.push(`${language}: ${key} is not in English`);
  for (const [key, text] of Object.entries(texts)) {
    if (!wanted.has(base(key))) continue;
    const english = en[key] ?? en[`${base(key)}_other`] ?? en[base(key)];
    // The form for exactly one may leave out the number.
    const optional = (name) => name === "count" && plural.test(key);
    for (const name of placeholders(english)) {
      if (!placeholders(text).has(name) && !optional(name))
        faults.push(`${language}: ${key} lacks {{${name}}}`);
    }
    for (const name of placeholders(text)) {
      if (!placeholders(english).has(name)) faults.push(`${language}: ${key} has an unknown {{${name}}}`);
    }
    if (text.trim() === "") faults.push(`${language}: ${key} is empty`);
    if (text === english && isSentence(text)) faults.push(`${language}: ${key} is English`);
    if (otherAddress[language]?.test(text)) faults.push(`${language}: ${key} addresses the reader otherwise`);
  }
  return [...faults, ...pluralFaults(language, texts, en)];
}

/** True for two words or more: a single word may be the same in two languages. */
function isSentence(text) {
  return /\p{L}{2,}\s+\p{L}{2,}/u.test(text.replace(/\{\{\w+\}\}/g, "…"));
}

function placeholders(text) {
  return new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
}

/** Each language needs its own plural forms of every text that counts in English. */
function pluralFaults(language, texts, en) {
  const counted = new Set(
    Object.keys(en)
      .filter((key) => plural.test(key))
      .map((key) => key.replace(plural, "")),
  );
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return [...counted].flatMap((key) => {
    const given = Object.keys(texts).filter((one) => one.replace(plural, "") === key && plural.test(one));
    const wanted = forms.map((form) => `${key}_${form}`);
    return [
      ...wanted.filter((one) => !given.includes(one)).map((one) => `${language}: ${one} is missing`),
      ...given
        .filter((one) => !wanted.includes(one))
        .map((one) => `${language}: ${one} is no form of this language`),
    ];
  });
}
