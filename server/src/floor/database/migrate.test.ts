import { expect, test, vi } from "vitest";
import { createBlankDatabase } from "../../../../test/database.ts";
import { createDatabaseBefore } from "../../../../test/old-database.ts";
import { migrateBy } from "./migrate.ts";
import { knownMigrations } from "./migration-files.ts";

test("the log names the migrations that a start applies, and has no line when there are none", async () => {
  const database = await createBlankDatabase();
  const log = { info: vi.fn(), warn: vi.fn() };
  await migrateBy(database.url, log);
  await migrateBy(database.url, log);
  await database.drop();
  // The machine is busy when it takes longer than ten seconds.
  const calls = log.info.mock.calls.filter(([{ percent }]) => percent === undefined);
  expect(calls).toEqual([
    [{ migrations: await knownMigrations() }, "The database was brought to this version"],
  ]);
});

test("an upgrade logs each migration and each follow-up with its seconds", async () => {
  const database = await createDatabaseBefore("011_channels.sql");
  const log = { info: vi.fn(), warn: vi.fn() };
  await migrateBy(database.url, log);
  await database.drop();
  const [migration, followUp] = log.info.mock.calls.filter(([{ percent }]) => percent === undefined);
  const seconds = expect.any(Number);
  expect(migration).toEqual([{ migration: "011_channels.sql", seconds }, "A migration was applied"]);
  expect(followUp).toEqual([
    { migration: "011_channels.sql", followUp: "The threads of the tickets there are already", seconds },
    "A follow-up is finished",
  ]);
  expect(log.warn).not.toHaveBeenCalled();
});
