import { expect, test, vi } from "vitest";
import { createBlankDatabase } from "../../../test/database.ts";
import { knownMigrations, migrateBy } from "./migrate.ts";

test("the log names the migrations that a start applies, and has no line when there are none", async () => {
  const database = await createBlankDatabase();
  const log = { info: vi.fn(), warn: vi.fn() };
  await migrateBy(database.url, log);
  await migrateBy(database.url, log);
  await database.drop();
  expect(log.info.mock.calls).toEqual([
    [{ migrations: await knownMigrations() }, "The database was brought to this version"],
  ]);
});
