import type { ChangedTickets } from "@parley/contract/many-tickets";
import type { EventLine, NotesAnswer } from "@parley/contract/notes";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

type Agent = Parameters<World["as"]>[0];
const set = (agent: Agent, ticketid: string, priority: unknown) =>
  world.as(agent).post("/ticket/set-priority", { ticketid, priority });
const priorityOf = async (id: string) =>
  (await world.as("ingrid").get(`/tickets/${id}`)).json<Ticket>().priority;

test("a priority is set neither signed out, nor from another department or company, nor as another than the handler", async () => {
  const { id } = await world.ticket({ handler: "jonas" });
  const refunds = await world.ticket({ department: "refunds" });
  const closed = await world.ticket({ handler: "mira", closed: true });
  const body = { ticketid: id, priority: "high" };
  expect((await world.stranger.post("/ticket/set-priority", body)).statusCode).toBe(401);
  expect((await set("mira", refunds.id, "high")).statusCode).toBe(404);
  expect((await set("omar", id, "high")).statusCode).toBe(404);
  expect((await set("mira", id, "high")).json()).toMatchObject({ code: "not_handler" });
  expect((await set("mira", closed.id, "high")).json()).toMatchObject({ code: "ticket_closed" });
  for (const each of [id, refunds.id, closed.id]) expect(await priorityOf(each)).toBeUndefined();
});

test.each(["highest", "", null, 3, "x".repeat(100_000)])("the value %.20s is no priority", async (value) => {
  const { id } = await world.ticket({ handler: "mira" });
  expect((await set("mira", id, value)).statusCode).toBe(400);
  expect(await priorityOf(id)).toBeUndefined();
});

test("the handler and an administrator set the priority, which shows in lists, screens and timeline", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  expect((await set("mira", id, "high")).json<Ticket>().priority).toBe("high");
  expect((await set("ingrid", id, "urgent")).json<Ticket>().priority).toBe("urgent");
  const listed = (await world.as("mira").get("/tickets")).json<Ticket[]>();
  expect(listed.find(({ ticketid }) => ticketid === id)?.priority).toBe("urgent");
  expect((await set("mira", id, "normal")).json<Ticket>().priority).toBeUndefined();
  const shown = world.published.filter(({ event }) => event === "updateTicket");
  expect(shown.map(({ payload }) => (payload as Ticket).priority)).toEqual(["high", "urgent", undefined]);
  const { lines } = (await world.as("mira").get(`/${id}/notes`)).json<NotesAnswer>();
  expect(lines.toReversed()).toMatchObject([
    { kind: "ticket_priority", user_name: "Mira Halvorsen", priority: "high" },
    { kind: "ticket_priority", user_name: "Ingrid Solheim", priority: "urgent" },
    { kind: "ticket_priority", priority: "normal" },
  ]);
  const live = world.published.flatMap(({ event, payload }) =>
    event === "newEventLine" ? [payload as EventLine] : [],
  );
  expect(live).toEqual(lines.toReversed());
});

test("the same priority again is no event", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  await set("mira", id, "low");
  world.published.length = 0;
  expect((await set("mira", id, "low")).json<Ticket>().priority).toBe("low");
  expect(world.published).toEqual([]);
});

test("many tickets get a priority at once, and one that is another's is refused", async () => {
  const own = await world.ticket({ handler: "mira" });
  const other = await world.ticket({ handler: "jonas" });
  const change = { kind: "priority", priority: "high" };
  const answer = await world.as("mira").post("/tickets/change", { ticketids: [own.id, other.id], change });
  expect(answer.json<ChangedTickets>()).toMatchObject({
    changed: [own.id],
    refused: [{ ticketid: other.id, reason: { code: "not_handler" } }],
  });
  expect([await priorityOf(own.id), await priorityOf(other.id)]).toEqual(["high", undefined]);
});

test("a closed and reopened ticket keeps its priority, and the file names it", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  await set("mira", id, "urgent");
  await world.as("mira").post("/close-ticket", { ticketid: id });
  expect(await priorityOf(id)).toBe("urgent");
  const [titles = "", ...rows] = (await world.as("ingrid").get("/export-tickets")).body.split("\r\n");
  const at = titles.split(",").indexOf("priority");
  expect(rows.find((row) => row.startsWith(id))?.split(",")[at]).toBe("urgent");
});
