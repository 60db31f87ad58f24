/** The typed client as a program uses it, packed and against a desk. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { createParley } from "@parley/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey } from "../world/keys.ts";
import { createWorld, type World } from "../world.ts";

let world: World;
let parley: ReturnType<typeof createParley>;
beforeAll(async () => {
  world = await createWorld();
  const url = await world.app.listen({ port: 0, host: "127.0.0.1" });
  const { token } = await makeKey(world, "ingrid", { abilities: ["readTickets", "answerTickets"] });
  parley = createParley({ url, key: token });
});
afterAll(() => world.close());

test("the client reads a ticket, changes it on its version, and gets a problem for what is refused", async () => {
  const { id } = await world.ticket({ department: "bookings", messages: ["Where is my ferry?"] });
  const path = { id };
  const { data: ticket, response } = await parley.GET("/api/v1/tickets/{id}", { params: { path } });
  expect(ticket).toMatchObject({ id, state: "pending", priority: "normal" });
  const header = { "If-Match": response.headers.get("etag") ?? "" };
  const raise = () =>
    parley.POST("/api/v1/tickets/{id}/priority", { params: { path, header }, body: { priority: "high" } });
  expect((await raise()).data).toMatchObject({ priority: "high" });
  expect((await raise()).error).toMatchObject({ status: 412, type: "urn:parley:reason:version_changed" });
  const clients = await parley.GET("/api/v1/clients");
  expect(clients.error).toMatchObject({ status: 403, type: "urn:parley:reason:key_ability" });
});

test("the package holds the client and its types", () => {
  const cwd = join(import.meta.dirname, "../../sdk");
  const [packed] = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd, encoding: "utf8" }),
  );
  const files = packed.files.map(({ path }: { path: string }) => path).sort();
  expect(files).toEqual(["package.json", "src/index.d.ts", "src/index.js", "src/schema.d.ts"]);
});
