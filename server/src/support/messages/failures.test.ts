import type { FailedMessage } from "@parley/contract/messages";
import type { NotificationsAnswer } from "@parley/contract/notifications";
import { reasonOf } from "@parley/contract/reasons";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import type { MessageRow } from "./append.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.context.database.deleteFrom("notification").execute();
  await world.context.database.deleteFrom("failed_message").execute();
  world.published.length = 0;
});

type Change = Partial<Pick<MessageRow, "status" | "status_reason" | "sending_until">>;
const outcome = async (message: MessageRow, change: Change) => {
  await world.desk("harbour", ({ db }) =>
    db.updateTable("message").set(change).where("id", "=", message.id).execute(),
  );
};
async function waiting(facts: Parameters<World["ticket"]>[0] = {}): Promise<MessageRow> {
  const ticket = await world.ticket({ handler: "mira", ...facts });
  return world.message(ticket, {
    agent: world.agents.mira,
    status: "queued",
    deadline_on: new Date(world.clock.now().getTime() + 60_000),
  });
}
const ticketOf = async ({ ticket_id }: MessageRow, agent: AgentName = "mira") =>
  (await world.as(agent).get(`/tickets/${ticket_id}`)).json<Ticket>();
const listed = async (agent: AgentName = "mira") =>
  (await world.as(agent).get("/failed-messages")).json<FailedMessage[]>();
const inbox = async (agent: AgentName = "mira") => {
  const answer = (await world.as(agent).get("/notifications")).json<NotificationsAnswer>();
  return { count: answer.count, lines: Object.values(answer.sections).flat() };
};
const dismiss = (
  agent: AgentName,
  { ticket_id: ticketid, id: messageid }: Pick<MessageRow, "ticket_id" | "id">,
) => world.as(agent).post("/dismiss-failure", { ticketid, messageid });
/** An uncertain message is sent again, and the provider refuses it. */
const fails = async (facts: Parameters<World["ticket"]>[0] = {}) => {
  const message = await waiting(facts);
  world.telegram.control.addFault({
    ...{ kind: "error", code: 400, method: "sendMessage" },
    description: "Bad Request: message is too long",
  });
  const { id: messageid, ticket_id: ticketid } = message;
  await outcome(message, { status: "uncertain", status_reason: reasonOf("interrupted_while") });
  await world.as("mira").post("/retry-message", { ticketid, messageid });
  await world.drain();
  return message;
};

test("a message that is sent after all takes its own failure away, and no other", async () => {
  const [one, other] = [await waiting(), await waiting()];
  for (const message of [one, other]) await outcome(message, { status: "failed" });
  await outcome(one, { status: "sent" });
  const kept = await world.context.database.selectFrom("failed_message").select("message_id").execute();
  expect(kept).toEqual([{ message_id: other.id }]);
  expect(await ticketOf(one)).not.toHaveProperty("failed");
  expect(await ticketOf(other)).toMatchObject({ failed: true });
});

test("a failure is neither read nor dismissed signed out, from another company or department, or of another ticket", async () => {
  const message = await fails();
  expect((await world.stranger.get("/failed-messages")).statusCode).toBe(401);
  expect((await world.stranger.post("/dismiss-failure", {})).statusCode).toBe(401);
  for (const agent of ["naledi", "omar"] as const) {
    expect((await dismiss(agent, message)).statusCode).toBe(404);
    expect(await listed(agent)).toEqual([]);
  }
  const other = await world.ticket({ handler: "mira" });
  expect((await dismiss("mira", { ticket_id: other.id, id: message.id })).statusCode).toBe(404);
  expect(await listed()).toHaveLength(1);
});

test("a provider's refusal is on the card, in its writer's inbox and in the list, and published", async () => {
  const message = await fails({ client: "New Person" });
  expect(await ticketOf(message)).toMatchObject({ failed: true });
  expect(await ticketOf(message, "jonas")).toMatchObject({ failed: true });
  const reason = reasonOf("text_too_long_for", { provider: "Telegram" });
  expect(await listed("jonas")).toMatchObject([
    { messageid: message.id, ticketid: message.ticket_id, userid: world.agents.mira.id, seq: 2, reason },
  ]);
  expect(await inbox()).toMatchObject({
    count: 1,
    lines: [
      {
        type: "failed",
        name: "New Person",
        ticketid: message.ticket_id,
        messageid: message.id,
        message_seq: 2,
        reason,
      },
    ],
  });
  expect((await inbox("jonas")).lines).toEqual([]);
  const marked = world.published.findLast(({ event }) => event === "messageUpdate");
  expect(marked?.payload).toMatchObject({ ticketid: message.ticket_id, ticket_failed: true });
  expect(world.published.map(({ event }) => event)).toContain("newNotification");
});

describe("a failed message is marked", () => {
  const bounced = reasonOf("mail_bounced", { address: "ann@nowhere.example", says: "550 User unknown" });
  test.each<[string, Change, boolean]>([
    ["failed", { status: "failed", status_reason: reasonOf("bot_blocked") }, true],
    ["uncertain", { status: "uncertain", status_reason: reasonOf("interrupted_while") }, true],
    ["sent, returned by one of its addressees", { status: "sent", status_reason: bounced }, true],
    ["sent", { status: "sent" }, false],
    ["sent with a remark", { status: "sent", status_reason: reasonOf("bot_blocked") }, false],
    ["waiting after an attempt", { status: "queued", status_reason: reasonOf("bot_blocked") }, false],
    ["read", { status: "read" }, false],
  ])("%s", async (_how, change, marked) => {
    const message = await waiting();
    await outcome(message, change);
    expect((await ticketOf(message)).failed).toBe(marked || undefined);
  });

  test("a message of the desk's own has no writer to tell", async () => {
    const ticket = await world.ticket({ handler: "mira" });
    const message = await world.message(ticket, { is_agent: true, purpose: "automatic", status: "queued" });
    await outcome(message, { status: "failed", status_reason: reasonOf("bot_blocked") });
    expect(await ticketOf(message)).not.toHaveProperty("failed");
  });
});

test("a retry ends the mark and the line; a second failure brings them back as one line", async () => {
  const message = await fails();
  const again = () =>
    world.as("mira").post("/retry-message", { ticketid: message.ticket_id, messageid: message.id });
  world.telegram.control.addFault({
    ...{ kind: "error", code: 400, method: "sendMessage" },
    description: "Bad Request: message is too long",
  });
  await again();
  await world.drain();
  expect(await inbox()).toMatchObject({ count: 1, lines: [{ messageid: message.id, seen: false }] });
  expect((await inbox()).lines).toHaveLength(1);
  await outcome(message, { status: "failed" });
  world.published.length = 0;
  await again();
  await outcome(message, { status: "sent", status_reason: null });
  await world.drain();
  expect(await ticketOf(message)).not.toHaveProperty("failed");
  expect(await inbox()).toMatchObject({ count: 0, lines: [{ messageid: message.id, seen: true }] });
  expect(world.published.map(({ event }) => event)).toContain("notificationsSeen");
  expect(await listed()).toEqual([]);
});

test("a failure dismissed by a colleague who sees the ticket is gone for everyone, once", async () => {
  const message = await fails();
  world.published.length = 0;
  expect((await dismiss("jonas", message)).statusCode).toBe(200);
  const { ticket_id: ticketid, id: messageid } = message;
  expect(world.published).toMatchObject([
    { event: "messageUpdate", payload: { ticketid, messageid, ticket_failed: false } },
  ]);
  await world.drain();
  expect(await inbox()).toMatchObject({ count: 0 });
  expect(await ticketOf(message)).not.toHaveProperty("failed");
  expect((await dismiss("jonas", message)).statusCode).toBe(200);
  expect(world.published.filter(({ event }) => event === "messageUpdate")).toHaveLength(1);
});
