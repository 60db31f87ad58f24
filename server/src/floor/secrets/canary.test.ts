import { reasonOf } from "@parley/contract/reasons";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { checkCanary, fitsSecret } from "./canary.ts";
import { createSecrets } from "./secrets.ts";

const others = createSecrets("another secret, which is long enough too");

let world: World;
beforeEach(async () => {
  world = await createWorld();
  // Earlier versions wrote no such row.
  await query("delete from server_secret");
});
afterEach(() => world.close());

const query = (sql: string, values: unknown[] = []) => world.context.pool.query(sql, values);
const fits = (secrets = world.context.secrets) => fitsSecret(world.context.pool, secrets);

test("credentials of an account tell the secret, and a wrong one leaves no row", async () => {
  expect([await fits(), await fits(others)]).toEqual([true, false]);
  await expect(checkCanary(world.context.pool, others)).rejects.toThrow("APP_SECRET is not the one");
  expect((await query("select from server_secret")).rowCount).toBe(0);
  await checkCanary(world.context.pool, world.context.secrets);
  expect([await fits(), await fits(others)]).toEqual([true, false]);
});

test("one sealed value that opens is enough, beside accounts that a lost secret has sealed", async () => {
  await query("update channel set credentials = $1 where external_id = $2", [
    others.seal("token"),
    world.channels.harbour.externalId,
  ]);
  expect(await fits()).toBe(true);
});

test("removed accounts, those restored without their secret, and bytes that nothing sealed tell nothing", async () => {
  await query("update channel set removed_on = now() where external_id = $1", [
    world.channels.harbour.externalId,
  ]);
  await query("update channel set broken_on = now(), broken_reason = $1 where removed_on is null", [
    reasonOf("restored_without_secret"),
  ]);
  expect([await fits(), await fits(others)]).toEqual([null, null]);
  await query("update channel set broken_reason = null, credentials = '\\x00'");
  expect([await fits(), await fits(others)]).toEqual([null, null]);
  await checkCanary(world.context.pool, others);
  expect([await fits(), await fits(others)]).toEqual([false, true]);
});
