/** The feed of events: order, sight, cursors, waiting. `test/cluster` promotes a standby beneath it. */
import { randomUUID } from "node:crypto";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import type { ProgramEvent, ProgramEventPage } from "@parley/contract/program-events";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeKey, type Program } from "../../../../test/world/keys.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { receive } from "../../channels/inbound/receive.ts";
import type { Channel, IncomingEvent } from "../../channels/seam/adapter.ts";
import { choosePolicies } from "../../decide/goals/choose.ts";
import { sweepGoals } from "../../decide/goals/warn.ts";
import { sweepRules } from "../../decide/rules/run.ts";
import { relayEvents } from "../../floor/ledger/relay.ts";

const everything = ["readTickets", "readClients", "readColleagues", "answerTickets", "sendReplies"];

let world: World;
let crm: Program;
let bookings: Program;
let other: Program;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  world.context.keyPace = { burst: 1e6, perSecond: 1e6 };
  crm = await makeKey(world, "ingrid", { abilities: everything });
  const departmentids = [world.departments.bookings.id];
  bookings = await makeKey(world, "ingrid", { abilities: everything, departmentids });
  other = await makeKey(world, "freya", { abilities: everything });
});
afterAll(() => world.close());

const query = async <Row>(text: string, values: unknown[] = []) =>
  (await world.context.pool.query(text, values)).rows as Row[];

async function page(program: Program, asked = ""): Promise<ProgramEventPage> {
  const answer = await program.get(`/events${asked}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ProgramEventPage>();
}
async function refusal(program: Program, asked: string) {
  const answer = await program.get(`/events${asked}`);
  return [answer.statusCode, answer.json<{ type: string }>().type.replace("urn:parley:reason:", "")];
}
const now = async (program = crm) => {
  await relayEvents(world.context);
  return (await page(program, "?after=now")).next;
};
async function since(after: string, program = crm, more = ""): Promise<ProgramEvent[]> {
  await relayEvents(world.context);
  const read: ProgramEvent[] = [];
  for (let next = after; ; ) {
    const { data, next: further, more: goesOn } = await page(program, `?after=${next}${more}`);
    read.push(...data);
    if (!goesOn) return read;
    next = further;
  }
}
const typesOf = (events: ProgramEvent[]) => events.map(({ type }) => type);

/** Places a further event before each of the first statements that read the ledger while `run` runs. */
async function placingMeanwhile<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  let left = 4;
  let placing = false;
  const send = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const go = () => Reflect.apply(send, this, args);
    const text = typeof args[0] === "string" ? args[0] : String((args[0] as { text?: string })?.text);
    if (placing || left === 0 || !/\bfrom event\b/.test(text)) return go();
    left -= 1;
    placing = true;
    return world
      .ticket({ department: "bookings", messages: ["Meanwhile"] })
      .then(() => relayEvents(world.context))
      .finally(() => {
        placing = false;
      })
      .then(go);
  } as typeof send;
  try {
    return await run();
  } finally {
    pg.Client.prototype.query = send;
    expect(left).toBeLessThan(4);
  }
}

describe("events", () => {
  test("an event that is placed while a page is read comes with the next page", async () => {
    const after = await now();
    await world.ticket({ department: "bookings", messages: ["First"] });
    await relayEvents(world.context);
    const { data, next } = await placingMeanwhile(() => page(crm, `?after=${after}`));
    const idsOf = (events: ProgramEvent[]) => events.map(({ id }) => id);
    expect([...idsOf(data), ...idsOf(await since(next))]).toEqual(idsOf(await since(after)));
  });

  test("events come in order, each with what it is about as it is now", async () => {
    const after = await now();
    const { id } = await world.ticket({ department: "bookings", handler: "mira", messages: ["Where?"] });
    await crm.post(`/tickets/${id}/messages`, { text: "At two." });
    await world.as("mira").post("/write-note", { ticketid: id, content: "Called him" });
    await world.as("mira").post("/ticket/set-priority", { ticketid: id, priority: "high" });
    await world.as("mira").post("/close-ticket", { ticketid: id, silently: true });
    const events = (await since(after)).filter(({ subject }) => subject.id === id);
    expect(typesOf(events)).toEqual([
      ...["ticket_message", "ticket_message", "ticket_note", "ticket_priority", "ticket_close"],
    ]);
    expect(events.map(({ subject }) => subject.number)).toEqual(events.map((_, index) => index + 1));
    for (const event of events)
      expect(event).toMatchObject({
        id: `${id}_${event.subject.number}`,
        ticket: { id, state: "closed", priority: "high" },
      });
    expect(events[0]).toMatchObject({
      actor: { kind: "client" },
      message: { text: "Where?", number: 1 },
      facts: { from: "client", seq: 1 },
    });
    expect(events[1]).toMatchObject({
      actor: { kind: "program", id: crm.keyid },
      message: { text: "At two.", author: { kind: "program", name: "CRM" } },
      facts: { from: "program" },
    });
    expect(events[2]).toMatchObject({
      actor: { kind: "agent", id: world.agents.mira.id },
      note: { text: "Called him" },
    });
  });

  test("a page of events of many tickets takes as many statements as one of a single ticket", async () => {
    const statementsOf = async (tickets: number) => {
      const after = await now();
      for (let made = 0; made < tickets; made++) {
        const { id } = await world.ticket({ department: "bookings", handler: "mira", messages: ["Where?"] });
        await world
          .as("mira")
          .post("/send-message", { ticketid: id, content: "Here", messageid: randomUUID() });
      }
      await relayEvents(world.context);
      const { statements, answer } = await countStatements(world, () => page(crm, `?after=${after}`));
      expect(answer.data.filter(({ message }) => message)).toHaveLength(2 * tickets);
      return statements.length;
    };
    expect(await statementsOf(6)).toBe(await statementsOf(1));
  });

  test("a message's failure, edit, deletion and reaction are events", async () => {
    const after = await now();
    const { id: channelId, companyId, externalId, token } = world.channels.harbour;
    const channel: Channel = {
      ...{ id: channelId, companyId, externalId, platform: "telegram", name: "Harbour", credentials: token },
    };
    const from = { externalId: "990", name: "Olena", username: null, lang: "uk" };
    const message = {
      ...{ kind: "message", externalId: "990:1", from, type: "text", content: "Hallo", caption: null },
      ...{ sentOn: world.clock.now(), media: null, album: null, replyToExternalId: null },
    };
    const edit = {
      kind: "edit",
      externalId: "990:1",
      content: "Hello",
      caption: null,
      editedOn: world.clock.now(),
    };
    const take = (event: object) => receive(world.context, channel, [{ from, ...event } as IncomingEvent]);
    await take(message);
    await take(edit);
    await take(edit);
    await take({ kind: "reaction", externalId: "990:1", reaction: "👍" });
    await take({ kind: "delete", externalId: "990:1" });
    const events = await since(after);
    expect(typesOf(events)).toEqual([
      ...["ticket_create", "ticket_message", "message_edit", "message_reaction", "message_delete"],
    ]);
    expect(events.find(({ type }) => type === "message_edit")).toMatchObject({
      actor: { kind: "client", id: events[1]?.actor.id },
      message: { type: "deleted", text: "" },
    });
  });

  test("a rule is the actor of its changes, and the writer of its notes", async () => {
    const rule = {
      ...{ name: "Urgent", enabled: true, departmentids: null, stops: false, condition: { all: [] } },
      when: { kind: "event", events: ["priority_changed"] },
      actions: [{ kind: "note", content: "Call them" }],
    };
    const { ruleid } = (await world.as("ingrid").post("/create-rule", rule)).json<{ ruleid: string }>();
    const ticket = await world.ticket({ department: "bookings", handler: "mira" });
    const after = await now();
    await world.as("mira").post("/ticket/set-priority", { ticketid: ticket.id, priority: "high" });
    await relayEvents(world.context);
    await sweepRules(world.context);
    const events = await since(after);
    expect(typesOf(events)).toEqual(["ticket_priority", "ticket_rule", "ticket_note"]);
    const byRule = { kind: "rule", id: ruleid };
    expect(events).toMatchObject([
      { actor: { kind: "agent" } },
      { actor: byRule, facts: { rule: ruleid } },
      { actor: byRule, note: { text: "Call them", author: { ...byRule, name: "Urgent" } } },
    ]);
    const [note] = (await crm.get(`/tickets/${ticket.id}/notes`)).json().data;
    expect(note).toMatchObject({ author: byRule });
    await world.as("ingrid").post("/delete-rule", { ruleid });
  });

  test("a goal that ends soon and one that is missed say so, with what is due", async () => {
    const all = (minutes: number | null) => ({
      low: minutes,
      normal: minutes,
      high: minutes,
      urgent: minutes,
    });
    const made = await world.as("ingrid").post("/create-goal-policy", {
      ...{ name: "Answers", condition: { all: [] }, in_hours: false, pauses: true },
      targets: { first: all(40), next: all(null), solved: all(null) },
    });
    const { policyid } = made.json<{ policyid: string }>();
    const after = await now();
    const { id } = await world.ticket({ department: "bookings", handler: "mira" });
    await world.desk("harbour", (scope) => choosePolicies(scope, sql`ticket.id = ${id}`));
    for (const minutes of [31, 10]) {
      world.clock.advance(minutes * 60_000);
      await sweepGoals(world.context);
    }
    const told = (await since(after)).filter(({ type }) => type.startsWith("ticket_goal_"));
    expect(typesOf(told)).toEqual(["ticket_goal_warned", "ticket_goal_missed"]);
    for (const event of told)
      expect(event).toMatchObject({
        actor: { kind: "desk" },
        facts: { policy: policyid, goal: "first" },
        ticket: { id, due: { goal: "first" }, goal_missed: true },
      });
    await world.as("ingrid").post("/delete-goal-policy", { policyid });
  });

  test("a message that fails says so", async () => {
    const after = await now();
    const ticket = await world.ticket({ department: "bookings", handler: "mira" });
    await world.as("mira").post("/send-message", { ticketid: ticket.id, content: "Too late" });
    world.clock.advance(2 * 3_600_000);
    await world.drain();
    const failed = (await since(after)).filter(
      ({ type, subject }) => type === "message_fail" && subject.id === ticket.id,
    );
    expect(failed).toMatchObject([
      {
        ...{ actor: { kind: "desk", id: null }, facts: { status: "failed" } },
        message: { text: "Too late", status: "failed" },
      },
    ]);
  });

  test("a key of one department sees its events alone, and its cursor passes the others", async () => {
    const after = await now(bookings);
    const [own, elsewhere] = [
      await world.ticket({ department: "bookings", messages: ["Mine"] }),
      await world.ticket({ department: "refunds", messages: ["Not yours"] }),
    ];
    const events = await since(after, bookings);
    const subjects = events.map(({ subject }) => subject.id);
    expect(subjects).toContain(own.id);
    expect(subjects).not.toContain(elsewhere.id);
    const ids = events.filter(({ subject }) => subject.type === "client").map(({ subject }) => subject.id);
    expect(ids).not.toContain(elsewhere.client_id);
    expect((await since(after)).map(({ subject }) => subject.id)).toContain(elsewhere.id);
    const last = (await page(bookings, `?after=${after}`)).next;
    expect(await since(last, bookings)).toEqual([]);
    expect(await refusal(other, `?after=${after}`)).toEqual([400, "cursor_invalid"]);
  });

  test("a deleted ticket has its events without what is gone, also for a key of its department", async () => {
    const after = await now();
    const { id } = await world.ticket({ department: "bookings", handler: "mira", messages: ["Forget me"] });
    await world.as("mira").post("/close-ticket", { ticketid: id, silently: true });
    expect((await world.as("ingrid").post("/admin/delete-ticket", { ticketid: id })).statusCode).toBe(200);
    for (const program of [crm, bookings]) {
      const events = (await since(after, program)).filter(({ subject }) => subject.id === id);
      expect(typesOf(events).at(-1)).toBe("ticket_delete");
      expect(events.map(({ ticket }) => ticket)).toEqual(events.map(() => null));
      expect(JSON.stringify(events)).not.toContain("Forget me");
    }
    const notHere = await makeKey(world, "ingrid", {
      ...{ abilities: ["readTickets"], departmentids: [world.departments.refunds.id] },
    });
    expect((await since(after, notHere)).filter(({ subject }) => subject.id === id)).toEqual([]);
  });

  test("types are chosen, and each needs its ability", async () => {
    const after = await now();
    const { id, client_id } = await world.ticket({ department: "bookings", handler: "mira" });
    await world.as("mira").post("/ticket/set-priority", { ticketid: id, priority: "high" });
    await world.as("ingrid").post(`/admin/${client_id}/block`);
    const reader = await makeKey(world, "ingrid", { abilities: ["readTickets"] });
    expect(typesOf(await since(after, reader)).filter((type) => type.startsWith("client_"))).toEqual([]);
    expect(typesOf(await since(after, crm, "&types=ticket_priority,ticket_accept"))).toEqual([
      "ticket_priority",
    ]);
    expect(await since(after, crm, "&types=client_block")).toMatchObject([
      { subject: { type: "client", id: client_id }, client: { id: client_id, blocked: true } },
    ]);
    expect(await refusal(reader, "?types=ticket_create,client_block")).toEqual([403, "key_ability"]);
    expect((await refusal(crm, "?types=user_login"))[0]).toBe(400);
    expect((await refusal(crm, "?wait=31"))[0]).toBe(400);
    expect(await refusal(crm, "?colour=red")).toEqual([400, "parameter_unknown"]);
  });

  test("a call scans two thousand events at most, and its cursor passes those that nobody sees", async () => {
    const after = await now();
    await query(
      `insert into event (company_id, subject_type, subject_id, number, kind, actor_kind, time, facts)
       select $1, 'agent', gen_random_uuid(), 1, 'user_logout', 'desk', now(), '{}' from generate_series(1, 2500)`,
      [world.companies.harbour.id],
    );
    const { id } = await world.ticket({ department: "bookings", messages: ["Here"] });
    await relayEvents(world.context);
    const first = await page(crm, `?after=${after}&wait=30`);
    expect([first.data, first.more]).toEqual([[], true]);
    const second = await page(crm, `?after=${first.next}`);
    expect(second.data.map(({ subject }) => subject.id)).toContain(id);
    expect(second.more).toBe(false);
  });
});

describe("a cursor", () => {
  test("a cursor is of its company and of this list alone", async () => {
    const foreign = await now(other);
    expect(await refusal(crm, `?after=${foreign}`)).toEqual([400, "cursor_invalid"]);
    const { next } = (await crm.get("/departments?limit=1")).json<{ next: string }>();
    for (const wrong of [next, "x", "NOW", "a".repeat(400)])
      expect(await refusal(crm, `?after=${wrong}`)).toEqual([400, "cursor_invalid"]);
    const own = await now();
    const changed = `${own.slice(0, 30)}${own[30] === "A" ? "B" : "A"}${own.slice(31)}`;
    expect(await refusal(crm, `?after=${changed}`)).toEqual([400, "cursor_invalid"]);
  });

  test("a cursor tells nothing, and every event has one to go on from", async () => {
    const after = await now();
    await world.ticket({ department: "bookings", messages: ["One", "Two", "Three"] });
    const events = await since(after);
    for (const [index, { cursor }] of events.entries()) {
      expect(await since(cursor)).toEqual(
        events.slice(index + 1).map((event) => ({ ...event, cursor: expect.any(String) })),
      );
      expect(Buffer.from(cursor, "base64url").toString("latin1")).not.toContain(world.companies.harbour.id);
    }
  });

  test("a cursor of before a restore, or of a ledger that has gone back, is gone and says how to begin anew", async () => {
    await world.ticket({ department: "bookings" });
    const after = await now();
    await query("update ledger_epoch set epoch = gen_random_uuid()");
    const answer = await crm.get(`/events?after=${after}`);
    expect(answer.statusCode).toBe(410);
    expect(answer.json()).toMatchObject({
      type: "urn:parley:reason:events_begin_anew",
      title: expect.stringContaining("after=now"),
    });
    const anew = await now();
    await query(
      "update event set number = number + 100 where place = (select max(place) from event where company_id = $1)",
      [world.companies.harbour.id],
    );
    expect(await refusal(crm, `?after=${anew}`)).toEqual([410, "events_begin_anew"]);
  });
});

describe("waiting", () => {
  test("a call waits until an event has its place", async () => {
    const after = await now();
    const waiting = page(crm, `?after=${after}&wait=20`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { id } = await world.ticket({ department: "bookings", messages: ["Here"] });
    await relayEvents(world.context);
    const { data } = await waiting;
    expect(data[0]?.subject.id).toBe(id);
  });

  test("a call that may not see the event goes on waiting, and ends in time with a cursor behind it", async () => {
    const after = await now(bookings);
    const began = performance.now();
    const waiting = page(bookings, `?after=${after}&wait=1&types=ticket_message`);
    await world.ticket({ department: "refunds", messages: ["Elsewhere"] });
    await relayEvents(world.context);
    const { data, next } = await waiting;
    expect(data).toEqual([]);
    expect(performance.now() - began).toBeGreaterThan(900);
    expect(next).not.toBe(after);
  });

  test("the calls of one key that wait are bounded: a further one is answered at once", async () => {
    const after = await now();
    const began = performance.now();
    const five = Array.from({ length: 5 }, () => page(crm, `?after=${after}&wait=2`));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await page(crm, `?after=${after}&wait=2`);
    expect(performance.now() - began).toBeLessThan(1_500);
    await Promise.all(five);
    expect(performance.now() - began).toBeGreaterThan(1_800);
  });

  test("a call ends when its client leaves, and when the server stops", async () => {
    const after = await now();
    await world.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = world.app.server.address() as AddressInfo;
    const open = () =>
      get({ port, path: `/api/v1/events?after=${after}&wait=30`, headers: crm.headers }).on(
        "error",
        () => undefined,
      );
    const spy = vi.spyOn(globalThis, "clearTimeout");
    const leaving = open();
    await new Promise((resolve) => setTimeout(resolve, 300));
    leaving.destroy();
    await vi.waitFor(() => expect(spy).toHaveBeenCalled());
    spy.mockRestore();
    const staying = open();
    const answered = new Promise<number>((resolve) => {
      staying.on("response", (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const began = performance.now();
    await world.app.close();
    expect(await answered).toBe(200);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
