import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { channelsChanged } from "./changes.ts";
import { findChannel, openChannel } from "./find.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("an account's credentials are opened once while its row is known, and anew with a new row", async () => {
  const open = vi.spyOn(world.context.secrets, "open");
  const { id, token } = world.channels.harbour;
  const find = async () => {
    const row = await findChannel(world.context, id);
    if (!row) throw new Error("The account is connected");
    return openChannel(row, world.context.secrets).credentials;
  };
  expect([await find(), await find(), await find()]).toEqual([token, token, token]);
  expect(open).toHaveBeenCalledTimes(1);
  const sealed = world.context.secrets.seal("another token");
  await world.context.pool.query("update channel set credentials = $2 where id = $1", [id, sealed]);
  channelsChanged(world.context);
  expect(await find()).toBe("another token");
  expect(open).toHaveBeenCalledTimes(2);
});
