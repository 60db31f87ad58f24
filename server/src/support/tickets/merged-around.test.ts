/**
 * Merged tickets count as one for outgoing texts, figures, exports, notices and events, and each by itself again
 * after the undoing.
 */
import { randomUUID } from "node:crypto";
import type { Message } from "@parley/contract/messages";
import type { Outgoing, Scheduled, TicketOutgoing } from "@parley/contract/outgoing";
import type { ProgramEvent, ProgramEventPage } from "@parley/contract/program-events";
import type { SharedBubble } from "@parley/contract/shared-bubbles";
import type { Ticket, TicketLine } from "@parley/contract/tickets";
import type { View } from "@parley/contract/views";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeKey, type Program } from "../../../../test/world/keys.ts";
import { connectMailbox } from "../../../../test/world/mail-account.ts";
import { messagesOf, timeComes } from "../../../../test/world/meanwhile.ts";
import { giveTo, type Pair, plantPair } from "../../../../test/world/merged-pair.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { split } from "../../../../test/world/split-ticket.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { receive } from "../../channels/inbound/receive.ts";
import type { Channel, IncomingEvent } from "../../channels/seam/adapter.ts";
import { relayEvents } from "../../floor/ledger/relay.ts";

let world: World;
let channel: Channel;
let crm: Program;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  world.context.keyPace = { burst: 1e6, perSecond: 1e6 };
  const { id, companyId, externalId, token } = world.channels.harbour;
  channel = { id, companyId, externalId, platform: "telegram", name: "Harbour Travel", credentials: token };
  crm = await makeKey(world, "ingrid", { abilities: ["readTickets", "answerTickets", "sendReplies"] });
});
afterAll(() => world.close());
beforeEach(() => {
  world.clock.advance(60_000);
});

const post = async (path: string, body: object, agent: AgentName = "mira") => {
  const answer = await world.as(agent).post(path, body);
  expect(answer.statusCode, `${path} ${answer.body}`).toBeLessThan(300);
  return answer;
};
const get = async <Answer>(path: string, agent: AgentName = "mira") =>
  (await world.as(agent).get(path)).json<Answer>();
const merge = ({ target, merged }: Pair) => post("/merge-tickets", { ticketid: merged, into: target });
const undo = ({ merged }: Pair) => post("/unmerge-ticket", { ticketid: merged });
const take = (...events: IncomingEvent[]) => receive(world.context, channel, events);
const write = (from: string, content: string, externalId = `${from}:${content}`) =>
  take({
    ...{ kind: "message", externalId, sentOn: world.clock.now(), type: "text", content },
    from: { externalId: from, name: "Olena Koval", username: null, lang: "en" },
    ...{ caption: null, media: null, album: null, replyToExternalId: null },
  });
const idsOf = async (ticketid: string) => (await messagesOf(world, ticketid)).map(({ id }) => id);

describe("texts that leave later", () => {
  const schedule = async (ticketid: string, more: object = {}) => {
    const body = {
      ticketid,
      messageid: randomUUID(),
      content: "It leaves at nine.",
      leaves: "hour",
      ...more,
    };
    const { outgoing } = (await post("/schedule-message", body)).json<Scheduled>();
    return outgoing?.messageid as string;
  };
  const waiting = async (ticketid: string) =>
    (await get<TicketOutgoing>(`/${ticketid}/outgoing`)).outgoing.map(({ messageid }) => messageid);

  test("a text that waits in a merged ticket is its target's, leaves on its own thread, and is its own again when undone", async () => {
    const pair = await plantPair(world);
    const [first, second] = [await schedule(pair.merged), await schedule(pair.merged)];
    await merge(pair);
    expect((await waiting(pair.target)).toSorted()).toEqual([first, second].toSorted());
    await post("/send-outgoing", { messageid: first });
    expect(await idsOf(pair.merged)).toEqual([first]);
    await undo(pair);
    expect([await waiting(pair.merged), await waiting(pair.target)]).toEqual([[second], []]);
    await merge(pair);
    await timeComes(world);
    expect([await idsOf(pair.merged), await idsOf(pair.target)]).toEqual([[first, second], []]);
    expect(await get<Ticket>(`/tickets/${pair.target}`)).toMatchObject({ last_seq: 4 });
  });

  test("the handler of the target takes over a text of a merged ticket whose writer has left, and nobody else does", async () => {
    const pair = await plantPair(world);
    const messageid = await schedule(pair.merged);
    await merge(pair);
    const leave = (left: boolean) =>
      world.desk("harbour", ({ db, now }) =>
        db
          .updateTable("agent")
          .set({ disabled_on: left ? now : null })
          .where("id", "=", world.agents.mira.id)
          .execute(),
      );
    await post(
      "/ticket/reassign-user",
      {
        ...{ ticketid: pair.target, newUser: world.agents.jonas.id },
        newDepartment: world.departments.bookings.id,
      },
      "ingrid",
    );
    await leave(true);
    expect((await world.as("naledi").post("/take-outgoing", { messageid })).statusCode).toBe(404);
    await post("/take-outgoing", { messageid }, "jonas");
    const own = await get<Outgoing[]>("/outgoing", "jonas");
    expect(own).toMatchObject([{ messageid, ticketid: pair.target }]);
    await post("/send-outgoing", { messageid }, "jonas");
    await leave(false);
    expect(await idsOf(pair.merged)).toEqual([messageid]);
  });

  test("a macro on a merged ticket changes its target, and undoing it gives that back", async () => {
    const pair = await plantPair(world);
    const { bubbleid, updated_on } = (
      await post(
        "/admin/create-bubble",
        {
          ...{ name: "Settled", language: "en", content: "Done." },
          actions: [
            { kind: "priority", priority: "urgent" },
            { kind: "close", silently: true },
          ],
        },
        "ingrid",
      )
    ).json<SharedBubble>();
    const runid = randomUUID();
    await schedule(pair.merged, { macro: { runid, bubbleid, updated_on } });
    await merge(pair);
    await timeComes(world);
    expect(await get<Ticket>(`/tickets/${pair.merged}`)).toMatchObject({
      ...{ ticketid: pair.target, stage: "closed", priority: "urgent" },
    });
    await post("/undo-macro", { runid });
    expect(await get<Ticket>(`/tickets/${pair.target}`)).toMatchObject({ stage: "accepted" });
  });
});

test("lists, counts of views, a client's page and the export have the target alone, and both again when it is undone", async () => {
  const pair = await plantPair(world);
  const about = { field: "handler", operator: "is", value: "me" };
  const { viewid } = (await post("/create-view", { name: "Mine", condition: { all: [about] } })).json<View>();
  const seen = async () => {
    const ids = [pair.target, pair.merged];
    const listed = (found: { ticketid: string }[]) =>
      ids.filter((id) => found.some(({ ticketid }) => ticketid === id));
    const open = await get<Ticket[]>("/tickets");
    const counts = await get<Record<string, number>>("/views/counts");
    const csv = (await world.as("ingrid").get("/export-tickets")).body;
    return {
      open: listed(open),
      counted: counts[viewid],
      of: listed(await get<TicketLine[]>(`/admin/${pair.client}/client-tickets`, "ingrid")),
      exported: ids.filter((id) => csv.includes(id)),
    };
  };
  const before = await seen();
  const both = [pair.target, pair.merged];
  expect(before).toMatchObject({ open: both, of: both, exported: both });
  await merge(pair);
  const counted = (before.counted ?? 0) - 1;
  const one = [pair.target];
  expect(await seen()).toEqual({ open: one, counted, of: one, exported: one });
  await undo(pair);
  expect(await seen()).toEqual(before);
  await merge(pair);
  await post("/close-ticket", { ticketid: pair.target, silently: true });
  const closed = await get<Ticket[]>("/0/closed-tickets");
  expect(closed.map(({ ticketid }) => ticketid)).toContain(pair.target);
  expect(closed.map(({ ticketid }) => ticketid)).not.toContain(pair.merged);
});

test("receipts, reactions and edits on the merged thread are shown in the target at their numbers", async () => {
  const pair = await plantPair(world);
  const answer = await post("/send-message", { ticketid: pair.merged, content: "At two." });
  const { messageid } = answer.json<Message>();
  await world.context.pool.query("update message set external_id = 'ours', status = 'sent' where id = $1", [
    messageid,
  ]);
  await write(pair.threads.merged, "Thanks", "theirs");
  await merge(pair);
  world.published.length = 0;
  await take(
    { kind: "receipt", externalId: "ours", status: "read", reason: null },
    { kind: "reaction", externalId: "ours", reaction: "👍" },
  );
  const from = { externalId: pair.threads.merged, name: "Olena Koval", username: null, lang: "en" };
  await take({
    ...{ kind: "edit", externalId: "theirs", from, editedOn: world.clock.now() },
    ...{ content: "Thank you", caption: null },
  });
  const of = (name: string) =>
    world.published.filter(({ event }) => event === name).map(({ payload }) => payload);
  for (const name of ["messageUpdate", "newReaction"]) {
    expect(of(name), name).not.toEqual([]);
    for (const payload of of(name)) expect(payload, name).toMatchObject({ ticketid: pair.target });
  }
  const chat = await get<{ selectedSections: Record<string, Message[]> }>(`/${pair.target}/1/chat`);
  const shown = Object.values(chat.selectedSections).flat();
  expect(shown.find((one) => one.messageid === messageid)).toMatchObject({
    ...{ status: "read", reaction: "👍", seq: 3, ticketid: pair.target },
  });
  expect(shown.at(-1)).toMatchObject({ content: "Thank you", seq: 4 });
});

test("a mail that answers a mail of the merged ticket comes into its target, and into its own ticket once it is undone", async () => {
  const mailbox = await connectMailbox(world);
  const from = "olena@quay.example";
  const first = await mailbox.receive({ from, subject: "Two seats" });
  const { rows } = await world.context.pool.query("select * from ticket where channel_id = $1", [mailbox.id]);
  const [mailed] = rows;
  const target = await world.ticket({ handler: "mira" });
  await giveTo(world, mailed, target.client_id);
  await post("/merge-tickets", { ticketid: mailed.id, into: target.id }, "ingrid");
  const reply = (text: string) =>
    mailbox.receive({ from, subject: "Re: Two seats", text, headers: [`In-Reply-To: ${first}`] });
  await reply("And a third");
  expect(await get<Ticket>(`/tickets/${target.id}`)).toMatchObject({
    last_seq: 3,
    last_message: { content: "And a third" },
  });
  await post("/unmerge-ticket", { ticketid: mailed.id }, "ingrid");
  await reply("And a fourth");
  expect(await get<Ticket>(`/tickets/${mailed.id}`)).toMatchObject({
    ...{ ticketid: mailed.id, last_seq: 3 },
    last_message: { content: "And a fourth" },
  });
  expect(await get<Ticket>(`/tickets/${target.id}`)).toMatchObject({ last_seq: 1 });
});

describe("the feed of events", () => {
  const since = async (after: string) => {
    await relayEvents(world.context);
    return (await crm.get(`/events?after=${after}`)).json<ProgramEventPage>().data;
  };
  const now = async () => {
    await relayEvents(world.context);
    return (await crm.get("/events?after=now")).json<ProgramEventPage>().next;
  };
  const told = (events: ProgramEvent[]) =>
    events.map(({ type, subject, ticket }) => [type, subject.id, ticket?.id]);

  test("a program hears of a merging, its undoing, and of what is written on the merged thread as the target's", async () => {
    const pair = await plantPair(world);
    const after = await now();
    await merge(pair);
    await write(pair.threads.merged, "And one more");
    const [merged, message] = await since(after);
    expect(merged).toMatchObject({
      ...{ type: "ticket_merge", subject: { id: pair.target }, ticket: { id: pair.target } },
      facts: { merged: pair.merged },
    });
    expect(message).toMatchObject({
      ...{ type: "ticket_message", ticket: { id: pair.target } },
      message: { text: "And one more", ticket_id: pair.target, number: 3 },
    });
    const apart = await now();
    await undo(pair);
    expect(told(await since(apart))).toEqual([["ticket_unmerge", pair.target, pair.target]]);
  });

  test("a program hears of a splitting and its undoing", async () => {
    const pair = await plantPair(world);
    const { rows } = await world.context.pool.query("select id from message where ticket_id = $1", [
      pair.target,
    ]);
    const after = await now();
    const made = await split(world, "mira", pair.target, [rows[0].id]);
    expect(told(await since(after)).toSorted()).toEqual(
      [
        ["ticket_split", pair.target, pair.target],
        ["ticket_split_off", made.ticketid, made.ticketid],
      ].toSorted(),
    );
    const undone = await now();
    await post("/unsplit-ticket", { ticketid: made.ticketid });
    expect(told(await since(undone))).toContainEqual(["ticket_unsplit", pair.target, pair.target]);
  });
});
