import { randomUUID } from "node:crypto";
import type { Message, SearchResult } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import type { MessageRow } from "../../support/messages/append.ts";
import type { TicketRow } from "../../support/ticket/access.ts";
import type { ChangeOutcome } from "../seam/adapter.ts";
import { sweepChanges } from "./change-sent.ts";

let world: World;
const asked: string[] = [];
let answer: () => Promise<ChangeOutcome> = async () => ({ outcome: "sent" });
beforeAll(async () => {
  world = await createWorld();
  const adapter = world.context.adapters.of("telegram");
  adapter.edit = (_channel, { text }) => {
    asked.push(text);
    return answer();
  };
  adapter.remove = () => {
    asked.push("(deleted)");
    return answer();
  };
});
afterAll(() => world.close());

async function sent(facts: Parameters<World["message"]>[1] = {}) {
  asked.length = 0;
  answer = async () => ({ outcome: "sent" });
  const ticket = await world.ticket({ handler: "mira" });
  const message = await world.message(ticket, {
    ...{ agent: world.agents.mira, content: "The ferry leaves at seven.", status: "sent" },
    ...{ external_id: `7:${randomUUID()}`, ...facts },
  });
  return { ticket, message };
}
type Sent = { ticket: TicketRow; message: MessageRow };
const edit = ({ ticket, message }: Sent, content = "The ferry leaves at nine.", agent: AgentName = "mira") =>
  world.as(agent).post("/edit-message", { ticketid: ticket.id, messageid: message.id, content });
const remove = ({ ticket, message }: Sent, agent: AgentName = "mira") =>
  world.as(agent).post("/delete-message", { ticketid: ticket.id, messageid: message.id });
const rowOf = ({ message }: Sent) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("message").selectAll().where("id", "=", message.id).executeTakeFirstOrThrow(),
  );
const refusal = (one: { statusCode: number; json(): { reason?: { code: string } } }) => [
  one.statusCode,
  one.json().reason?.code,
];

test("an edit is shown everywhere: in the chat, on the card and in the search, which finds the old text no more", async () => {
  const one = await sent();
  world.published.length = 0;
  const edited = (await edit(one)).json<Message>();
  expect(edited).toMatchObject({ content: "The ferry leaves at nine.", edited_on: expect.any(String) });
  expect(world.published.map(({ event }) => event)).toEqual(["messageUpdate", "messageUpdate"]);
  expect(world.published[1]?.payload).toMatchObject({ content: "The ferry leaves at nine.", change: null });
  const { last_message } = (await world.as("mira").get(`/tickets/${one.ticket.id}`)).json<Ticket>();
  expect(last_message?.content).toBe("The ferry leaves at nine.");
  const found = async (keyword: string) =>
    (await world.as("mira").get(`/search-message?ticketid=${one.ticket.id}&keyword=${keyword}`)).json<
      SearchResult[]
    >().length;
  expect([await found("nine"), await found("seven")]).toEqual([1, 0]);
});

test("a deleted message leaves a trace without text, in the chat and on the card", async () => {
  const one = await sent();
  expect((await remove(one)).json()).toMatchObject({ type: "deleted", content: "", isagent: true });
  expect((await remove(one)).statusCode).toBe(200);
  expect(refusal(await edit(one))).toEqual([409, "message_deleted"]);
  expect(asked).toEqual(["(deleted)"]);
  const { last_message } = (await world.as("mira").get(`/tickets/${one.ticket.id}`)).json<Ticket>();
  expect(last_message).toMatchObject({ type: "deleted", content: "" });
});

test("administrators alone read what a message said before, and the ledger has who changed it, without words", async () => {
  const one = await sent();
  await edit(one);
  await edit(one, "The ferry leaves at ten.");
  await remove(one);
  const path = `/messages/${one.message.id}/history`;
  expect((await world.as("mira").get(path)).statusCode).toBe(403);
  expect((await world.as("freya").get(path)).statusCode).toBe(404);
  expect((await world.as("ingrid").get(path)).json()).toMatchObject([
    { kind: "edit", content: "The ferry leaves at seven.", user_name: "Mira Halvorsen" },
    { kind: "edit", content: "The ferry leaves at nine." },
    { kind: "delete", content: "The ferry leaves at ten." },
  ]);
  const events = await world.desk("harbour", ({ db }) =>
    db.selectFrom("event").selectAll().where("subject_id", "=", one.ticket.id).orderBy("number").execute(),
  );
  const changes = events.filter(({ kind }) => kind.startsWith("message_"));
  expect(changes.map(({ kind, actor_id }) => [kind, actor_id])).toEqual([
    ["message_edit", world.agents.mira.id],
    ["message_edit", world.agents.mira.id],
    ["message_delete", world.agents.mira.id],
  ]);
  expect(JSON.stringify(changes)).not.toContain("ferry");
});

test("a message that has not left yet changes here alone, and a deleted one never leaves", async () => {
  const one = await sent({ status: "queued", external_id: null });
  expect((await edit(one)).json<Message>().content).toBe("The ferry leaves at nine.");
  expect((await remove(one)).json<Message>()).toMatchObject({ type: "deleted", status: null });
  expect(asked).toEqual([]);
});

test("a change is refused signed out, of another's message or ticket, of the client's, to an empty text or one too long, of one that failed", async () => {
  const one = await sent();
  const body = { ticketid: one.ticket.id, messageid: one.message.id, content: "x" };
  expect((await world.stranger.post("/edit-message", body)).statusCode).toBe(401);
  expect((await edit(one, "x", "naledi")).statusCode).toBe(404);
  expect(refusal(await edit(one, "x", "jonas"))).toEqual([403, "not_handler"]);
  expect(refusal(await edit(one, " "))).toEqual([400, "empty_field"]);
  expect(refusal(await edit(one, "x".repeat(4097)))).toEqual([400, "message_too_long"]);
  const theirs = await world.message(one.ticket, { content: "When?", external_id: "7:1" });
  expect(refusal(await edit({ ...one, message: theirs }))).toEqual([403, "message_not_of_agent"]);
  const colleagues = await world.message(one.ticket, {
    agent: world.agents.jonas,
    status: "sent",
    external_id: "7:2",
  });
  expect(refusal(await edit({ ...one, message: colleagues }))).toEqual([403, "message_of_another"]);
  expect((await remove({ ...one, message: colleagues })).statusCode).toBe(200);
  const failed = await sent({ status: "failed", external_id: null });
  expect(refusal(await edit(failed))).toEqual([409, "message_not_at_client"]);
  const leaving = await sent({ status: "queued", external_id: null, sending_until: new Date("2199-01-01") });
  expect(refusal(await remove(leaving))).toEqual([409, "message_being_sent"]);
  expect(await rowOf(one)).toMatchObject({ content: "The ferry leaves at seven.", edited_on: null });
});

test("two changes at once are made one after the other, or the second is refused", async () => {
  const one = await sent();
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  answer = async () => {
    reached.resolve();
    await gate.promise;
    return { outcome: "sent" };
  };
  const first = edit(one);
  await reached.promise;
  expect((await rowOf(one)).change).toMatchObject({ kind: "edit", state: "sending" });
  expect(refusal(await remove(one))).toEqual([409, "message_changing"]);
  gate.resolve();
  expect((await first).statusCode).toBe(200);
  expect(await rowOf(one)).toMatchObject({ content: "The ferry leaves at nine.", change: null });
});

test("a process that ends while the provider is asked leaves the change uncertain, and another try ends it", async () => {
  const one = await sent();
  answer = () => Promise.reject(new Error("killed"));
  expect((await edit(one)).statusCode).toBe(500);
  await sweepChanges(world.context);
  expect((await rowOf(one)).change?.state).toBe("sending");
  await world.desk("harbour", ({ db, now }) =>
    db.updateTable("message_changing").set({ until: now }).execute(),
  );
  await sweepChanges(world.context);
  expect((await rowOf(one)).change).toMatchObject({
    ...{ kind: "edit", content: "The ferry leaves at nine.", state: "uncertain" },
    reason: { code: "interrupted_while" },
  });
  answer = async () => ({ outcome: "sent" });
  expect((await edit(one)).json<Message>()).toMatchObject({ content: "The ferry leaves at nine." });
  expect((await rowOf(one)).change).toBeNull();
});
