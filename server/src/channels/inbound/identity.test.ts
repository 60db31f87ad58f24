/** A client's number changes, and they write from the new one before the provider reports the change. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { receive } from "./receive.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const move = (from: string, to: string) => {
  const { id, companyId, externalId } = world.channels.harbour;
  const channel = { id, companyId, externalId, platform: "telegram", name: "bot", credentials: "" } as const;
  return receive(world.context, channel, [
    { kind: "move", from: { externalId: from, alias: null }, to: { externalId: to, alias: null } },
  ]);
};
const ticketOf = (id: string) =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("ticket")
      .select(["client_id", "client_external_id"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow(),
  );
const client = async (id: string) => (await world.as("ingrid").get(`/admin/${id}/get-client`)).json().client;

test("the two clients of a changed number become one, with the trace of a merge that can be undone", async () => {
  const before = await world.ticket({ client: "Olena", externalId: "old-1", handler: "mira", closed: true });
  const since = await world.ticket({ client: "Olena K", externalId: "new-1", handler: "mira" });
  await move("old-1", "new-1");
  expect((await ticketOf(since.id)).client_id).toBe(before.client_id);
  const { merged, identities } = await client(before.client_id);
  expect([merged.map(({ clientid }: { clientid: string }) => clientid), identities.length]).toEqual([
    [since.client_id],
    2,
  ]);
  await move("old-1", "new-1");
  expect((await client(before.client_id)).merged).toHaveLength(1);
  const undone = await world.as("ingrid").post(`/admin/${merged[0].mergeid}/unmerge-client`, {});
  expect(undone.statusCode).toBe(200);
  expect((await ticketOf(since.id)).client_id).toBe(since.client_id);
});

test("answers to an open conversation go to the new number", async () => {
  const open = await world.ticket({ externalId: "old-2", handler: "mira" });
  await world.ticket({ externalId: "new-2", closed: true });
  await move("old-2", "new-2");
  expect((await ticketOf(open.id)).client_external_id).toBe("new-2");
});

test("two open conversations of a client with a changed number stay separate", async () => {
  const before = await world.ticket({ externalId: "old-3", handler: "mira" });
  const since = await world.ticket({ externalId: "new-3", handler: "jonas" });
  await move("old-3", "new-3");
  expect(await ticketOf(before.id)).toEqual({ client_id: before.client_id, client_external_id: "old-3" });
  expect(await ticketOf(since.id)).toEqual({ client_id: before.client_id, client_external_id: "new-3" });
});
