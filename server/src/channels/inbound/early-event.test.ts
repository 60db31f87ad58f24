import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { channelsChanged } from "../accounts/changes.ts";
import { sweepEarlyEvents } from "../outbound/sweep.ts";
import type { Channel, IncomingEvent, IncomingMessage } from "../seam/adapter.ts";
import { type EarlyEvent, keepEvent } from "./early-event.ts";
import { receive } from "./receive.ts";

let world: World;
let channel: Channel;
beforeAll(async () => {
  world = await createWorld();
  const { id, companyId, externalId, token } = world.channels.harbour;
  channel = { id, companyId, externalId, platform: "telegram", name: "Harbour Travel", credentials: token };
});
afterAll(() => world.close());

const from = { externalId: "661001", name: "Olena Koval", username: null, lang: "uk" };
let last = 0;
const newExternalId = () => `661001:${++last}`;

const take = (...events: IncomingEvent[]) => receive(world.context, channel, events);
const message = (externalId: string): IncomingMessage => ({
  ...{ kind: "message", externalId, from, sentOn: world.clock.now(), type: "text", content: "Order 7" },
  ...{ caption: null, media: null, album: null, replyToExternalId: null },
});
const edit = (externalId: string, content: string, seconds = 1_795_000_000): IncomingEvent => ({
  ...{ kind: "edit", externalId, from, content, caption: null },
  editedOn: new Date(seconds * 1000),
});

const row = (externalId: string) =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("message")
      .select(["id", "ticket_id", "original_id", "type", "content", "reaction", "edited_on"])
      .where("external_id", "=", externalId)
      .executeTakeFirstOrThrow(),
  );
const kept = () =>
  world.desk("harbour", ({ db }) => db.selectFrom("early_event").select(["external_id", "kind"]).execute());

test("an edit, a deletion and a reaction that come before their message are applied once it is stored", async () => {
  const [edited, deleted, liked] = [newExternalId(), newExternalId(), newExternalId()];
  await take(
    edit(edited, "Order 9", 1_795_000_002),
    edit(edited, "Order 8", 1_795_000_001),
    edit(deleted, "Order 8"),
    { kind: "delete", externalId: deleted },
    { kind: "reaction", externalId: liked, reaction: "👍" },
    { kind: "reaction", externalId: liked, reaction: "❤" },
  );
  await take(message(edited), message(deleted), message(liked));
  world.published.length = 0;
  await sweepEarlyEvents(world.context);
  expect(await row(edited)).toMatchObject({ content: "Order 9", edited_on: new Date(1_795_000_002_000) });
  expect(await row(deleted)).toMatchObject({ type: "deleted", content: "" });
  expect((await row(liked)).reaction).toBe("❤");
  expect(await kept()).toEqual([]);
  expect(new Set(world.published.map(({ event }) => event))).toEqual(
    new Set(["messageUpdate", "newReaction"]),
  );
});

test("a quote of a message that comes later, or whose send is not recorded yet, is shown once it is stored", async () => {
  const [original, ours, answer, second] = [
    newExternalId(),
    newExternalId(),
    newExternalId(),
    newExternalId(),
  ];
  await take(
    { ...message(answer), replyToExternalId: original },
    { ...message(second), replyToExternalId: ours },
    message(original),
  );
  const { ticket_id, id } = await row(original);
  const ticket = await world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").selectAll().where("id", "=", ticket_id).executeTakeFirstOrThrow(),
  );
  world.published.length = 0;
  await sweepEarlyEvents(world.context);
  expect(world.published.map(({ event, payload }) => ({ event, payload }))).toEqual([
    {
      event: "messageUpdate",
      payload: expect.objectContaining({
        messageid: (await row(answer)).id,
        originalMessageId: id,
        originalMessage: "Order 7",
        originalMessageType: "text",
        originalMessageIsAgent: false,
      }),
    },
  ]);
  expect(await kept()).toEqual([{ external_id: second, kind: "quote" }]);
  await world.message(ticket, { agent: world.agents.mira, status: "sent", external_id: ours });
  await sweepEarlyEvents(world.context);
  expect((await row(second)).original_id).toBe((await row(ours)).id);
  expect(await kept()).toEqual([]);
});

test("a reaction to our message that comes before its send is recorded is shown with it", async () => {
  const externalId = newExternalId();
  const ticket = await world.ticket({ handler: "mira" });
  await take({ kind: "reaction", externalId, reaction: "👍" });
  await sweepEarlyEvents(world.context);
  await world.message(ticket, { agent: world.agents.mira, status: "sent", external_id: externalId });
  await sweepEarlyEvents(world.context);
  expect((await row(externalId)).reaction).toBe("👍");
});

test("a reaction that comes after the message replaces one that came before it", async () => {
  const externalId = newExternalId();
  await take({ kind: "reaction", externalId, reaction: "👍" }, message(externalId));
  await take({ kind: "reaction", externalId, reaction: "❤" });
  await sweepEarlyEvents(world.context);
  expect((await row(externalId)).reaction).toBe("❤");
});

test("an edit and a reaction that come after the deletion bring nothing back", async () => {
  const externalId = newExternalId();
  await take(message(externalId), { kind: "delete", externalId }, edit(externalId, "Order 8"), {
    kind: "reaction",
    externalId,
    reaction: "👍",
  });
  expect(await row(externalId)).toMatchObject({ type: "deleted", content: "", reaction: null });
});

test("an event that never finds its message is dropped after a quarter of an hour", async () => {
  const externalId = newExternalId();
  await take({ kind: "delete", externalId });
  world.clock.advance(14 * 60_000);
  await sweepEarlyEvents(world.context);
  expect(await kept()).toEqual([{ external_id: externalId, kind: "delete" }]);
  world.clock.advance(60_000);
  await sweepEarlyEvents(world.context);
  expect(await kept()).toEqual([]);
});

test("an account keeps at most a thousand early events, the newest", async () => {
  const created_on = new Date(world.clock.now().getTime() - 1000);
  const planted = Array.from({ length: 1000 }, (_, index) => ({
    ...{ company_id: channel.companyId, channel_id: channel.id, external_id: `foreign ${index}` },
    ...{ kind: "delete" as const, event: JSON.stringify({ kind: "delete" }), created_on },
  }));
  await world.desk("harbour", ({ db }) => db.insertInto("early_event").values(planted).execute());
  const externalId = newExternalId();
  await take({ kind: "reaction", externalId, reaction: "👍" });
  const all = await kept();
  expect(all).toHaveLength(1000);
  expect(all).toContainEqual({ external_id: externalId, kind: "reaction" });
  await world.desk("harbour", ({ db }) => db.deleteFrom("early_event").execute());
});

test("an edit that comes while the sweep applies an earlier one is applied too", async () => {
  const externalId = newExternalId();
  const keep = (content: string, seconds: number) =>
    world.desk("harbour", (scope) =>
      keepEvent({ scope, channel }, edit(externalId, content, seconds) as EarlyEvent),
    );
  await keep("Order 8", 1_795_000_001);
  await take(message(externalId));
  let looks = 0;
  // The other receiver did not find the message yet, and commits after the sweep's query.
  const database = world.context.database.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.some((one) => one.kind === "edit") && looks++ === 0)
        await keep("Order 9", 1_795_000_002);
      return result;
    },
  });
  await sweepEarlyEvents({ ...world.context, database });
  await sweepEarlyEvents(world.context);
  expect((await row(externalId)).content).toBe("Order 9");
  expect(await kept()).toEqual([]);
});

test("an event that cannot be applied stays, and delays no other", async () => {
  const { id, companyId } = world.channels.northwind;
  const theirs = { ...channel, ...world.channels.northwind, platform: "telegram" as const };
  const [sealed, fine] = [newExternalId(), newExternalId()];
  const early = (externalId: string): IncomingEvent => ({ kind: "delete", externalId });
  await receive(world.context, { ...theirs, id, companyId }, [early(sealed), message(sealed)]);
  await take(early(fine), message(fine));
  const seal = (credentials: Buffer) =>
    world.desk("northwind", ({ db }) =>
      db.updateTable("channel").set({ credentials }).where("id", "=", id).execute(),
    );
  await seal(Buffer.from("sealed under another secret"));
  channelsChanged(world.context);
  await sweepEarlyEvents(world.context);
  expect((await row(fine)).type).toBe("deleted");
  const left = await world.desk("northwind", ({ db }) =>
    db.selectFrom("early_event").select("external_id").execute(),
  );
  expect(left).toEqual([{ external_id: sealed }]);
  expect(world.logged.join("\n")).toContain("An early event was not applied");
});
