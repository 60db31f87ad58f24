import { limits } from "@parley/contract/limits";
import type { ChangedTickets } from "@parley/contract/many-tickets";
import type { EventLine, NotesAnswer } from "@parley/contract/notes";
import type { Tag } from "@parley/contract/tags";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";

let world: World;
let refund: string;
let late: string;
beforeAll(async () => {
  world = await createWorld();
  [refund, late] = [await made("Refund"), await made("Late")];
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

type Agent = Parameters<World["as"]>[0];
type Change = { add?: string[]; remove?: string[] };
const made = async (name: string, agent: Agent = "ingrid") =>
  (await world.as(agent).post("/create-tag", { name })).json<Tag>().tagid;
const change = (agent: Agent, ticketid: string, body: Change) =>
  world.as(agent).post("/ticket/change-tags", { ticketid, ...body });
const tagsOf = async (id: string) => (await world.as("ingrid").get(`/tickets/${id}`)).json<Ticket>().tags;
const both = () => [refund, late].toSorted();

test("tags are changed neither signed out, nor from another department or company, nor as another than the handler", async () => {
  const { id } = await world.ticket({ handler: "jonas" });
  const refunds = await world.ticket({ department: "refunds" });
  const closed = await world.ticket({ handler: "mira", closed: true });
  const body = { ticketid: id, add: [refund] };
  expect((await world.stranger.post("/ticket/change-tags", body)).statusCode).toBe(401);
  expect((await change("mira", refunds.id, { add: [refund] })).statusCode).toBe(404);
  expect((await change("omar", id, { add: [refund] })).statusCode).toBe(404);
  expect((await change("mira", id, { add: [refund] })).json()).toMatchObject({ code: "not_handler" });
  expect((await change("mira", closed.id, { add: [refund] })).json()).toMatchObject({
    code: "ticket_closed",
  });
  for (const { id: each } of [{ id }, refunds, closed]) expect(await tagsOf(each)).toBeUndefined();
});

test("a tag that is unknown, deleted, archived or another company's is refused, and no other is added", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const deleted = await made("Deleted");
  await world.as("ingrid").post("/admin/delete-tag", { tagid: deleted });
  const archived = await made("Archived");
  await world.as("ingrid").post("/admin/update-tag", { tagid: archived, archived: true });
  const theirs = await made("Theirs", "freya");
  for (const tagid of [crypto.randomUUID(), deleted, archived, theirs])
    expect((await change("mira", id, { add: [refund, tagid] })).json()).toMatchObject({
      reason: { code: "tag_unknown" },
    });
  expect(await tagsOf(id)).toBeUndefined();
});

test("the handler and an administrator add and remove tags, which shows in lists, screens and timeline", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  expect((await change("mira", id, { add: [refund] })).json<Ticket>().tags).toEqual([refund]);
  expect((await change("ingrid", id, { add: [late, late.toUpperCase()] })).json<Ticket>().tags).toEqual(
    both(),
  );
  const listed = (await world.as("mira").get("/tickets")).json<Ticket[]>();
  expect(listed.find(({ ticketid }) => ticketid === id)?.tags).toEqual(both());
  expect((await change("mira", id, { add: [late], remove: [refund] })).json<Ticket>().tags).toEqual([late]);
  const shown = world.published.filter(({ event }) => event === "updateTicket");
  expect(shown.map(({ payload }) => (payload as Ticket).tags)).toEqual([[refund], both(), [late]]);
  const { lines } = (await world.as("mira").get(`/${id}/notes`)).json<NotesAnswer>();
  expect(lines.toReversed()).toMatchObject([
    { kind: "ticket_tag", user_name: "Mira Halvorsen", tags: { added: ["Refund"], removed: [] } },
    { kind: "ticket_tag", tags: { added: ["Late"], removed: [] } },
    { kind: "ticket_tag", tags: { added: [], removed: ["Refund"] } },
  ]);
  const live = world.published.flatMap(({ event, payload }) =>
    event === "newEventLine" ? [payload as EventLine] : [],
  );
  expect(live).toEqual(lines.toReversed());
});

test("a repeat changes nothing and is no event", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  await change("mira", id, { add: [refund] });
  world.published.length = 0;
  expect((await change("mira", id, { add: [refund], remove: [late] })).json<Ticket>().tags).toEqual([refund]);
  expect(world.published).toEqual([]);
});

test("a line of the timeline keeps the name of a deleted tag", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const tagid = await made("Short-lived");
  await change("mira", id, { add: [tagid] });
  await world.as("ingrid").post("/admin/delete-tag", { tagid });
  const { lines } = (await world.as("mira").get(`/${id}/notes`)).json<NotesAnswer>();
  expect(lines).toMatchObject([{ tags: { added: ["Short-lived"], removed: [] } }]);
});

test("a ticket has at most twenty tags, also when two agents add at once", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const ids: string[] = [];
  for (let at = 0; at < limits.tagsPerTicket + 1; at += 1) ids.push(await made(`Of many ${at}`));
  await change("mira", id, { add: ids.slice(0, -2) });
  const answers = await Promise.all([
    change("mira", id, { add: ids.slice(-2, -1) }),
    change("ingrid", id, { add: ids.slice(-1) }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(await tagsOf(id)).toHaveLength(limits.tagsPerTicket);
  const one = ids.find((tagid) => tagid);
  const swapped = await change("mira", id, { add: [refund], remove: [one ?? ""] });
  expect(swapped.statusCode).toBe(200);
});

test("many tickets are tagged at once, and a tag that is gone is refused for each", async () => {
  const ids = [(await world.ticket({ handler: "mira" })).id, (await world.ticket({ handler: "mira" })).id];
  const many = async (body: Change) =>
    (
      await world.as("mira").post("/tickets/change", { ticketids: ids, change: { kind: "tag", ...body } })
    ).json<ChangedTickets>();
  expect(await many({ add: [refund, late] })).toEqual({ changed: ids, refused: [] });
  expect(await many({ remove: [late] })).toEqual({ changed: ids, refused: [] });
  expect(await Promise.all(ids.map(tagsOf))).toEqual([[refund], [refund]]);
  const { refused } = await many({ add: [crypto.randomUUID()] });
  expect(refused.map(({ reason }) => reason.code)).toEqual(["tag_unknown", "tag_unknown"]);
});

test("the list of open tickets brings tags without a further statement", async () => {
  const { statements } = await countStatements(world, () => world.as("mira").get("/tickets"));
  expect(statements.filter((text) => text.includes("ticket_tag"))).toHaveLength(1);
});
