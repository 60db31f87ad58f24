import type { Message } from "@parley/contract/messages";
import { reasonOf } from "@parley/contract/reasons";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import type { MessageRow } from "./append.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

type Of = Pick<MessageRow, "ticket_id" | "id">;
const react = (agent: Parameters<World["as"]>[0], { ticket_id, id }: Of, reaction: string | null = "👍") =>
  world.as(agent).post("/react", { ticketid: ticket_id, messageid: id, reaction });

/** A client's message that mira may answer. */
async function received(
  facts: Parameters<World["ticket"]>[0] = {},
  message: Parameters<World["message"]>[1] = {},
) {
  const ticket = await world.ticket({ handler: "mira", ...facts });
  return world.message(ticket, { external_id: `7:${crypto.randomUUID()}`, ...message });
}

const queued = ({ id }: Of) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("queued_reaction").selectAll().where("message_id", "=", id).execute(),
  );

test("a reaction is refused signed out, from another company, or not as the handler", async () => {
  const message = await received();
  expect((await world.stranger.post("/react", {})).statusCode).toBe(401);
  expect((await react("jonas", message)).json()).toMatchObject({ code: "not_handler" });
  expect((await react("naledi", message)).statusCode).toBe(404);
  expect((await react("omar", message)).statusCode).toBe(404);
  expect((await react("mira", await received({ closed: true }))).json()).toMatchObject({
    code: "ticket_closed",
  });
  expect(await queued(message)).toEqual([]);
});

test("a reaction to a message of another ticket is 404", async () => {
  const [message, other] = [await received(), await received()];
  expect((await react("mira", { ticket_id: other.ticket_id, id: message.id })).statusCode).toBe(404);
});

test.each([["🚕"], ["not an emoji"], ["❤️"]])(
  "the reaction %s, which the channel does not take, is refused",
  async (emoji) => {
    const answer = await react("mira", await received(), emoji);
    expect([answer.statusCode, answer.json().reason.code]).toEqual([400, "reaction_not_offered"]);
  },
);

test.each([
  ["a message of ours that the client does not have", { external_id: null, agent: "mira", status: "failed" }],
  ["a message that was taken back", { type: "deleted" }],
  ["a rating", { type: "rating", content: "3" }],
] as const)("a reaction to %s is refused", async (_, about) => {
  const { agent, ...facts } = { agent: undefined, ...about };
  const message = await received({}, { ...facts, ...(agent && { agent: world.agents[agent] }) });
  const answer = await react("mira", message);
  expect([answer.statusCode, answer.json().reason.code]).toEqual([409, "message_not_at_client"]);
});

test("a reaction after the reply window is refused", async () => {
  const message = await received();
  await world.desk("harbour", ({ db }) =>
    db
      .updateTable("ticket")
      .set({ reply_window_until: world.clock.now() })
      .where("id", "=", message.ticket_id)
      .execute(),
  );
  expect((await react("mira", message)).json()).toMatchObject({ code: "reply_window_closed" });
});

test("the desk's reaction stands beside the client's, is published, and a repeat changes nothing", async () => {
  const message = await received({}, { reaction: "🙏" });
  const answer = await react("mira", message);
  const both = { reaction: "🙏", agent_reaction: "👍", agent_reaction_reason: null };
  expect(answer.json<Message>()).toMatchObject({ messageid: message.id, ...both });
  expect(world.published).toMatchObject([
    { event: "newReaction", payload: { messageid: message.id, ticketid: message.ticket_id, ...both } },
  ]);
  expect((await react("mira", message)).json()).toMatchObject(both);
  expect(world.published).toHaveLength(1);
  expect(await queued(message)).toMatchObject([{ reaction: "👍", version: 1 }]);
});

test("a failed reaction is queued again by the same call", async () => {
  const reason = reasonOf("bot_blocked");
  const message = await received({}, { agent_reaction: "👍", agent_reaction_reason: reason });
  expect((await react("mira", message)).json()).toMatchObject({
    agent_reaction: "👍",
    agent_reaction_reason: null,
  });
  expect(await queued(message)).toHaveLength(1);
});
