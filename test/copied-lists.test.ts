/** Lists of the contract are read from there: no source writes two of their values side by side. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { messageTypes } from "@parley/contract/timeline";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const sources = globSync("{contract,server,console,simulator,test}/src/**/*.{ts,tsx}", { cwd: root })
  .concat(globSync("test/{faults,bench,world}/**/*.ts", { cwd: root }))
  .filter((name) => !/\.test\.tsx?$/.test(name));

const allowed = [
  "contract/src/timeline.ts",
  // The types of an inbox line, not of a message.
  "contract/src/notifications.ts",
  // Generated from the migrations.
  "server/src/floor/database/schema.ts",
  // The providers' own kinds, and those that a phone sends.
  "simulator/src/email/phone.ts",
  "simulator/src/email/phones.ts",
  "simulator/src/files.ts",
  "simulator/src/gateway/phones.ts",
  "simulator/src/telegram/album.ts",
  "simulator/src/whatsapp/phones.ts",
];

const value = `["'](?:${messageTypes.join("|")})["']`;
/** Values with a comma or a bar between them, or compared one after the other. */
const copied = new RegExp(
  `${value}\\s*[,|]\\s*${value}|[!=]== ${value} (?:\\|\\||&&) [\\w.]+ [!=]== ${value}`,
);

test("no source but the contract's table lists message types", () => {
  expect(sources.length).toBeGreaterThan(500);
  const faults = sources
    .filter((name) => !allowed.includes(name))
    .flatMap((name) => {
      const found = readFileSync(join(root, name), "utf8").match(copied)?.[0];
      return found ? [`${name} lists ${found}: ask contract/src/timeline.ts instead`] : [];
    });
  expect(faults).toEqual([]);
});

test("a copied list is noticed in each form", () => {
  const lists = [
    'new Set(["rating", "close"])',
    "type not in ('rating', 'close')",
    'Exclude<T, "close" | "reopen">',
    'type === "image" || type === "video"',
    'type !== "image" && first.type !== "video"',
  ];
  expect(lists.filter((list) => !copied.test(list))).toEqual([]);
  expect(copied.test('case "image":\n    case "video":')).toBe(false);
});
