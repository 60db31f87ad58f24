/** Migration 067 on companies that were there before, and beside a process that knows nothing of slugs. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabaseBefore, type OldDatabase } from "../../../../test/old-database.ts";

let database: OldDatabase;
beforeAll(async () => {
  database = await createDatabaseBefore("067_company_slugs.sql");
  await database.query(`insert into company (name, created_on) values
    ('Harbour Travel', '2026-01-02'), ('Harbour  travel!', '2026-01-01'), ('Admin', '2026-01-03')`);
  await database.migrate("067_company_slugs.sql");
});
afterAll(() => database.drop());

const slugs = async () =>
  Object.fromEntries(
    (
      await database.query<{ name: string; slug: string }>(
        "select name, slug from company join company_slug using (company_id) where left_on is null",
      )
    ).map(({ name, slug }) => [name, slug]),
  );

test("the older of two companies of one name has it without a number, and a reserved word gets one", async () => {
  expect(await slugs()).toEqual({
    "Harbour  travel!": "harbour-travel",
    "Harbour Travel": "harbour-travel-2",
    Admin: "admin-2",
  });
});

test("a company that an older process registers has a slug, too", async () => {
  await database.query("insert into company (name) values ('Harbour, Travel')");
  expect(await slugs()).toMatchObject({ "Harbour, Travel": "harbour-travel-3" });
});

test.each([
  ["Fjord & Sons Ltd.", "fjord-and-sons-ltd"],
  ["Café Zürich", "cafe-zurich"],
  ["Øresund Straße", "oresund-strasse"],
  ["Щастлива Йовка", "shtastliva-yovka"],
  ["Ёж и Цапля", "yozh-i-tsaplya"],
  ["Αθήνα Ταξίδια", "athina-taxidia"],
  ["HP", "hp-company"],
  ["港の旅行社", "company"],
  ["- x -", "x-company"],
  ["The Company With The Longest Name Of All", "the-company-with-the-longest"],
])("the name %s becomes the slug %s", async (name, slug) => {
  expect(await database.query("select slug_of($1) as slug", [name])).toEqual([{ slug }]);
});
