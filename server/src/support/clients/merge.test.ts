import { randomUUID } from "node:crypto";
import type { SharedTicket } from "@parley/contract/tickets";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { receive } from "../../channels/inbound/receive.ts";
import type { IncomingMessage } from "../../channels/seam/adapter.ts";
import { type Room, rooms } from "../../floor/actors/rooms.ts";

let world: World;
/** An agent who sees the clients of the department bookings. */
let seers: Room[];
beforeAll(async () => {
  world = await createWorld();
  const harbour = world.companies.harbour.id;
  seers = [rooms.everyDepartment(harbour), rooms.department(harbour, world.departments.bookings.id)];
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

const admin = (path: string, body?: object) => world.as("ingrid").post(path, body ?? {});
const profile = async (id: string) => (await world.as("ingrid").get(`/admin/${id}/get-client`)).json();
const ticketsOf = async (id: string): Promise<string[]> =>
  (await world.as("ingrid").get(`/admin/${id}/client-tickets`))
    .json()
    .map(({ ticketid }: { ticketid: string }) => ticketid);
/** The rooms that heard of each change of the client. */
const heardOf = (clientid: string) =>
  world.published
    .filter(
      ({ event, payload }) =>
        event === "clientChanged" && (payload as { clientid: string }).clientid === clientid,
    )
    .map(({ rooms: to }) => to);
const facts = (clientid: string, more: object = {}) => ({
  clientid,
  client_name: "Rosa",
  address: "Calle Mayor 1",
  account_number: "HT-1",
  note: "Prefers mornings",
  ...more,
});

test("an unknown client, another company's and the same one cannot be merged", async () => {
  const { client_id: own } = await world.ticket();
  const { client_id: theirs } = await world.ticket({ department: "general" });
  for (const clientid of [randomUUID(), theirs]) {
    expect((await admin(`/admin/${own}/merge-client`, { clientid })).statusCode).toBe(404);
    expect((await admin(`/admin/${clientid}/merge-client`, { clientid: own })).statusCode).toBe(404);
  }
  expect((await admin(`/admin/${own}/merge-client`, { clientid: own })).statusCode).toBe(409);
  expect((await world.as("tomas").post(`/admin/${own}/block`)).statusCode).toBe(403);
});

test.each(["client_name", "address", "account_number", "note"])(
  "the client field %s is required",
  async (field) => {
    const { client_id } = await world.ticket();
    expect(
      (await world.as("ingrid").put("/auth/update-client", facts(client_id, { [field]: " " }))).statusCode,
    ).toBe(400);
  },
);

test("the tickets of both clients are published when a merge fills what the kept one lacks", async () => {
  const [kept, merged] = [await world.ticket(), await world.ticket()];
  const { fieldid } = (
    await admin("/admin/create-field", { owner: "client", type: "text", name: "Region" })
  ).json<{ fieldid: string }>();
  await admin("/client/set-field", { clientid: merged.client_id, fieldid, value: "North" });
  world.published.length = 0;
  await admin(`/admin/${kept.client_id}/merge-client`, { clientid: merged.client_id });
  const shown = () =>
    world.published
      .filter(({ event }) => event === "updateTicket")
      .map(({ payload }) => {
        const { ticketid, clientid, client_fields } = payload as SharedTicket;
        return [ticketid, clientid, client_fields?.[fieldid]];
      });
  expect(shown().toSorted()).toEqual(
    [kept, merged].map(({ id }) => [id, kept.client_id, "North"]).toSorted(),
  );
  const { mergeid } = (await profile(kept.client_id)).client.merged[0];
  world.published.length = 0;
  await admin(`/admin/${mergeid}/unmerge-client`);
  expect(shown().toSorted()).toEqual(
    [
      [kept.id, kept.client_id, undefined],
      [merged.id, merged.client_id, "North"],
    ].toSorted(),
  );
});

test("a changed client is published on each of their tickets", async () => {
  const ticket = await world.ticket();
  const answer = await world
    .as("ingrid")
    .put("/auth/update-client", facts(ticket.client_id, { role: "admin" }));
  expect(answer.json()).toMatchObject({ client_name: "Rosa", account_number: "HT-1" });
  expect(
    world.published.map(({ event, payload }) => [event, (payload as { client_name: string }).client_name]),
  ).toEqual([
    ["updateTicket", "Rosa"],
    ["clientChanged", undefined],
  ]);
  expect((await profile(ticket.client_id)).client.note).toBe("Prefers mornings");
});

test("a client is blocked and unblocked, which those who see them hear of", async () => {
  const { client_id } = await world.ticket();
  world.published.length = 0;
  expect((await admin(`/admin/${client_id}/block`)).json().blocked_on).toBe(true);
  expect((await admin(`/admin/${client_id}/block`)).json().blocked_on).toBe(false);
  expect(heardOf(client_id)).toEqual([seers, seers]);
});

test("agents who see one of two clients hear of their merge and of its undoing", async () => {
  const [kept, merged] = [await world.ticket(), await world.ticket()];
  world.published.length = 0;
  await admin(`/admin/${kept.client_id}/merge-client`, { clientid: merged.client_id });
  const { mergeid } = (await profile(kept.client_id)).client.merged[0];
  await admin(`/admin/${mergeid}/unmerge-client`);
  for (const id of [kept.client_id, merged.client_id]) expect(heardOf(id)).toEqual([seers, seers]);
});

test("merging gives one client both clients' tickets; undoing gives each their own again, with later ones", async () => {
  const kept = await world.ticket({ client: "Rosa M.", externalId: "m1" });
  const merged = await world.ticket({ client: "Rosa Martínez", externalId: "m2", closed: true });
  await world.as("ingrid").put("/auth/update-client", facts(merged.client_id));
  const answer = await admin(`/admin/${kept.client_id}/merge-client`, { clientid: merged.client_id });
  expect(answer.json()).toMatchObject({ client_name: "Rosa M.", account_number: "HT-1" });
  expect((await ticketsOf(kept.client_id)).sort()).toEqual([kept.id, merged.id].sort());
  // The merged client's address leads to the one who was kept.
  expect((await profile(merged.client_id)).client.clientid).toBe(kept.client_id);
  const { client } = await profile(kept.client_id);
  expect(client.identities).toHaveLength(2);
  expect(client.merged).toMatchObject([{ clientid: merged.client_id }]);
  const since = await world.ticket({ externalId: "m2" });
  expect(since.client_id).toBe(kept.client_id);

  const undone = await admin(`/admin/${client.merged[0].mergeid}/unmerge-client`);
  expect(undone.json().clientid).toBe(merged.client_id);
  expect((await ticketsOf(merged.client_id)).sort()).toEqual([merged.id, since.id].sort());
  expect(await ticketsOf(kept.client_id)).toEqual([kept.id]);
  expect((await profile(kept.client_id)).client.account_number).toBeNull();
  expect((await admin(`/admin/${client.merged[0].mergeid}/unmerge-client`)).statusCode).toBe(404);
});

test("two merged clients with open tickets continue each on its own channel, merged and undone", async () => {
  const { id, companyId, externalId } = world.channels.harbour;
  const channel = { id, companyId, externalId, platform: "telegram", name: "bot", credentials: "" } as const;
  const one = await world.ticket({ client: "Rosa", externalId: "both1", handler: "mira" });
  const two = await world.ticket({ client: "Rosa M.", externalId: "both2", handler: "jonas" });
  let said = 0;
  const say = async (from: string) => {
    const who = { externalId: from, name: "Rosa", username: null, lang: null };
    await receive(world.context, channel, [{ ...firstMessage(who), externalId: `${from}:${++said}` }]);
  };
  const seqs = async () => {
    const of = async (ticketid: string) => (await world.as("ingrid").get(`/tickets/${ticketid}`)).json();
    return [await of(one.id), await of(two.id)].map((ticket) => [ticket.last_seq, ticket.clientid]);
  };
  const [[a], [b]] = (await seqs()) as [[number, string], [number, string]];
  await admin(`/admin/${one.client_id}/merge-client`, { clientid: two.client_id });
  await say("both1");
  await say("both2");
  expect(await seqs()).toEqual([
    [a + 1, one.client_id],
    [b + 1, one.client_id],
  ]);
  const { client } = await profile(one.client_id);
  expect(await ticketsOf(one.client_id)).toHaveLength(2);
  await admin(`/admin/${client.merged[0].mergeid}/unmerge-client`);
  await say("both1");
  await say("both2");
  expect(await seqs()).toEqual([
    [a + 2, one.client_id],
    [b + 2, two.client_id],
  ]);
});

test("a merge within a merge is undone from the outside in", async () => {
  const [first, second, third] = [
    await world.ticket({ client: "One", externalId: "chain1", messages: [] }),
    await world.ticket({ client: "Two", externalId: "chain2", messages: [] }),
    await world.ticket({ client: "Three", externalId: "chain3", messages: [] }),
  ];
  await admin(`/admin/${first.client_id}/merge-client`, { clientid: second.client_id });
  const inner = (await profile(first.client_id)).client.merged[0].mergeid;
  await admin(`/admin/${third.client_id}/merge-client`, { clientid: first.client_id });
  expect(await ticketsOf(third.client_id)).toHaveLength(3);
  expect((await profile(second.client_id)).client.clientid).toBe(third.client_id);
  const other = await world.as("omar").get(`/admin/${second.client_id}/get-client`);
  expect(other.statusCode).toBe(404);
  expect((await admin(`/admin/${inner}/unmerge-client`)).statusCode).toBe(404);
  const [outer] = (await profile(third.client_id)).client.merged;
  expect((await admin(`/admin/${outer.mergeid}/unmerge-client`)).statusCode).toBe(200);
  expect(await ticketsOf(third.client_id)).toEqual([third.id]);
  expect((await admin(`/admin/${inner}/unmerge-client`)).statusCode).toBe(200);
  expect(await ticketsOf(first.client_id)).toEqual([first.id]);
  expect(await ticketsOf(second.client_id)).toEqual([second.id]);
});

test("a message during the merge does not stay with the merged client", async () => {
  const { id, companyId, externalId } = world.channels.harbour;
  const channel = { id, companyId, externalId, platform: "telegram", name: "bot", credentials: "" } as const;
  for (let round = 0; round < 10; round++) {
    const kept = await world.ticket({ externalId: `kept${round}` });
    const merged = await world.ticket({ externalId: `merged${round}`, closed: true });
    const from = { externalId: `merged${round}`, name: "Rosa", username: null, lang: null };
    const [, answer] = await Promise.all([
      receive(world.context, channel, [firstMessage(from)]),
      admin(`/admin/${kept.client_id}/merge-client`, { clientid: merged.client_id }),
    ]);
    expect(answer.statusCode).toBe(200);
    expect(await ticketsOf(kept.client_id)).toHaveLength(2);
    const { rows } = await sql<{ wrong: string }>`
      select count(*) as wrong from ticket where client_id = ${merged.client_id}`.execute(
      world.context.database,
    );
    expect(Number(rows[0]?.wrong)).toBe(0);
  }
});

const firstMessage = (from: IncomingMessage["from"]): IncomingMessage => ({
  kind: "message",
  externalId: `${from.externalId}:1`,
  from,
  sentOn: world.clock.now(),
  type: "text",
  content: "Hello again",
  caption: null,
  media: null,
  album: null,
  replyToExternalId: null,
});
