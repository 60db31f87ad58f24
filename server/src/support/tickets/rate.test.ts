import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { rooms } from "../../floor/actors/rooms.ts";
import { lockTicket, type TicketRow } from "../ticket/access.ts";
import { reopenTicket } from "./open.ts";
import { rateTicket } from "./rate.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

const rate = (ticket: TicketRow, rating: number, externalId = ticket.client_external_id) =>
  world.desk("harbour", (scope) => rateTicket(scope, ticket.id, rating, externalId, ticket.channel_id));
const current = (ticket: TicketRow) =>
  world.desk("harbour", async (scope) => (await lockTicket(scope, ticket.id)) ?? ticket);

test("a rating that is not the client's own, or not one of the stars, changes nothing", async () => {
  const ticket = await world.ticket({ handler: "mira", closed: true });
  const theirs = await world.ticket({ department: "general", closed: true });
  expect(await rate(ticket, 3, "somebody else")).toBeNull();
  expect(await rate(theirs, 3)).toBeNull();
  for (const rating of [0, 4, 1.5, Number.NaN]) expect(await rate(ticket, rating)).toBeNull();
  expect(
    await world.desk("harbour", (scope) =>
      rateTicket(scope, ticket.id, 3, ticket.client_external_id, world.channels.northwind.id),
    ),
  ).toBeNull();
  expect((await current(ticket)).rating).toBeNull();
  expect(world.published).toEqual([]);
});

test("the first answer counts, however often and how fast the stars are pressed", async () => {
  const ticket = await world.ticket({ handler: "mira", closed: true });
  const answers = await Promise.all([1, 2, 3].map((stars) => rate(ticket, stars)));
  const first = answers.find((answer) => answer?.first);
  expect(answers.filter((answer) => answer?.first)).toHaveLength(1);
  for (const answer of answers) expect(answer?.rating).toBe(first?.rating);
  expect((await current(ticket)).last_seq).toBe(2);
});

test("the rating appears in the timeline, for those who see the ticket, and notifies its handler", async () => {
  const ticket = await world.ticket({ handler: "jonas", closed: true, client: "Olena Koval" });
  await rate(ticket, 2);
  expect(world.published.map(({ event }) => event)).toEqual([
    "updateTicket",
    "newMessage",
    "newNotification",
  ]);
  expect(world.published[0]?.payload).toMatchObject({ rating: 2, stage: "closed" });
  expect(world.published[1]?.payload).toMatchObject({ type: "rating", content: "2", isagent: false });
  expect(world.published[2]).toMatchObject({
    payload: { count: 1, notification: { type: "rating", name: "Olena Koval", ticketid: ticket.id } },
    rooms: [rooms.agent(ticket.company_id, world.agents.jonas.id)],
  });
  const actions = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("action")
      .select(["type", "rating", "agent_id"])
      .where("ticket_id", "=", ticket.id)
      .execute(),
  );
  expect(actions).toEqual([{ type: "ticket_rating", rating: 2, agent_id: world.agents.jonas.id }]);
});

test("a rating leaves the unread count unchanged", async () => {
  const ticket = await world.ticket({ handler: "mira", closed: true });
  await rate(ticket, 1);
  expect((await current(ticket)).client_messages).toBe(ticket.client_messages);
});

test("a client may rate again after the ticket was reopened and closed again", async () => {
  const ticket = await world.ticket({ handler: "mira", closed: true });
  await rate(ticket, 1);
  world.clock.advance(1000);
  await world.desk("harbour", async (scope) => {
    const locked = await lockTicket(scope, ticket.id);
    await reopenTicket(scope, locked ?? ticket, { clientName: "Dimitar Petrov" });
  });
  expect(await rate(ticket, 2)).toEqual({ rating: 1, first: false });
  await world.as("mira").post("/close-ticket", { ticketid: ticket.id });
  expect(await rate(ticket, 3)).toEqual({ rating: 3, first: true });
  expect((await current(ticket)).rating).toBe(3);
});

describe("words beside the stars", () => {
  const rateWith = (ticket: TicketRow, rating: number, words: string | undefined, again = false) =>
    world.desk("harbour", (scope) =>
      rateTicket(scope, ticket.id, rating, ticket.client_external_id, ticket.channel_id, { again, words }),
    );
  const said = async (ticket: TicketRow) => {
    const { rows } = await world.context.pool.query(
      "select content, caption from message where ticket_id = $1 and type = 'rating' order by seq",
      [ticket.id],
    );
    return rows;
  };

  test("words come with the stars, or later, and the first ones stay", async () => {
    const ticket = await world.ticket({ handler: "mira", closed: true });
    await rateWith(ticket, 2, undefined);
    await rateWith(ticket, 3, "Too slow");
    await rateWith(ticket, 1, "Not my words");
    expect(await said(ticket)).toEqual([{ content: "2", caption: "Too slow" }]);
    expect((await current(ticket)).rating).toBe(2);
  });

  test("words may be changed and taken back where the stars may, and stay when the stars change", async () => {
    const ticket = await world.ticket({ handler: "mira", closed: true });
    await rateWith(ticket, 2, "Too slow", true);
    world.published.length = 0;
    await rateWith(ticket, 2, "A bit slow", true);
    expect(world.published).toMatchObject([
      { event: "messageUpdate", payload: { ticketid: ticket.id, caption: "A bit slow" } },
    ]);
    await rateWith(ticket, 3, undefined, true);
    expect(await said(ticket)).toEqual([{ content: "3", caption: "A bit slow" }]);
    await rateWith(ticket, 3, "", true);
    expect(await said(ticket)).toEqual([{ content: "3", caption: null }]);
  });

  test("words of a rating before the ticket was reopened stay beside it", async () => {
    const ticket = await world.ticket({ handler: "mira", closed: true });
    await rateWith(ticket, 1, "Too slow");
    world.clock.advance(1000);
    await world.desk("harbour", async (scope) =>
      reopenTicket(scope, await current(ticket), { clientName: "Olena Koval" }),
    );
    await world.as("mira").post("/close-ticket", { ticketid: ticket.id });
    await rateWith(ticket, 3, undefined);
    expect(await said(ticket)).toEqual([
      { content: "1", caption: "Too slow" },
      { content: "3", caption: null },
    ]);
  });
});
