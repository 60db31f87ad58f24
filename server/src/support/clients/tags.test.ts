import type { ClientList, ClientProfile, ClientRow } from "@parley/contract/client-profiles";
import { limits } from "@parley/contract/limits";
import type { Tag, TagUses } from "@parley/contract/tags";
import type { SharedTicket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { rooms } from "../../floor/actors/rooms.ts";

let world: World;
let vip: string;
let late: string;
beforeAll(async () => {
  world = await createWorld();
  [vip, late] = [await made("VIP"), await made("Late")];
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

type Agent = Parameters<World["as"]>[0];
type Change = { add?: string[]; remove?: string[] };
const made = async (name: string) =>
  (await world.as("ingrid").post("/create-tag", { name })).json<Tag>().tagid;
const change = (agent: Agent, clientid: string, body: Change) =>
  world.as(agent).post("/client/change-tags", { clientid, ...body });
const profile = async (id: string) =>
  (await world.as("ingrid").get(`/admin/${id}/get-client`)).json<ClientProfile>().client;
const tagsOf = async (id: string) => (await profile(id)).tags;
const clientOf = async (more: object = {}) => (await world.ticket(more)).client_id;
const both = () => [vip, late].toSorted();
const admin = (path: string, body: object = {}) => world.as("ingrid").post(path, body);

const heard = (name: string) => world.published.filter(({ event }) => event === name);

test("a client's tags are changed neither signed out, nor by who sees no ticket of theirs", async () => {
  const clientid = await clientOf({ department: "refunds" });
  const body = { clientid, add: [vip] };
  expect((await world.stranger.post("/client/change-tags", body)).statusCode).toBe(401);
  for (const agent of ["mira", "omar", "freya"] as const)
    expect((await change(agent, clientid, { add: [vip] })).statusCode, agent).toBe(404);
  expect(await tagsOf(clientid)).toBeUndefined();
});

test("a tag that is unknown, archived or another company's is refused, and no other is added", async () => {
  const clientid = await clientOf();
  const archived = await made("Archived");
  await admin("/admin/update-tag", { tagid: archived, archived: true });
  const theirs = (await world.as("freya").post("/create-tag", { name: "Theirs" })).json<Tag>().tagid;
  for (const tagid of [crypto.randomUUID(), archived, theirs])
    expect((await change("mira", clientid, { add: [vip, tagid] })).json()).toMatchObject({
      reason: { code: "tag_unknown" },
    });
  expect(await tagsOf(clientid)).toBeUndefined();
});

test("an agent who sees the client adds and removes tags, and those who see a ticket of the client hear of it", async () => {
  const clientid = await clientOf();
  expect((await change("mira", clientid, { add: [vip] })).json<ClientRow>().tags).toEqual([vip]);
  expect((await change("tomas", clientid, { add: [late] })).json<ClientRow>().tags).toEqual(both());
  expect((await change("mira", clientid, { add: [late], remove: [vip] })).json<ClientRow>().tags).toEqual([
    late,
  ]);
  const harbour = world.companies.harbour.id;
  const to = [rooms.everyDepartment(harbour), rooms.department(harbour, world.departments.bookings.id)];
  expect(heard("clientChanged")).toEqual(
    Array.from({ length: 3 }, () => ({ event: "clientChanged", payload: { clientid }, rooms: to })),
  );
  const shown = heard("updateTicket").map(({ payload }) => payload as SharedTicket);
  expect(shown.map((ticket) => ticket.client_tags)).toEqual([[vip], both(), [late]]);
  await change("mira", clientid, { add: [late], remove: [vip] });
  expect(heard("clientChanged")).toHaveLength(3);
});

test("a client has at most twenty tags", async () => {
  const clientid = await clientOf();
  const ids: string[] = [];
  for (let at = 0; at <= limits.tagsPerClient; at += 1) ids.push(await made(`Of many ${at}`));
  expect((await change("mira", clientid, { add: ids.slice(1) })).statusCode).toBe(200);
  expect((await change("mira", clientid, { add: ids.slice(0, 1) })).json()).toMatchObject({
    reason: { code: "client_tags_full" },
  });
});

test("the table and the file of clients are filtered by a tag, and the file names tags", async () => {
  const tagid = await made("Filtered");
  const clientid = await clientOf({ client: "Filtered client", externalId: "filtered" });
  await change("mira", clientid, { add: [tagid, vip] });
  const first = await world.as("mira").get(`/admin/get-all-clients?tag=${tagid}`);
  expect(first.json<ClientList>()).toMatchObject({ totalClients: 1, clients: [{ clientid }] });
  expect((await world.as("mira").get(`/1/get-clients?tag=${tagid}`)).json()).toBe("Table end reached!");
  expect(
    (await world.as("naledi").get(`/admin/get-all-clients?tag=${tagid}`)).json<ClientList>().clients,
  ).toEqual([]);
  expect((await world.as("mira").get("/admin/get-all-clients?tag=x")).statusCode).toBe(400);
  const { body, headers } = await world.as("mira").get(`/export-clients?tag=${tagid}`);
  expect(headers["content-disposition"]).toBe('attachment; filename="clients.csv"');
  const [titles, row, more] = body.split("\r\n");
  expect(titles).toMatch(/,tags$/);
  expect(row).toMatch(/,Filtered client,.*,"Filtered, VIP"$/);
  expect(more).toBe("");
  const tickets = (await world.as("mira").get("/export-tickets")).body;
  expect(tickets).toContain(',"Filtered, VIP",');
});

test("clients lose a deleted tag, and have the other one of a merged tag", async () => {
  const [gone, into, deleted] = [await made("Gone"), await made("Into"), await made("Deleted")];
  const clientid = await clientOf();
  await change("mira", clientid, { add: [gone, deleted] });
  const uses = (await world.as("ingrid").get("/admin/tag-uses")).json<TagUses>();
  expect(uses.find(({ tagid }) => tagid === gone)).toEqual({ tagid: gone, tickets: 0, clients: 1 });
  await admin("/admin/merge-tag", { tagid: gone, into });
  await admin("/admin/delete-tag", { tagid: deleted });
  expect(await tagsOf(clientid)).toEqual([into]);
});

test("a merged client's tags become those of the kept one, which loses them again when the merge is undone", async () => {
  const [kept, merged] = [await clientOf({ externalId: "kept" }), await clientOf({ externalId: "merged" })];
  const other = await made("Only merged");
  await change("mira", kept, { add: [vip] });
  await change("mira", merged, { add: [vip, other] });
  await admin(`/admin/${kept}/merge-client`, { clientid: merged });
  expect(await tagsOf(kept)).toEqual([vip, other].toSorted());
  const mergeid = (await profile(kept)).merged[0]?.mergeid;
  await admin(`/admin/${mergeid}/unmerge-client`);
  expect([await tagsOf(kept), await tagsOf(merged)]).toEqual([[vip], [vip, other].toSorted()]);
});

test("a kept client gets no more tags of the merged one than a client may have", async () => {
  const [kept, merged] = [await clientOf({ externalId: "k2" }), await clientOf({ externalId: "m2" })];
  const ids: string[] = [];
  for (let at = 0; at <= limits.tagsPerClient; at += 1) ids.push(await made(`To merge ${at}`));
  await change("mira", kept, { add: ids.slice(2) });
  await change("mira", merged, { add: ids.slice(0, 4) });
  await admin(`/admin/${kept}/merge-client`, { clientid: merged });
  expect(await tagsOf(kept)).toHaveLength(limits.tagsPerClient);
});
