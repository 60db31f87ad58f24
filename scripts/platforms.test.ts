/** Only a channel's own folders, the registries and the contract's list name a platform: everything else asks the declaration. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { platforms } from "../contract/src/platforms.ts";

const root = join(import.meta.dirname, "..");
const sources = ["contract/src", "server/src", "console/src"];

const ofChannels = [
  /** The list itself, and the specification's own texts, bodies and paths for single platforms. */
  "contract/src/platforms.ts",
  ...platforms.map((platform) => `contract/src/${platform}`),
  "contract/src/calls/channels.ts",
  "contract/src/calls/paths.ts",
  "server/src/app/channels.ts",
  "console/src/features/channels/registry.ts",
  ...["server/src/channels", "console/src/features/channels"].flatMap((folder) =>
    platforms.map((platform) => `${folder}/${platform}/`),
  ),
  // The specification's texts of a set-up that failed.
  "server/src/floor/reasons/english.ts",
  // These migrations are already applied.
  "server/src/floor/database/migrations/",
];

/** These are also plain words, so they count only where they are compared or are a key. */
const named = platforms.filter((platform) => !["web", "email", "gateway"].includes(platform));
const asWord = new RegExp(`(?<![a-z])(${named.join("|")})`, "i");
/** A text may say SMS; a setting such as SMS_URL is code. */
const acronyms = /\b[A-Z]+\b/g;
const compared = new RegExp(`platform\\)?\\s*[!=]==?\\s*["'](${platforms.join("|")})["']`);

const files = sources
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${String(name)}`),
  )
  .filter(
    (name) =>
      /\.(ts|tsx|js|css|sql)$/.test(name) &&
      !/\.test\.tsx?$|\.fixture\.ts$|\/sample\/|\/live\/worlds\//.test(name),
  );

test("no code outside the registries names a platform", () => {
  const naming = files
    .filter((name) => !ofChannels.some((allowed) => name.startsWith(allowed)))
    .flatMap((name) =>
      readFileSync(join(root, name), "utf8")
        .split("\n")
        .flatMap((line, index) =>
          asWord.test(line.replace(acronyms, "")) || compared.test(line)
            ? [`${name}:${index + 1}: ${line.trim()}`]
            : [],
        ),
    );
  expect(naming).toEqual([]);
});

test("a channel's folder names no other platform", () => {
  const naming = files.flatMap((name) => {
    const own = /\/channels\/(\w+)\//.exec(name)?.[1];
    if (!own || !named.includes(own as (typeof named)[number])) return [];
    const others = new RegExp(`(?<![a-z])(${named.filter((platform) => platform !== own).join("|")})`, "i");
    return others.test(readFileSync(join(root, name), "utf8")) ? [name] : [];
  });
  expect(naming).toEqual([]);
});
