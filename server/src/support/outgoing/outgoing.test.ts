import { randomUUID } from "node:crypto";
import { limits } from "@parley/contract/limits";
import type { Message } from "@parley/contract/messages";
import type { NotesAnswer } from "@parley/contract/notes";
import type { Outgoing, Scheduled, TicketOutgoing } from "@parley/contract/outgoing";
import type { SharedBubble } from "@parley/contract/shared-bubbles";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { form } from "../../../../test/world/form.ts";
import {
  timeComes as due,
  handTo,
  inboxOf as inboxOfAgent,
  messagesOf as inTicket,
  setWindow,
  tryMeanwhile,
} from "../../../../test/world/meanwhile.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { lockTicket, type TicketRow } from "../ticket/access.ts";
import { removeDropped } from "./rows.ts";
import { sweepOutgoing } from "./sweep.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.context.pool.query("delete from notification");
  await world.context.pool.query("delete from outgoing");
});

const schedule = (ticketid: string, more: object = {}, agent: AgentName = "mira") =>
  world.as(agent).post("/schedule-message", {
    ...{ ticketid, messageid: randomUUID(), content: "It leaves at nine.", leaves: "hour" },
    ...more,
  });
const scheduled = async (ticketid: string, more: object = {}) => {
  const answer = await schedule(ticketid, more);
  expect(answer.statusCode, answer.body).toBe(200);
  const { outgoing } = answer.json<Scheduled>();
  if (!outgoing) throw new Error("The text has left");
  return outgoing;
};
const listed = async (ticketid: string, agent: AgentName = "mira") =>
  (await world.as(agent).get(`/${ticketid}/outgoing`)).json<TicketOutgoing>().outgoing;
const messagesOf = (ticketid: string) => inTicket(world, ticketid);
const inboxOf = (agent: AgentName) => inboxOfAgent(world, agent);
const timeComes = () => due(world);
/** The next last Sunday of March, when clocks in Europe go from two to three. */
function nextSpringSunday(now: Date): string {
  const days = [0, 1].map((more) => {
    const last = new Date(Date.UTC(now.getUTCFullYear() + more, 2, 31));
    return new Date(last.getTime() - last.getUTCDay() * 86_400_000);
  });
  const next = days.find((day) => day > now) ?? now;
  return next.toISOString().slice(0, 10);
}

const refusal = (answer: { statusCode: number; json(): { reason?: { code: string } } }) => [
  answer.statusCode,
  answer.json().reason?.code,
];

describe("a text that leaves later", () => {
  test("a text that leaves later has no number, and is shown to those who see its ticket alone", async () => {
    const ticket = await world.ticket({ handler: "mira", messages: ["When does it leave?"] });
    world.published.length = 0;
    const outgoing = await scheduled(ticket.id);
    expect(outgoing).toMatchObject({
      ...{ content: "It leaves at nine.", user_name: "Mira Halvorsen", held: false, reason: null },
      due_on: new Date(world.clock.now().getTime() + 3_600_000).toISOString(),
    });
    expect(await messagesOf(ticket.id)).toEqual([]);
    expect(world.published).toEqual([
      {
        event: "updateOutgoing",
        payload: outgoing,
        rooms: [
          `company:${ticket.company_id}:departments`,
          `company:${ticket.company_id}:department:${ticket.department_id}`,
          `company:${ticket.company_id}:sight:${ticket.id}`,
        ],
      },
    ]);
    expect(await listed(ticket.id, "jonas")).toEqual([outgoing]);
    expect((await world.as("naledi").get(`/${ticket.id}/outgoing`)).statusCode).toBe(404);
    expect((await world.as("mira").get("/outgoing")).json()).toEqual([outgoing]);
    expect((await world.as("jonas").get("/outgoing")).json()).toEqual([]);
  });

  test("a text becomes one message with its id when its time comes, and goes to the client", async () => {
    const ticket = await world.ticket({ handler: "mira", messages: ["one"] });
    const quoted = (await world.message(ticket, { content: "two" })).id;
    const { messageid } = await scheduled(ticket.id, { originalMessageId: quoted });
    await sweepOutgoing(world.context);
    expect(await messagesOf(ticket.id)).toEqual([]);
    await timeComes();
    await timeComes();
    const messages = await messagesOf(ticket.id);
    expect(messages).toMatchObject([
      {
        ...{ id: messageid, content: "It leaves at nine.", agent_id: world.agents.mira.id, seq: 3 },
        ...{ status: "queued", original_id: quoted },
      },
    ]);
    expect(await listed(ticket.id)).toEqual([]);
    const { kind, actor_id } = await world.desk("harbour", ({ db }) =>
      db
        .selectFrom("event")
        .selectAll()
        .where("subject_id", "=", ticket.id)
        .orderBy("number", "desc")
        .executeTakeFirstOrThrow(),
    );
    expect({ kind, actor_id }).toEqual({ kind: "ticket_message", actor_id: world.agents.mira.id });
    expect(world.published.map(({ event }) => event)).toContain("removeOutgoing");
  });

  test("texts of a ticket leave in the order in which they are due", async () => {
    const ticket = await world.ticket({ handler: "mira" });
    for (const content of ["one", "two", "three"]) {
      await scheduled(ticket.id, { content, leaves: "held" });
      world.clock.advance(1);
    }
    world.clock.advance(limits.takeBack);
    await Promise.all([sweepOutgoing(world.context), sweepOutgoing(world.context)]);
    await sweepOutgoing(world.context);
    expect((await messagesOf(ticket.id)).map(({ content }) => content)).toEqual(["one", "two", "three"]);
  });

  test("a file leaves with its caption, and one that is taken back leaves nothing behind", async () => {
    const ticket = await world.ticket({ handler: "mira" });
    const send = (messageid: string) =>
      world
        .as("mira")
        .post(
          "/schedule-file",
          undefined,
          form(
            { ticketid: ticket.id, messageid, leaves: "tomorrow", caption: "The bill" },
            { name: "bill.txt", content: "7 EUR" },
          ),
        );
    const [stays, goes] = [randomUUID(), randomUUID()];
    for (const id of [stays, goes, stays]) {
      const answer = await send(id);
      expect([answer.statusCode, answer.json<Scheduled>().outgoing]).toMatchObject([
        201,
        { messageid: id, caption: "The bill", file_name: "bill.txt", path: expect.any(String) },
      ]);
    }
    expect((await world.as("mira").post("/drop-outgoing", { messageid: goes })).statusCode).toBe(200);
    await timeComes();
    expect(await messagesOf(ticket.id)).toMatchObject([{ id: stays, type: "document", caption: "The bill" }]);
    const files = await world.desk("harbour", ({ db }) =>
      db.selectFrom("file").select("name").where("ticket_id", "=", ticket.id).execute(),
    );
    expect(files).toEqual([{ name: "bill.txt" }]);
  });
});

describe("a repeat of an id", () => {
  test("a repeat answers the text while it waits, and its message once it has left", async () => {
    const ticket = await world.ticket({ handler: "mira" });
    const body = { messageid: randomUUID() };
    const first = await scheduled(ticket.id, body);
    expect(await scheduled(ticket.id, { ...body, content: "Other", leaves: "tomorrow" })).toEqual(first);
    await timeComes();
    const again = (await schedule(ticket.id, body)).json<Scheduled>();
    expect(again).toMatchObject({ outgoing: null, message: { messageid: body.messageid } });
    expect(await messagesOf(ticket.id)).toHaveLength(1);
  });

  test("a repeat that comes late brings nothing back that was taken back", async () => {
    const ticket = await world.ticket({ handler: "mira" });
    const body = { messageid: randomUUID() };
    await scheduled(ticket.id, body);
    const dropped = await world.as("mira").post("/drop-outgoing", body);
    expect(dropped.json<Outgoing>().content).toBe("It leaves at nine.");
    expect(refusal(await schedule(ticket.id, body))).toEqual([409, "outgoing_dropped"]);
    expect(refusal(await world.as("mira").post("/send-outgoing", body))).toEqual([409, "outgoing_dropped"]);
    await timeComes();
    expect(await messagesOf(ticket.id)).toEqual([]);
    await world.desk("harbour", ({ db, now }) =>
      db
        .updateTable("outgoing")
        .set({ dropped_on: new Date(now.getTime() - 24 * 3_600_000) })
        .execute(),
    );
    await removeDropped(world.context);
    const { rows } = await world.context.pool.query("select from outgoing");
    expect(rows).toEqual([]);
  });

  test("a call that sends the same id at once makes one message of both", async () => {
    const ticket = await world.ticket({ handler: "mira" });
    const { messageid } = await scheduled(ticket.id);
    const body = { ticketid: ticket.id, messageid, content: "At once" };
    expect((await world.as("mira").post("/send-message", body)).statusCode).toBe(200);
    await timeComes();
    expect(await messagesOf(ticket.id)).toMatchObject([{ id: messageid, content: "At once" }]);
    expect(await listed(ticket.id)).toEqual([]);
  });

  test("an id of another's text or of another ticket is refused without saying whose", async () => {
    const [one, other] = [await world.ticket({ handler: "mira" }), await world.ticket({ handler: "jonas" })];
    const { messageid } = await scheduled(one.id);
    const taken = await schedule(other.id, { messageid }, "jonas");
    expect(refusal(taken)).toEqual([409, "message_id_taken"]);
  });
});

describe("a change", () => {
  test("a writer changes text and time, and sends at once, one time however often", async () => {
    const ticket = await world.ticket({ handler: "mira" });
    const { messageid } = await scheduled(ticket.id);
    const change = (to: object) => world.as("mira").post("/change-outgoing", { messageid, ...to });
    const later = (await change({ content: "At ten.", leaves: "tomorrow" })).json<Outgoing>();
    expect(later.content).toBe("At ten.");
    expect(Date.parse(later.due_on ?? "")).toBeGreaterThan(world.clock.now().getTime() + 3_600_000);
    const sent = await Promise.all(
      Array.from({ length: 3 }, () => world.as("mira").post("/send-outgoing", { messageid })),
    );
    for (const one of sent) expect([one.statusCode, one.json<Message>().content]).toEqual([200, "At ten."]);
    expect(await messagesOf(ticket.id)).toHaveLength(1);
    expect(refusal(await change({ content: "No" }))).toEqual([409, "outgoing_left"]);
    const drop = await world.as("mira").post("/drop-outgoing", { messageid });
    expect(refusal(drop)).toEqual([409, "outgoing_left"]);
  });

  test("a colleague who sees the ticket neither changes nor sends it; its handler takes it back, and the ticket says so", async () => {
    const ticket = await world.ticket({ handler: "mira" });
    const { messageid } = await scheduled(ticket.id);
    for (const path of ["/change-outgoing", "/send-outgoing", "/drop-outgoing"])
      expect(refusal(await world.as("jonas").post(path, { messageid, content: "Mine" }))).toEqual([
        403,
        "outgoing_of_another",
      ]);
    expect((await world.as("naledi").post("/drop-outgoing", { messageid })).statusCode).toBe(404);
    expect((await world.stranger.post("/drop-outgoing", { messageid })).statusCode).toBe(401);
    await handTo(world, ticket, "jonas");
    expect((await world.as("jonas").post("/drop-outgoing", { messageid })).statusCode).toBe(200);
    const { lines } = (await world.as("mira").get(`/${ticket.id}/notes`)).json<NotesAnswer>();
    expect(lines[0]).toMatchObject({
      ...{ kind: "ticket_outgoing_drop", user_name: "Jonas Weber", writer_name: "Mira Halvorsen" },
    });
  });
});

describe("scheduling is refused at once", () => {
  test("scheduling is refused for a time that has passed, lies beyond a year, or is none", async () => {
    const { id } = await world.ticket({ handler: "mira" });
    expect(refusal(await schedule(id, { leaves: "2020-01-01T09:00" }))).toEqual([400, "outgoing_past"]);
    expect(refusal(await schedule(id, { leaves: "2199-01-01T09:00" }))).toEqual([400, "outgoing_far"]);
    expect(refusal(await schedule(id, { leaves: "opening" }))).toEqual([400, "outgoing_no_opening"]);
    for (const leaves of ["2030-02-30T09:00", "2030-02-03T09:00Z", "someday", "", null])
      expect((await schedule(id, { leaves })).statusCode, String(leaves)).toBe(400);
    expect((await schedule(id, { messageid: undefined })).statusCode).toBe(400);
    expect((await schedule(id, { content: " " })).statusCode).toBe(400);
    expect(await listed(id)).toEqual([]);
  });

  test("scheduling is refused for what could not be sent now either: in another's ticket or a closed one, a text too long, before news of the client", async () => {
    const others = await world.ticket({ handler: "jonas" });
    const closed = await world.ticket({ handler: "mira", closed: true });
    const open = await world.ticket({ handler: "mira", messages: ["one", "two"] });
    expect(refusal(await schedule(others.id))).toEqual([403, "not_handler"]);
    expect(refusal(await schedule(closed.id))).toEqual([403, "ticket_closed"]);
    expect(refusal(await schedule(open.id, { content: "x".repeat(4097) }))).toEqual([
      400,
      "message_too_long",
    ]);
    expect(refusal(await schedule(open.id, { seenSeq: 1 }))).toEqual([409, "client_wrote"]);
  });

  test("scheduling is refused for a time after the end of the reply window", async () => {
    const { id } = await world.ticket({ handler: "mira" });
    await setWindow(world, id, 30 * 60_000);
    expect(refusal(await schedule(id))).toEqual([409, "outgoing_after_window"]);
    expect((await schedule(id, { leaves: "held" })).statusCode).toBe(200);
  });

  test("a time that the department's clock leaves out is the end of the gap, when it is chosen and when it is changed", async () => {
    const zone = (time_zone: string) => world.as("ingrid").put("/admin/settings", { time_zone });
    expect((await zone("Europe/Oslo")).statusCode).toBe(200);
    const day = nextSpringSunday(world.clock.now());
    const { id } = await world.ticket({ handler: "mira" });
    const { messageid, due_on } = await scheduled(id, { leaves: `${day}T02:30` });
    expect(due_on).toBe(`${day}T01:00:00.000Z`);
    for (const [leaves, due] of [
      ["03:00", "01:00"],
      ["01:59", "00:59"],
      ["02:00", "01:00"],
    ]) {
      const body = { messageid, leaves: `${day}T${leaves}` };
      const changed = await world.as("mira").post("/change-outgoing", body);
      expect(changed.json<Outgoing>().due_on).toBe(`${day}T${due}:00.000Z`);
    }
    await zone("UTC");
  });

  test("scheduling is refused for more texts than a ticket keeps", async () => {
    const { id } = await world.ticket({ handler: "mira" });
    for (let n = 0; n < limits.outgoingPerTicket; n++) await scheduled(id);
    expect(refusal(await schedule(id))).toEqual([400, "outgoing_full"]);
  });
});

tryMeanwhile(
  () => world,
  "a text",
  async () => {
    const ticket = await world.ticket({ handler: "mira" });
    const { messageid } = await scheduled(ticket.id);
    return { ticket, messageid };
  },
);

describe("an id that a message of another ticket has got meanwhile", () => {
  /** `/send-message` takes any id that no message has. */
  const takeId = async (messageid: string) => {
    const other = await world.ticket({ handler: "mira" });
    const body = { ticketid: other.id, messageid, content: "Elsewhere" };
    expect((await world.as("mira").post("/send-message", body)).statusCode).toBe(200);
  };
  const stops = async (ticket: TicketRow, messageid: string) => {
    await timeComes();
    await timeComes();
    expect(await listed(ticket.id)).toMatchObject([
      { messageid, due_on: null, reason: { code: "message_id_taken" } },
    ]);
    expect(await messagesOf(ticket.id)).toEqual([]);
    expect(await inboxOf("mira")).toMatchObject([{ reason: { code: "message_id_taken" } }]);
  };

  test("a text stops and is kept", async () => {
    const ticket = await world.ticket({ handler: "mira" });
    const { messageid } = await scheduled(ticket.id);
    await takeId(messageid);
    await stops(ticket, messageid);
  });

  test("a file with its caption stops and is kept, and does not try again each minute", async () => {
    const ticket = await world.ticket({ handler: "mira" });
    const messageid = randomUUID();
    const facts = { ticketid: ticket.id, messageid, leaves: "hour", caption: "The bill" };
    const file = form(facts, { name: "bill.txt", content: "7 EUR" });
    expect((await world.as("mira").post("/schedule-file", undefined, file)).statusCode).toBe(201);
    await takeId(messageid);
    await stops(ticket, messageid);
    expect(await listed(ticket.id)).toMatchObject([{ caption: "The bill", file_name: "bill.txt" }]);
  });
});

test("a text that has stopped leaves once its writer chooses so, and the line is settled", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  const { messageid } = await scheduled(ticket.id);
  await world.message(ticket, { content: "Wait!" });
  await timeComes();
  const change = (to: object) => world.as("mira").post("/change-outgoing", { messageid, ...to });
  expect(refusal(await change({ content: "Done." }))).toEqual([400, "outgoing_stopped"]);
  expect(refusal(await change({ leaves: "hour", seenSeq: 1 }))).toEqual([409, "client_wrote"]);
  expect((await change({ content: "Done.", leaves: "hour", seenSeq: 2 })).json<Outgoing>()).toMatchObject({
    ...{ content: "Done.", stopped_on: null, reason: null, due_on: expect.any(String) },
  });
  expect(await inboxOf("mira")).toMatchObject([{ seen: true }]);
  await timeComes();
  expect(await messagesOf(ticket.id)).toMatchObject([{ id: messageid, content: "Done." }]);
});

test("a worker that ends in the middle leaves the text or its message, never both or none", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  const { messageid } = await scheduled(ticket.id);
  await world.desk("harbour", ({ db, now }) => db.updateTable("outgoing").set({ due_on: now }).execute());
  const locked = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  const ended = world.desk("harbour", async (scope) => {
    await lockTicket(scope, ticket.id);
    await scope.db.deleteFrom("outgoing").where("id", "=", messageid).execute();
    locked.resolve();
    await ending.promise;
    throw new Error("killed");
  });
  await locked.promise;
  // The ticket is held: it is passed over, and not waited for.
  await sweepOutgoing(world.context);
  expect(await messagesOf(ticket.id)).toEqual([]);
  ending.resolve();
  await expect(ended).rejects.toThrow("killed");
  await Promise.all([sweepOutgoing(world.context), sweepOutgoing(world.context)]);
  await sweepOutgoing(world.context);
  expect(await messagesOf(ticket.id)).toMatchObject([{ id: messageid }]);
});

test("an agent's choice to take back comes before the company's, and both are off at first", async () => {
  const own = async () => (await world.as("mira").get("/auth/profile")).json();
  expect(await own()).toMatchObject({ takeBack: false, takeBackChoice: null });
  await world.as("ingrid").put("/admin/settings", { take_back: true });
  expect(await own()).toMatchObject({ takeBack: true, takeBackChoice: null });
  const chosen = await world.as("mira").put("/take-back", { take_back: false });
  expect(chosen.json()).toMatchObject({ takeBack: false, takeBackChoice: false });
  await world.as("mira").put("/take-back", { take_back: null });
  expect(await own()).toMatchObject({ takeBack: true, takeBackChoice: null });
  await world.as("ingrid").put("/admin/settings", { take_back: false });
});

describe("a text with a macro", () => {
  type Action = SharedBubble["actions"][number];
  const close: Action = { kind: "close", silently: true };
  const macroOf = async (actions: object[], name: string) =>
    (
      await world.as("ingrid").post("/admin/create-bubble", { name, content: "Done", actions })
    ).json<SharedBubble>();
  const given = ({ bubbleid, updated_on }: SharedBubble, runid: string = randomUUID()) => ({
    macro: { runid, bubbleid, updated_on },
  });
  const ticketNow = async (id: string) => (await world.as("ingrid").get(`/tickets/${id}`)).json<Ticket>();

  test("a macro runs when its text leaves, in the same unit of work, and is undone as any", async () => {
    const ticket = await world.ticket({ handler: "mira" });
    const macro = await macroOf([{ kind: "priority", priority: "urgent" }, close], "Settled");
    const runid = randomUUID();
    const { messageid, macro: kept } = await scheduled(ticket.id, given(macro, runid));
    expect(kept).toMatchObject({ name: "Settled", runid, actions: macro.actions });
    expect(await ticketNow(ticket.id)).toMatchObject({ stage: "accepted" });
    world.published.length = 0;
    await timeComes();
    expect(await ticketNow(ticket.id)).toMatchObject({ stage: "closed", priority: "urgent" });
    expect(await messagesOf(ticket.id)).toMatchObject([{ id: messageid }]);
    expect(world.published).toContainEqual(
      expect.objectContaining({
        event: "removeOutgoing",
        payload: { ticketid: ticket.id, messageid, ran: true },
      }),
    );
    expect((await world.as("mira").post("/undo-macro", { runid })).json()).toMatchObject({ left: [] });
    const after = await ticketNow(ticket.id);
    expect([after.stage, after.priority]).toEqual(["accepted", undefined]);
  });

  test("a macro runs with a text that its writer sends at once, and not with one that is taken back", async () => {
    const [sent, back] = [await world.ticket({ handler: "mira" }), await world.ticket({ handler: "mira" })];
    const macro = await macroOf([close], "At once");
    const first = await scheduled(sent.id, { ...given(macro), leaves: "held" });
    const second = await scheduled(back.id, { ...given(macro), leaves: "held" });
    const dropped = await world.as("mira").post("/drop-outgoing", { messageid: second.messageid });
    expect(dropped.json<Outgoing>().macro).toMatchObject({ bubbleid: macro.bubbleid });
    const { messageid } = first;
    expect((await world.as("mira").post("/send-outgoing", { messageid })).statusCode).toBe(200);
    await timeComes();
    expect([(await ticketNow(sent.id)).stage, (await ticketNow(back.id)).stage]).toEqual([
      "closed",
      "accepted",
    ]);
    expect(await messagesOf(back.id)).toEqual([]);
  });

  test("a macro that could not run now is refused at once", async () => {
    const { id } = await world.ticket({ handler: "mira" });
    const macro = await macroOf([close], "Refused");
    const hidden = await macroOf([], "Without actions");
    expect(refusal(await schedule(id, given({ ...macro, updated_on: new Date(0).toISOString() })))).toEqual([
      409,
      "macro_changed",
    ]);
    expect(refusal(await schedule(id, given({ ...macro, bubbleid: randomUUID() })))).toEqual([
      404,
      "bubble_unknown",
    ]);
    expect(refusal(await schedule(id, given(hidden)))).toEqual([400, "macro_without_actions"]);
    expect(await listed(id)).toEqual([]);
  });

  test("a text whose macro was changed, was deleted or meets a refusal stops, and nothing of it is done", async () => {
    const tag = (await world.as("ingrid").post("/create-tag", { name: "Gone" })).json<{ tagid: string }>();
    const cases: [object[], (macro: SharedBubble) => Promise<{ statusCode: number }>, string][] = [
      [
        [close],
        ({ bubbleid, name }) =>
          world.as("ingrid").post("/admin/update-bubble", { bubbleid, name, content: "x" }),
        "macro_changed",
      ],
      [
        [close],
        ({ bubbleid }) => world.as("ingrid").post("/admin/delete-bubble", { bubbleid }),
        "bubble_unknown",
      ],
      [
        [{ kind: "tag", add: [tag.tagid], remove: [] }],
        () => world.as("ingrid").post("/admin/delete-tag", { tagid: tag.tagid }),
        "tag_unknown",
      ],
    ];
    for (const [actions, meanwhile, why] of cases) {
      const ticket = await world.ticket({ handler: "mira" });
      const macro = await macroOf(actions, why);
      await scheduled(ticket.id, given(macro));
      world.clock.advance(1_000);
      expect((await meanwhile(macro)).statusCode).toBe(200);
      await timeComes();
      expect(await listed(ticket.id)).toMatchObject([{ reason: { code: why }, due_on: null }]);
      expect(await messagesOf(ticket.id)).toEqual([]);
      expect((await ticketNow(ticket.id)).stage).toBe("accepted");
    }
  });
});

tryMeanwhile(
  () => world,
  "a text with a macro",
  async () => {
    const actions = [{ kind: "priority", priority: "high" }];
    const made = await world
      .as("ingrid")
      .post("/admin/create-bubble", { name: `Macro ${randomUUID()}`, content: "Done", actions });
    const { bubbleid, updated_on } = made.json<SharedBubble>();
    const ticket = await world.ticket({ handler: "mira" });
    const { messageid } = await scheduled(ticket.id, {
      macro: { runid: randomUUID(), bubbleid, updated_on },
    });
    return { ticket, messageid };
  },
);
