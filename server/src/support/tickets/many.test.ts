import type { ChangedTickets, TicketChange } from "@parley/contract/many-tickets";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Agent = Parameters<World["as"]>[0];
const call = (agent: Agent, ticketids: string[], change: TicketChange) =>
  world.as(agent).post("/tickets/change", { ticketids, change });
const change = async (...given: Parameters<typeof call>) => (await call(...given)).json<ChangedTickets>();
const ticketOf = async (id: string) => (await world.as("ingrid").get(`/tickets/${id}`)).json<Ticket>();
const many = async (count: number, more: Parameters<World["ticket"]>[0] = {}) => {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await world.ticket(more)).id);
  return ids;
};
const codes = ({ refused }: ChangedTickets) => refused.map(({ ticketid, reason }) => [ticketid, reason.code]);

test("a call signed out, without tickets, or with more than a thousand changes nothing", async () => {
  const [id = ""] = await many(1, { handler: "mira" });
  const body = { ticketids: [id], change: { kind: "close" } };
  expect((await world.stranger.post("/tickets/change", body)).statusCode).toBe(401);
  expect((await call("mira", [], { kind: "close" })).statusCode).toBe(400);
  expect((await call("mira", Array(1001).fill(id), { kind: "close" })).statusCode).toBe(400);
  expect((await ticketOf(id)).stage).toBe("accepted");
});

test("tickets of another department and company look alike, and the others are changed", async () => {
  const [own = ""] = await many(1, { handler: "mira" });
  const [refunds = "", theirs = ""] = [
    ...(await many(1, { department: "refunds" })),
    ...(await many(1, { department: "general" })),
  ];
  const answer = await change("mira", [refunds, own, theirs], { kind: "close" });
  expect(answer.changed).toEqual([own]);
  expect(codes(answer)).toEqual([
    [refunds, "not_found"],
    [theirs, "not_found"],
  ]);
});

test("a ticket that the agent was only mentioned in is refused, and the others are changed", async () => {
  const [sighted = ""] = await many(1, { handler: "mira" });
  const [own = ""] = await many(1, { department: "refunds", handler: "naledi" });
  const mentions = { agents: [world.agents.naledi.id] };
  await world.as("mira").post("/write-note", { ticketid: sighted, content: "Please look", mentions });
  const answer = await change("naledi", [sighted, own], { kind: "close" });
  expect(codes(answer)).toEqual([[sighted, "only_mentioned"]]);
  expect(answer.changed).toEqual([own]);
});

test("an agent of two departments changes tickets of both, and none of a third", async () => {
  const { id: userid, email } = world.agents.jonas;
  const { bookings, refunds } = world.departments;
  const account = { userid, email, first_name: "Jonas", last_name: "Weber", departmentid: bookings.id };
  const see = (departmentids: string[]) =>
    world.as("ingrid").put("/auth/update-account", { ...account, departmentids });
  expect((await see([refunds.id])).statusCode).toBe(200);
  const [home = "", beside = "", third = ""] = [
    ...(await many(1)),
    ...(await many(1, { department: "refunds" })),
    ...(await many(1, { department: "groups" })),
  ];
  const answer = await change("jonas", [home, third, beside], { kind: "accept" });
  expect(answer.changed).toEqual([home, beside]);
  expect(codes(answer)).toEqual([[third, "not_found"]]);
  expect((await see([])).statusCode).toBe(200);
});

test("an agent who closes a thousand tickets learns which moved meanwhile, and the reason", async () => {
  const [open, moved] = [await many(3, { handler: "mira" }), await many(2, { handler: "mira" })];
  const [closed = ""] = await many(1, { handler: "mira", closed: true, closedBy: "ingrid" });
  const { jonas } = world.agents;
  const to = { newDepartment: world.departments.bookings.id, newUser: jonas.id };
  expect((await change("ingrid", moved, { kind: "move", ...to })).changed).toEqual(moved);
  const absent = Array.from(
    { length: 994 },
    (_, index) => `90000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
  );
  const all = [...open, ...moved, closed, ...absent];
  expect(all).toHaveLength(1000);
  const answer = await change("mira", all, { kind: "close", silently: true });
  expect(answer.changed).toEqual(open);
  expect(codes(answer).slice(0, 4)).toEqual([
    ...moved.map((id) => [id, "not_handler"]),
    [closed, "ticket_closed"],
    [absent[0], "not_found"],
  ]);
  expect(answer.refused).toHaveLength(997);
  expect((await change("mira", open, { kind: "close" })).changed).toEqual(open);
});

test("each change is the verb that changes one ticket, with its event", async () => {
  const ids = await many(2);
  const steps: [TicketChange, Partial<Ticket>][] = [
    [{ kind: "accept" }, { stage: "accepted", userid: world.agents.mira.id }],
    [{ kind: "snooze", until: "client_writes" }, { snoozed: expect.objectContaining({ until: null }) }],
    [{ kind: "wake" }, { stage: "accepted" }],
    [
      { kind: "move", newDepartment: world.departments.bookings.id },
      { stage: "pending", userid: null },
    ],
  ];
  for (const [step, shown] of steps) {
    expect(await change("mira", [...ids, ...ids], step), step.kind).toEqual({ changed: ids, refused: [] });
    for (const id of ids) expect(await ticketOf(id)).toMatchObject(shown);
  }
  const kinds = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("event")
      .select("kind")
      .where("subject_id", "=", ids[0] ?? "")
      .orderBy("number")
      .execute(),
  );
  expect(kinds.map(({ kind }) => kind).slice(-4)).toEqual([
    "ticket_accept",
    "ticket_snooze",
    "ticket_unsnooze",
    "ticket_reassign",
  ]);
});

test("two agents who accept the same tickets at once share them, and each learns which were faster", async () => {
  const ids = await many(6);
  const [mira, jonas] = await Promise.all([
    change("mira", ids, { kind: "accept" }),
    change("jonas", ids.toReversed(), { kind: "accept" }),
  ]);
  expect([...mira.changed, ...jonas.changed].sort()).toEqual(ids.toSorted());
  expect([...mira.refused, ...jonas.refused].map(({ reason }) => reason.code)).toEqual(
    Array(6).fill("already_accepted"),
  );
});

test("an agent of another company changes none", async () => {
  const ids = await many(2, { handler: "mira" });
  const answer = await change("omar", ids, { kind: "close" });
  expect(codes(answer)).toEqual(ids.map((id) => [id, "not_found"]));
});
