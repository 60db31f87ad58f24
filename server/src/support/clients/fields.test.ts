import type { ClientProfile, ClientRow } from "@parley/contract/client-profiles";
import type { ClientDetails, Field } from "@parley/contract/fields";
import type { Tag } from "@parley/contract/tags";
import type { SharedTicket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { rooms } from "../../floor/actors/rooms.ts";

let world: World;
let since: string;
let plan: string;
beforeAll(async () => {
  world = await createWorld();
  since = await defined("Client since", "date");
  plan = await defined("Plan", "text");
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

type Agent = Parameters<World["as"]>[0];
const admin = (path: string, body: object = {}) => world.as("ingrid").post(path, body);
const defined = async (name: string, type: string) =>
  (await admin("/admin/create-field", { owner: "client", name, type })).json<Field>().fieldid;
const set = (agent: Agent, clientid: string, fieldid: string, value: unknown) =>
  world.as(agent).post("/client/set-field", { clientid, fieldid, value });
const profile = async (id: string) =>
  (await world.as("ingrid").get(`/admin/${id}/get-client`)).json<ClientProfile>().client;
const fieldsOf = async (id: string) => (await profile(id)).fields;

const heard = (name: string) => world.published.filter(({ event }) => event === name);

test("a client's field is set neither signed out, nor by who sees no ticket of theirs", async () => {
  const { client_id: clientid } = await world.ticket({ department: "refunds" });
  const body = { clientid, fieldid: plan, value: "Gold" };
  expect((await world.stranger.post("/client/set-field", body)).statusCode).toBe(401);
  for (const agent of ["mira", "omar", "freya"] as const)
    expect((await set(agent, clientid, plan, "Gold")).statusCode, agent).toBe(404);
  expect(await fieldsOf(clientid)).toBeUndefined();
});

test("an agent sets a client's fields, and those who see a ticket of the client hear of it, once for each change", async () => {
  const { client_id: clientid, id } = await world.ticket();
  expect((await set("mira", clientid, plan, "Gold")).json<ClientRow>().fields).toEqual({ [plan]: "Gold" });
  await set("mira", clientid, plan, "Gold");
  await set("mira", clientid, since, "2024-02-29");
  expect((await set("mira", clientid, since, "2023-02-29")).statusCode).toBe(400);
  const harbour = world.companies.harbour.id;
  const to = [rooms.everyDepartment(harbour), rooms.department(harbour, world.departments.bookings.id)];
  expect(heard("clientChanged")).toEqual(
    Array.from({ length: 2 }, () => ({ event: "clientChanged", payload: { clientid }, rooms: to })),
  );
  const shown = heard("updateTicket").map(({ payload }) => payload as SharedTicket);
  expect(shown.map((ticket) => ticket.client_fields)).toEqual([
    { [plan]: "Gold" },
    { [plan]: "Gold", [since]: "2024-02-29" },
  ]);
  const { tagid } = (await admin("/create-tag", { name: "VIP" })).json<Tag>();
  await world.as("mira").post("/client/change-tags", { clientid, add: [tagid] });
  const details = (await world.as("jonas").get(`/${id}/client-details`)).json<ClientDetails>();
  expect(details).toEqual({ clientid, tags: [tagid], fields: { [plan]: "Gold", [since]: "2024-02-29" } });
  expect((await world.as("naledi").get(`/${id}/client-details`)).statusCode).toBe(404);
  const [titles, ...rows] = (await world.as("ingrid").get("/export-clients")).body.split("\r\n");
  expect(titles).toMatch(/,tags,Client since,Plan$/);
  expect(rows.some((row) => row.endsWith(",VIP,2024-02-29,Gold"))).toBe(true);
});

test("the kept client keeps its values and gets those that only the merged one has, until the merge is undone", async () => {
  const { client_id: kept } = await world.ticket({ externalId: "kept" });
  const { client_id: merged } = await world.ticket({ externalId: "merged" });
  const region = await defined("Region", "text");
  await set("mira", kept, plan, "Gold");
  for (const [fieldid, value] of [
    [plan, "Silver"],
    [since, "2020-01-01"],
    [region, "North"],
  ] as const)
    await set("mira", merged, fieldid, value);
  await admin(`/admin/${kept}/merge-client`, { clientid: merged });
  expect(await fieldsOf(kept)).toEqual({ [plan]: "Gold", [since]: "2020-01-01", [region]: "North" });
  await set("mira", kept, region, "South");
  const mergeid = (await profile(kept)).merged[0]?.mergeid;
  await admin(`/admin/${mergeid}/unmerge-client`);
  expect(await fieldsOf(kept)).toEqual({ [plan]: "Gold", [region]: "South" });
  expect(await fieldsOf(merged)).toEqual({ [plan]: "Silver", [since]: "2020-01-01", [region]: "North" });
});

test("clients lose the values of a deleted field", async () => {
  const { client_id: clientid } = await world.ticket();
  const fieldid = await defined("Short-lived", "number");
  await set("mira", clientid, fieldid, 7);
  await admin("/admin/delete-field", { fieldid });
  expect(await fieldsOf(clientid)).toBeUndefined();
});

test("the table of clients is filtered by a field and its value", async () => {
  const { client_id: clientid } = await world.ticket({ externalId: "filtered" });
  const fieldid = await defined("Filtered", "date");
  await set("mira", clientid, fieldid, "2024-02-29");
  const found = async (query: string) =>
    (await world.as("mira").get(`/admin/get-all-clients?field=${fieldid}${query}`)).json().totalClients;
  expect([await found(""), await found("&value=2024-02-29"), await found("&value=2024-03-01")]).toEqual([
    1, 1, 0,
  ]);
});
