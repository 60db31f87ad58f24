import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endedProcess } from "../../../../test/world/processes.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { held } from "../../app/held.ts";
import { removeExpiredProcesses } from "../../http/live/lease.ts";
import type { MessageRow } from "../../support/messages/append.ts";
import { findChannel, openChannel } from "../accounts/find.ts";
import { receive } from "../inbound/receive.ts";
import type { OutgoingReaction, ReactionOutcome } from "../seam/adapter.ts";
import { deliver } from "./deliver.ts";
import { sweepReactions } from "./sweep.ts";

let world: World;
/** The provider's calls, in order: texts and reactions. */
const asked: (string | null)[] = [];
let answer: (reaction: OutgoingReaction) => Promise<ReactionOutcome>;
beforeAll(async () => {
  world = await createWorld();
  const adapter = world.context.adapters.of("telegram");
  adapter.react = (_channel, reaction) => {
    asked.push(reaction.reaction);
    return answer(reaction);
  };
  adapter.send = async (_channel, { content, messageId }) => {
    asked.push(content);
    return { outcome: "sent", externalId: messageId };
  };
});
afterAll(() => world.close());
beforeEach(() => {
  asked.length = 0;
  answer = async () => ({ outcome: "sent" });
});

async function received() {
  const ticket = await world.ticket({ handler: "mira" });
  return world.message(ticket, { external_id: `7:${crypto.randomUUID()}` });
}
const react = ({ ticket_id, id }: MessageRow, reaction: string | null = "👍") =>
  world.as("mira").post("/react", { ticketid: ticket_id, messageid: id, reaction });
const run = ({ ticket_id: ticketId, company_id: companyId }: MessageRow) =>
  deliver(world.context, { ticketId, companyId }, new AbortController().signal);
const after = ({ id, ticket_id }: MessageRow) =>
  world.desk("harbour", async ({ db }) => ({
    message: await db
      .selectFrom("message")
      .select(["agent_reaction", "agent_reaction_reason"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow(),
    queued: await db.selectFrom("queued_reaction").selectAll().where("message_id", "=", id).execute(),
    ...(await db
      .selectFrom("ticket")
      .select("reactions_wait")
      .where("id", "=", ticket_id)
      .executeTakeFirstOrThrow()),
  }));

test("a reaction goes after the messages queued before it, and before those queued later", async () => {
  const message = await received();
  const send = (content: string) =>
    world.as("mira").post("/send-message", { ticketid: message.ticket_id, content });
  await send("First");
  world.clock.advance(10);
  await react(message);
  world.clock.advance(10);
  await send("Second");
  await run(message);
  expect(asked).toEqual(["First", "👍", "Second"]);
  expect(await after(message)).toMatchObject({ queued: [], reactions_wait: false });
});

test("when a reaction is changed while it is sent, the client sees the last one", async () => {
  const message = await received();
  answer = async ({ reaction }) => {
    if (reaction === "👍") await react(message, "🔥");
    return { outcome: "sent" };
  };
  await react(message);
  await run(message);
  expect(asked).toEqual(["👍", "🔥"]);
  expect(await after(message)).toMatchObject({ message: { agent_reaction: "🔥" }, queued: [] });
});

test("a refused reaction stays with the reason; a refused removal shows the one that remains", async () => {
  const message = await received();
  await react(message);
  await run(message);
  answer = async () => ({ outcome: "refused", reason: { code: "bot_blocked", facts: {} } });
  await react(message, null);
  expect((await after(message)).message.agent_reaction).toBeNull();
  await run(message);
  expect(await after(message)).toMatchObject({
    message: { agent_reaction: "👍", agent_reaction_reason: { code: "bot_blocked" } },
    queued: [],
    reactions_wait: false,
  });
});

test("the sweep sends a reaction again after a crash behind its claim, when the lease has expired", async () => {
  const message = await received();
  await react(message);
  answer = async () => {
    throw new Error("The process ends here");
  };
  await expect(run(message)).rejects.toThrow("ends here");
  answer = async () => ({ outcome: "sent" });
  await run(message);
  expect(asked).toEqual(["👍"]);
  world.clock.advance(91_000);
  await sweepReactions(world.context);
  await world.drain();
  expect(asked).toEqual(["👍", "👍"]);
  expect(await after(message)).toMatchObject({ queued: [], reactions_wait: false });
});

test("a reaction that an ended process was sending is sent again once its lease expired", async () => {
  const message = await received();
  await react(message);
  const claim = {
    sending_by: await endedProcess(world.context),
    sending_until: new Date(world.clock.now().getTime() + 80_000),
    attempts: 1,
  };
  await world.desk("harbour", ({ db }) =>
    db.updateTable("queued_reaction").set(claim).where("message_id", "=", message.id).execute(),
  );
  await run(message);
  expect(asked).toEqual([]);
  await removeExpiredProcesses(world.context, held);
  await world.drain();
  expect(asked).toEqual(["👍"]);
});

test("a reaction is given up after an hour, with the last reason", async () => {
  const message = await received();
  answer = async () => ({ outcome: "tryAgain", afterMs: null, reason: { code: "slow_down", facts: {} } });
  await react(message);
  await run(message);
  expect((await after(message)).queued).toMatchObject([{ reason: { code: "slow_down" }, attempts: 1 }]);
  world.clock.advance(3_600_000);
  await run(message);
  expect((await after(message)).message.agent_reaction_reason).toMatchObject({
    code: "too_late_because",
    because: { code: "slow_down" },
  });
});

test("a reaction fails with that reason when its account was disconnected", async () => {
  const message = await received();
  await react(message);
  const set = (removed_on: Date | null) =>
    world.desk("harbour", ({ db }) =>
      db.updateTable("channel").set({ removed_on }).where("id", "=", message.channel_id).execute(),
    );
  await set(world.clock.now());
  await run(message);
  await set(null);
  expect((await after(message)).message.agent_reaction_reason).toMatchObject({
    code: "channel_disconnected",
  });
  expect(asked).toEqual([]);
});

test("a failure of a reaction that is reported later is shown; another account's report changes nothing", async () => {
  const message = await received();
  await react(message);
  await run(message);
  const report = async (id: string) => {
    const row = await findChannel(world.context, message.channel_id);
    if (!row) throw new Error("The channel is not there");
    const channel = { ...openChannel(row, world.context.secrets), id };
    const reason = { code: "client_undeliverable", facts: { provider: "WhatsApp" } } as const;
    await receive(world.context, channel, [{ kind: "reactionFailed", messageId: message.id, reason }]);
    return (await after(message)).message.agent_reaction_reason?.code;
  };
  expect(await report(crypto.randomUUID())).toBeUndefined();
  expect(await report(message.channel_id)).toBe("client_undeliverable");
});
