/**
 * Checks that every value of the contract's lists has its counterparts: texts in each language, colours in both themes,
 * a database that accepts it, an import zone, a header kept out of the log, a line in the documentation. A fault names
 * the file to edit.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { actionTypes, auditVerbs, eventKinds, lineKinds } from "@parley/contract/ledger";
import { platforms } from "@parley/contract/platforms";
import { reasonCodes, reasonFacts } from "@parley/contract/reasons";
import { languages } from "@parley/contract/sessions";
import { companySettings } from "@parley/contract/settings";
import { isType, messageTypes, searchedTypes, typesThat } from "@parley/contract/timeline";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { channelModules } from "../server/src/app/channels.ts";
import { settingNames } from "../server/src/app/config.ts";
import { createLog } from "../server/src/app/log.ts";
import type { Scope } from "../server/src/floor/database/scope.ts";
import { englishReasons } from "../server/src/floor/reasons/english.ts";
import { simulated } from "../simulator/src/registry.ts";
import { demoWorld } from "../simulator/src/seed.ts";
import { createWorld, type World } from "./world.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

type Texts = { [key: string]: string | Texts };
const textsOf = (area: string, language: string): Texts =>
  JSON.parse(read(`console/src/i18n/${area}/${language}.json`));

/** Faults of keys that every language's file must hold. */
function missing(area: string, keys: string[]): string[] {
  return languages.flatMap((language) => {
    const texts = textsOf(area, language);
    const lookUp = (key: string) =>
      key
        .split(".")
        .reduce<Texts | string | undefined>((at, part) => (at as Texts | undefined)?.[part], texts);
    return keys
      .filter((key) => !lookUp(key))
      .map((key) => `console/src/i18n/${area}/${language}.json has no text "${key}"`);
  });
}

/** Event lines whose words differ by what happened: `variants` in EventLines.tsx has them. */
const withVariants = ["ticket_reassign", "ticket_snooze", "ticket_tag", "ticket_unsnooze"];

describe("eight languages have a text for", () => {
  test.each([
    ["message types", "first-load", typesThat("named").map((one) => `tickets.preview.${one}`)],
    [
      "message types in push messages",
      "push",
      typesThat("named")
        .filter((one) => isType(one, "crossesChannel"))
        .map((one) => `kind.${one}`),
    ],
    ["actions", "actions", actionTypes.map((one) => `types.${one}`)],
    [
      "event lines",
      "notes",
      lineKinds.filter((one) => !withVariants.includes(one)).map((one) => `line.${one}`),
    ],
    ["audit verbs", "settings", auditVerbs.map((one) => `verb.${one}`)],
    ["company settings", "settings", Object.keys(companySettings.shape).map((one) => `field.${one}`)],
    ["reasons", "reasons", [...reasonCodes]],
    ["platforms to connect", "channels", platforms.map((one) => `kind.${one}`)],
  ])("eight languages have a text for %s", (_list, area, keys) => {
    expect(keys.length).toBeGreaterThan(0);
    expect(missing(area, keys)).toEqual([]);
  });

  test.each(languages)("a reason names its facts in %s", (language) => {
    const texts = textsOf("reasons", language) as Record<string, string>;
    const named = (code: string) =>
      [...(texts[code] ?? "").matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    const faults = reasonCodes
      .filter((code) => named(code).toSorted().join() !== [...reasonFacts[code]].toSorted().join())
      .map((code) => `console/src/i18n/reasons/${language}.json names other facts in "${code}"`);
    expect(faults).toEqual([]);
  });

  test("the console's English of a reason equals the server's", () => {
    const texts = textsOf("reasons", "en");
    const faults = reasonCodes
      .filter((code) => texts[code] !== englishReasons[code])
      .map(
        (code) =>
          `console/src/i18n/reasons/en.json differs from server/src/floor/reasons/english.ts in "${code}"`,
      );
    expect(faults).toEqual([]);
  });
});

test("each platform has its module, and each that has a provider its simulator and demo account", () => {
  expect(channelModules.map(({ platform }) => platform).sort()).toEqual([...platforms].sort());
  const provided = platforms.filter((one) => one !== "web").sort();
  expect(Object.keys(simulated).sort()).toEqual(provided);
  expect([...new Set(demoWorld.accounts.map(({ platform }) => platform))].sort()).toEqual(provided);
});

test.each(platforms)("the platform %s has a colour in both themes", (platform) => {
  const file = `console/src/features/channels/${platform}/colour.css`;
  const [dark, light] = read(file).split('[data-theme="light"]');
  const colour = new RegExp(`--channel-${platform}: #[0-9a-f]{6};`);
  expect(dark, `${file}: dark`).toMatch(colour);
  expect(light, `${file}: light`).toMatch(colour);
});

describe("the database", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  /** The database's answer to each insert, which is then undone. */
  async function refusals<One extends string>(
    values: readonly One[],
    insert: (scope: Scope, one: One) => Promise<unknown>,
  ): Promise<string[]> {
    const faults: string[] = [];
    for (const one of values) {
      const undone = new Error("undone");
      await world
        .desk("harbour", async (scope) => {
          await insert(scope, one);
          throw undone;
        })
        .catch((error: Error) => {
          if (error !== undone) faults.push(`${one}: ${error.message}. Add a migration that accepts it`);
        });
    }
    return faults;
  }

  test("the database accepts each platform, with its tickets", async () => {
    const { department_id } = await world.ticket();
    const faults = await refusals(platforms, async ({ db, companyId: company_id, now }, platform) => {
      const credentials = Buffer.alloc(1);
      const { id: channel_id } = await db
        .insertInto("channel")
        .values({ company_id, platform, external_id: "new", name: "New", credentials, created_on: now })
        .returning("id")
        .executeTakeFirstOrThrow();
      const client = await db
        .insertInto("client")
        .values({ company_id, name: "Ada", created_on: now })
        .returning("id")
        .executeTakeFirstOrThrow();
      const [client_id, external_id] = [client.id, "5"];
      await db
        .insertInto("client_identity")
        .values({ company_id, channel_id, external_id, client_id })
        .execute();
      await db
        .insertInto("ticket")
        .values({
          ...{ company_id, channel_id, client_id, client_external_id: external_id, thread: "5" },
          ...{ platform, department_id, created_on: now, updated_on: now },
        })
        .execute();
    });
    expect(faults).toEqual([]);
  });

  test("the database accepts each message type, and the private ones in private chats", async () => {
    const ticket = await world.ticket();
    const faults = await refusals(messageTypes, ({ db, companyId: company_id, now }, type) =>
      db
        .insertInto("message")
        .values({
          ...{ company_id, ticket_id: ticket.id, channel_id: ticket.channel_id, client_id: ticket.client_id },
          ...{ seq: 99, client_no: 0, created_on: new Date(now.getTime() + 1000), type, is_agent: true },
        })
        .execute(),
    );
    expect(faults).toEqual([]);
    expect(await listed("private_message", "type")).toEqual(typesThat("private").toSorted());
  });

  test("the database searches the message types that the contract lists", async () => {
    const { rows } = await sql<{ name: string; source: string }>`
      select 'index message_search' as name, pg_get_indexdef('message_search'::regclass) as source
      union all select 'function ' || proname, prosrc from pg_proc where proname in ('search_messages', 'search_tickets')
    `.execute(world.context.database);
    expect(rows).toHaveLength(3);
    const left = messageTypes.filter((type) => !searchedTypes().includes(type)).toSorted();
    for (const { name, source } of rows) {
      const lists = [...source.matchAll(/type (?:not in \(|<> ALL \(ARRAY\[)([^)\]]*)/gi)];
      expect(lists.length, `${name} leaves types out`).toBeGreaterThan(0);
      for (const [, list = ""] of lists) {
        const types = [...list.matchAll(/'(\w+)'/g)].map(([, type]) => type).toSorted();
        expect(types, `${name}: contract/src/timeline.ts and the migration differ`).toEqual(left);
      }
    }
  });

  test("the database accepts each action and each event kind of the ledger", async () => {
    const ticket = await world.ticket();
    const faults = await refusals(actionTypes, ({ db, companyId: company_id, now: time }, type) =>
      db.insertInto("action").values({ company_id, time, type, ticket_id: ticket.id }).execute(),
    );
    const kinds = Object.keys(eventKinds) as (keyof typeof eventKinds)[];
    const others = await refusals(kinds, ({ db, companyId: company_id, now: time }, kind) =>
      db
        .insertInto("event")
        .values({
          ...{ company_id, subject_type: eventKinds[kind].subject, subject_id: ticket.id, number: 999_999 },
          ...{ kind, actor_kind: "desk", time },
        })
        .execute(),
    );
    expect([...faults, ...others]).toEqual([]);
  });

  test("the database has a column of the same name for each company setting", async () => {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute where attrelid = 'company'::regclass and attnum > 0`.execute(
      world.context.database,
    );
    const columns = new Set(rows.map(({ name }) => name));
    // Slugs have a table of their own: a company keeps its earlier ones.
    const faults = Object.keys(companySettings.shape)
      .filter((name) => name !== "slug" && !columns.has(name))
      .map((name) => `company has no column ${name}: add a migration`);
    expect(faults).toEqual([]);
  });

  /** The values of a column's check. */
  async function listed(table: string, column: string): Promise<string[]> {
    const { rows } = await sql<{ source: string }>`
      select pg_get_constraintdef(c.oid) as source from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
      where c.conrelid = ${table}::regclass and c.contype = 'c' and a.attname = ${column}
    `.execute(world.context.database);
    return [...(rows[0]?.source ?? "").matchAll(/'(\w+)'/g)].map(([, value]) => value ?? "").toSorted();
  }
});

describe.each(channelModules)("the channel $platform", ({ platform, secrets }) => {
  test("the channel has no secret header in the log", () => {
    const written: string[] = [];
    const log = createLog({ nodeEnv: "test" }, { write: (line) => void written.push(line) });
    for (const header of secrets.headers) {
      log.warn(
        { [header]: "s3cret", headers: { [header]: "s3cret" }, call: { headers: { [header]: "s3cret" } } },
        "Call",
      );
    }
    expect(written).toHaveLength(secrets.headers.length);
    expect(written.join(), `server/src/channels/${platform}/index.ts: secrets.headers`).not.toContain(
      "s3cret",
    );
  });
});

test("each platform's folder is closed to all but the registry", () => {
  type Pattern = { group?: string[]; message?: string };
  const zones: Pattern[] = [];
  JSON.parse(read("biome.json"), (_key, value: unknown) => {
    const pattern = value as Pattern | null;
    if (pattern?.message?.startsWith("Only app/channels.ts knows the providers")) zones.push(pattern);
    return value;
  });
  expect(zones.length).toBeGreaterThan(0);
  const faults = platforms
    .filter((platform) => !zones.every(({ group }) => group?.includes(`**/${platform}/**`)))
    .map((platform) => `biome.json: a zone does not close **/${platform}/**`);
  expect(faults).toEqual([]);
  for (const { platform } of channelModules) {
    expect(existsSync(join(root, "server/src/channels", platform)), `server/src/channels/${platform}`).toBe(
      true,
    );
  }
});

test("each setting is in docs/operating.md with its default", () => {
  const rows = read("docs/operating.md")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const documented = new Set(
    rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name)),
  );
  const faults = settingNames
    // The scripts set it, not an operator.
    .filter((name) => name !== "NODE_ENV" && !documented.has(name))
    .map((name) => `docs/operating.md has no row for ${name}`);
  expect(faults).toEqual([]);
});

test("each channel has a page, and its command a row in docs/operating.md", () => {
  const operating = read("docs/operating.md");
  const faults = channelModules.flatMap(({ platform, connect }) => [
    ...(existsSync(join(root, `docs/channels/${platform}.md`))
      ? []
      : [`docs/channels/${platform}.md is missing`]),
    ...(!connect.command || operating.includes(`| \`${platform} connect\` |`)
      ? []
      : [`docs/operating.md has no row for ${platform} connect`]),
  ]);
  expect(faults).toEqual([]);
});
