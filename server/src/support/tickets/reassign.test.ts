import { randomUUID } from "node:crypto";
import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AgentName, DepartmentName } from "../../../../test/world/people.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { audienceOf, rooms } from "../../floor/actors/rooms.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

const toDepartment = (agent: AgentName, ticketid: string, to: DepartmentName, more: object = {}) =>
  world.as(agent).post("/ticket/change-department", {
    ticketid,
    newDepartment: world.departments[to].id,
    newDepartmentName: "whatever the caller says",
    created_on: 0,
    ...more,
  });
const toAgent = (
  agent: AgentName,
  ticketid: string,
  to: DepartmentName,
  user: AgentName,
  more: object = {},
) =>
  world.as(agent).post("/ticket/reassign-user", {
    ticketid,
    newDepartment: world.departments[to].id,
    newUser: world.agents[user].id,
    newUserName: "whatever the caller says",
    ...more,
  });
const rowOf = (id: string) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );

describe("reassigning is refused", () => {
  test("reassigning is refused when signed out", async () => {
    const { id } = await world.ticket({ handler: "mira" });
    const body = { ticketid: id, newDepartment: world.departments.refunds.id };
    expect((await world.stranger.post("/ticket/change-department", body)).statusCode).toBe(401);
  });

  test("reassigning is refused to an agent who does not handle the ticket, pending or a colleague's", async () => {
    for (const ticket of [await world.ticket(), await world.ticket({ handler: "jonas" })]) {
      for (const answer of [
        await toDepartment("mira", ticket.id, "refunds"),
        await toAgent("mira", ticket.id, "refunds", "naledi"),
      ]) {
        expect(answer.statusCode).toBe(403);
        expect(answer.json()).toMatchObject({ code: "not_handler" });
      }
    }
    expect(world.published).toEqual([]);
  });

  test("reassigning a closed ticket is refused, even to an admin", async () => {
    const { id } = await world.ticket({ handler: "mira", closed: true });
    for (const agent of ["mira", "ingrid"] as const) {
      const answer = await toDepartment(agent, id, "refunds");
      expect([answer.statusCode, answer.json().code]).toEqual([403, "ticket_closed"]);
    }
  });

  test("reassigning to a department that is unknown, another company's, or deleted, is refused in the same words", async () => {
    const { id } = await world.ticket({ handler: "mira" });
    const deleted = await world.desk("harbour", ({ db, companyId, now }) =>
      db
        .insertInto("department")
        .values({ company_id: companyId, name: "Cruises", deleted_on: now })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    for (const newDepartment of [randomUUID(), world.departments.general.id, deleted.id]) {
      for (const answer of [
        await toDepartment("mira", id, "refunds", { newDepartment }),
        await toAgent("mira", id, "refunds", "naledi", { newDepartment }),
      ]) {
        expect(answer.statusCode).toBe(404);
        expect(answer.json()).toEqual({
          message: "Department not found!",
          code: "not_found",
          reason: { code: "department_not_found", facts: {} },
        });
      }
    }
  });

  test("reassigning to an unknown agent or another company's is refused with the same words", async () => {
    const { id } = await world.ticket({ handler: "mira" });
    const answers = [
      await toAgent("mira", id, "refunds", "naledi", { newUser: randomUUID() }),
      await toAgent("mira", id, "refunds", "omar"),
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([404, 404]);
    expect(answers[0]?.body).toBe(answers[1]?.body);
  });

  test("reassigning to an agent of another department who would not see it is refused", async () => {
    const { id } = await world.ticket({ handler: "mira" });
    const answer = await toAgent("mira", id, "groups", "naledi");
    expect([answer.statusCode, answer.json().code]).toEqual([409, "conflict"]);
  });

  test("reassigning to a disabled agent, who is not offered either, is refused", async () => {
    const { id } = await world.ticket({ handler: "mira" });
    const disable = (disabled_on: Date | null) =>
      world.desk("harbour", ({ db }) =>
        db.updateTable("agent").set({ disabled_on }).where("id", "=", world.agents.naledi.id).execute(),
      );
    await disable(world.clock.now());
    const answer = await toAgent("mira", id, "refunds", "naledi");
    const offered = (await world.as("mira").get(`/${id}/get-agents`)).json<{ userid: string }[]>();
    await disable(null);
    expect([answer.statusCode, answer.json().code]).toEqual([409, "conflict"]);
    expect(offered.map(({ userid }) => userid)).not.toContain(world.agents.naledi.id);
    expect((await rowOf(id)).handler_id).toBe(world.agents.mira.id);
  });
});

describe("reassigning", () => {
  const cases = [
    ["the handler", "mira", "mira", "refunds"],
    ["the handler, within the department", "mira", "mira", "bookings"],
    ["a moderator of another department", "tomas", "mira", "groups"],
    ["an admin", "ingrid", "mira", "refunds"],
  ] as const;
  test.each(cases)(
    "reassigning by %s to a department leaves the ticket waiting there",
    async (_who, agent, handler, to) => {
      const { id } = await world.ticket({ handler });
      const answer = await toDepartment(agent, id, to);
      expect(answer.statusCode).toBe(200);
      expect(answer.json<Ticket>()).toMatchObject({
        ticketid: id,
        departmentid: world.departments[to].id,
        department_name: world.departments[to].name,
        userid: null,
        user_name: null,
        accepted: false,
        accepted_on: null,
        accepted_by: null,
        stage: "pending",
      });
    },
  );

  test.each(["tomas", "ingrid"] as const)("%s reassigns a pending ticket", async (agent) => {
    const { id } = await world.ticket();
    const answer = await toAgent(agent, id, "refunds", "naledi");
    expect(answer.json<Ticket>()).toMatchObject({
      userid: world.agents.naledi.id,
      user_name: "Naledi Mokoena",
      department_name: "Refunds",
      stage: "accepted",
      accepted_on: world.clock.now().toISOString(),
      accepted_by: world.agents.naledi.id,
    });
  });

  test("a moderator and an admin reassign tickets in every department", async () => {
    for (const user of ["tomas", "ingrid"] as const) {
      const { id } = await world.ticket({ handler: "mira" });
      expect((await toAgent("mira", id, "groups", user)).statusCode).toBe(200);
      expect(await rowOf(id)).toMatchObject({ handler_id: world.agents[user].id });
    }
  });

  test("reassigning answers the ticket in the caller's shape, even if they no longer see it", async () => {
    const { id, accepted_on } = await world.ticket({ handler: "mira", messages: ["one", "two"] });
    const ticket = (await toAgent("mira", id, "refunds", "naledi")).json<Ticket>();
    expect(ticket).toMatchObject({
      unread: 2,
      accepted_by: world.agents.mira.id,
      accepted_on: accepted_on?.toISOString(),
      can: { accept: false, reply: false, close: false, reassign: false, spam: false, delete: false },
    });
    expect((await world.as("mira").get(`/tickets/${id}`)).statusCode).toBe(404);
    expect((await world.as("naledi").get(`/tickets/${id}`)).json()).toMatchObject({ can: { reply: true } });
  });
});

describe("the events of a reassignment", () => {
  test("agents who gain sight see the ticket appear, those who lose it see it vanish, other companies get no event", async () => {
    const { id } = await world.ticket({ handler: "mira" });
    await toDepartment("mira", id, "refunds");
    const { harbour } = world.companies;
    const { bookings, refunds } = world.departments;
    const gaining = audienceOf(harbour.id, refunds.id, id);
    const losing = rooms.department(harbour.id, bookings.id);
    expect(world.published.map(({ event, rooms: to }) => [event, to])).toEqual([
      ["newHandler", [...gaining, losing]],
      ["updateTicket", gaining],
      ["removeTicket", [losing]],
      ["newEventLine", gaining],
    ]);
    expect(world.published[0]?.payload).toEqual({
      ticketid: id,
      stage_version: 1,
      userid: null,
      user_name: null,
      departmentid: refunds.id,
      department_name: "Refunds",
      accepted_on: null,
    });
    expect(world.published[2]?.payload).toEqual({ ticketid: id });
  });

  test("the new handler finds the reassigned ticket in the inbox, unless they assigned it to themselves", async () => {
    const { id } = await world.ticket({ handler: "mira", client: "Olena Koval" });
    await toAgent("mira", id, "bookings", "jonas");
    expect(world.published.map(({ event }) => event)).toEqual([
      "newHandler",
      "updateTicket",
      "newEventLine",
      "newNotification",
    ]);
    expect(world.published[3]).toMatchObject({
      payload: {
        notification: { type: "handover", name: "Olena Koval", by_name: "Mira Halvorsen", ticketid: id },
      },
      rooms: [rooms.agent(world.companies.harbour.id, world.agents.jonas.id)],
    });
    world.published.length = 0;
    await toAgent("ingrid", id, "bookings", "ingrid");
    expect(world.published.map(({ event }) => event)).toEqual(["newHandler", "updateTicket", "newEventLine"]);
  });

  test("a repeated reassignment changes and publishes nothing", async () => {
    const { id } = await world.ticket({ handler: "mira" });
    await toAgent("ingrid", id, "refunds", "naledi");
    world.published.length = 0;
    expect((await toAgent("ingrid", id, "refunds", "naledi")).statusCode).toBe(200);
    await toDepartment("ingrid", id, "refunds");
    world.published.length = 0;
    expect((await toDepartment("ingrid", id, "refunds")).statusCode).toBe(200);
    expect(world.published).toEqual([]);
  });
});

test("a handler who reassigns twice at once is refused the second time, and one handler remains", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const answers = await Promise.all([
    toAgent("mira", id, "refunds", "naledi"),
    toAgent("mira", id, "bookings", "jonas"),
  ]);
  const [first, second] = answers.map((answer) => answer.statusCode).toSorted();
  expect([first, [403, 404].includes(second ?? 0)]).toEqual([200, true]);
  const winner = answers.find((answer) => answer.statusCode === 200)?.json<Ticket>();
  expect(await rowOf(id)).toMatchObject({
    handler_id: winner?.userid,
    department_id: winner?.departmentid,
  });
  expect(world.published.filter(({ event }) => event === "newHandler")).toHaveLength(1);
});

test("counts of open tickets by department equal a recount after the ticket went around", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const counted = async (agent: AgentName) => {
    const tickets = (await world.as(agent).get("/tickets")).json<Ticket[] | string>();
    return typeof tickets === "string" ? 0 : tickets.filter((ticket) => ticket.ticketid === id).length;
  };
  const seenBy = () => Promise.all((["mira", "naledi", "tomas", "freya"] as const).map(counted));
  expect(await seenBy()).toEqual([1, 0, 1, 0]);
  await toDepartment("mira", id, "refunds");
  expect(await seenBy()).toEqual([0, 1, 1, 0]);
  await toDepartment("tomas", id, "bookings");
  expect(await seenBy()).toEqual([1, 0, 1, 0]);
});

test("the agents who may handle a ticket are listed by department with their status, the caller included", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const agents = (await world.as("mira").get(`/${id}/get-agents`)).json<Record<string, string>[]>();
  expect(agents.map(({ department, first_name }) => [department, first_name])).toEqual([
    ["Bookings", "Ingrid"],
    ["Bookings", "Jonas"],
    ["Bookings", "Mira"],
    ["Refunds", "Naledi"],
    ["Refunds", "Tomáš"],
  ]);
  expect(agents[0]).toMatchObject({ departmentid: world.departments.bookings.id, status: "offline" });
});

test("reassigning costs the same number of statements at any size", async () => {
  const count = async () => {
    const { id } = await world.ticket({ handler: "mira" });
    const moved = await countStatements(world, () => toAgent("mira", id, "refunds", "naledi"));
    const listed = await countStatements(world, () => world.as("ingrid").get(`/${id}/get-agents`));
    return [moved.statements.length, listed.statements.length];
  };
  const before = await count();
  for (let more = 0; more < 8; more++)
    await world.ticket({ department: "refunds", messages: ["1", "2", "3"] });
  expect(await count()).toEqual(before);
});

describe("a note that goes along", () => {
  const notesOf = (ticketId: string) =>
    world.desk("harbour", ({ db }) =>
      db.selectFrom("note").select(["id", "content", "agent_id"]).where("ticket_id", "=", ticketId).execute(),
    );
  const note = (content = "He wants the money back, not a voucher.") => ({ noteid: randomUUID(), content });

  test("a note that goes along is written with the move, for those who see the ticket now", async () => {
    for (const move of ["department", "agent"] as const) {
      world.published.length = 0;
      const { id } = await world.ticket({ handler: "mira" });
      const more = { note: note() };
      const answer =
        move === "department"
          ? await toDepartment("mira", id, "refunds", more)
          : await toAgent("mira", id, "refunds", "naledi", more);
      expect(answer.statusCode).toBe(200);
      expect(await notesOf(id)).toEqual([
        { id: more.note.noteid, content: more.note.content, agent_id: world.agents.mira.id },
      ]);
      const told = world.published.find(({ event }) => event === "newNote");
      const harbour = world.companies.harbour.id;
      expect(told?.rooms).toContain(rooms.department(harbour, world.departments.refunds.id));
      expect(told?.rooms).not.toContain(rooms.department(harbour, world.departments.bookings.id));
    }
  });

  test("a note that is too long or empty is an error of its field, and nothing is moved", async () => {
    const { id } = await world.ticket({ handler: "mira" });
    for (const content of ["x".repeat(limits.messageText + 1), "  "]) {
      const answer = await toDepartment("mira", id, "refunds", { note: note(content) });
      expect(answer.statusCode).toBe(400);
      expect(answer.body).toContain("note");
    }
    expect(await rowOf(id)).toMatchObject({ handler_id: world.agents.mira.id });
    expect(await notesOf(id)).toEqual([]);
  });

  test("a move that is refused writes no note, and a note that is refused moves nothing", async () => {
    const { id } = await world.ticket({ handler: "mira" });
    expect((await toAgent("mira", id, "refunds", "jonas", { note: note() })).statusCode).toBe(409);
    expect((await toDepartment("jonas", id, "refunds", { note: note() })).statusCode).toBe(403);
    expect(await notesOf(id)).toEqual([]);
    const other = await world.ticket({ handler: "mira" });
    const taken = note();
    await toDepartment("mira", other.id, "refunds", { note: taken });
    expect((await toDepartment("mira", id, "refunds", { note: taken })).statusCode).toBe(409);
    expect(await rowOf(id)).toMatchObject({ handler_id: world.agents.mira.id });
  });

  test("a repeated move writes its note once", async () => {
    const { id } = await world.ticket({ handler: "mira" });
    const more = { note: note() };
    for (let i = 0; i < 2; i++)
      expect((await toDepartment("ingrid", id, "refunds", more)).statusCode).toBe(200);
    expect(await notesOf(id)).toHaveLength(1);
  });
});
