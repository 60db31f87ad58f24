import { afterAll, beforeAll, expect, test } from "vitest";
import { form } from "../../../../test/world/form.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const change = (to: object) => world.as("ingrid").put("/admin/settings", to);

test.each([
  { name: " " },
  { time_zone: "Mars/Olympus" },
  { reopen_window_hours: -1 },
  { reopen_window_hours: 1.5 },
  { max_upload_mb: 0 },
  { take_over_minutes: 0 },
  { take_over_minutes: 1_441 },
  { max_upload_mb: 26 },
])("the setting %j is refused", async (to) => {
  expect((await change(to)).statusCode).toBe(400);
});

test("a company's settings are its own", async () => {
  expect((await change({ time_zone: "Europe/Sofia", plan: "Gold" })).json()).toEqual({
    name: "Harbour Travel",
    slug: "harbour-travel",
    time_zone: "Europe/Sofia",
    reopen_window_hours: 24,
    max_upload_mb: null,
    mentions_elsewhere: true,
    organisations_join: false,
    take_over_minutes: null,
    take_back: false,
    server_upload_mb: 25,
    company_id: world.companies.harbour.id,
  });
  expect((await world.as("freya").get("/admin/settings")).json()).toMatchObject({ time_zone: "UTC" });
  const [entry] = (await world.as("ingrid").get("/admin/audit-log")).json();
  expect(entry).toMatchObject({
    verb: "company_update",
    changes: { time_zone: { from: "UTC", to: "Europe/Sofia" } },
  });
});

test("administrators see how full the storage is, and whether days are being recounted", async () => {
  const path = "/admin/company-status";
  expect((await world.as("mira").get(path)).statusCode).toBe(403);
  const status = async () => (await world.as("ingrid").get(path)).json();
  const idle = { storage_used: 0, storage_limit: 20 * 2 ** 30, counting_days: false };
  expect(await status()).toEqual(idle);
  await world.desk("harbour", ({ db }) =>
    db.updateTable("company").set({ figures_zone: "Asia/Tokyo" }).execute(),
  );
  expect(await status()).toEqual({ ...idle, counting_days: true });
});

test("a file larger than the company allows is refused, in tickets and between colleagues", async () => {
  await change({ max_upload_mb: 1 });
  const ticket = await world.ticket({ handler: "mira" });
  const big = Buffer.alloc(2 ** 20 + 1, "x");
  const limits = (await world.as("mira").get(`/${ticket.id}/send-limits`)).json();
  expect(limits.upload.document).toBe(2 ** 20);
  for (const [path, fields] of [
    ["/send-file", { ticketid: ticket.id }],
    ["/send-private-file", { receiverid: world.agents.jonas.id }],
  ] as const) {
    const { payload, headers } = form(fields, { name: "big.txt", type: "text/plain", content: big });
    const answer = await world.as("mira").post(path, undefined, { payload, headers });
    expect([path, answer.statusCode, answer.json().message]).toEqual([path, 413, "Filesize too large!"]);
  }
});
