import { randomUUID } from "node:crypto";
import type { SharedTicket } from "@parley/contract/tickets";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { plantPair } from "../../../../test/world/merged-pair.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { receive } from "../../channels/inbound/receive.ts";
import type { Channel, IncomingMessage } from "../../channels/seam/adapter.ts";
import { choosePolicies } from "./choose.ts";

let world: World;
let channel: Channel;
beforeEach(async () => {
  await world?.close();
  world = await createWorld();
  const { id, companyId, externalId, token } = world.channels.harbour;
  channel = { id, companyId, externalId, platform: "telegram", name: "Harbour Travel", credentials: token };
});
afterAll(() => world.close());

const minute = 60_000;
const each = (minutes: number | null) => ({ low: minutes, normal: minutes, high: 5, urgent: minutes });
const create = async (targets: object) => {
  const made = await world.as("ingrid").post("/create-goal-policy", {
    ...{ name: "Answers", condition: { all: [] }, in_hours: false, pauses: true },
    targets: { first: each(30), next: each(60), solved: each(240), ...targets },
  });
  expect(made.statusCode, made.body).toBe(200);
};
let number = 0;
const say = (client: string, content: string) => {
  number += 1;
  const message: IncomingMessage = {
    ...{ kind: "message", type: "text", content, caption: null, media: null, album: null },
    ...{ externalId: `${client}:${number}`, sentOn: world.clock.now(), replyToExternalId: null },
    from: { externalId: client, name: "Olena", username: null, lang: "en" },
  };
  return receive(world.context, channel, [message]);
};
const in_ = (minutes: number) => new Date(world.clock.now().getTime() + minutes * minute).toISOString();
const last = (event: string) => world.published.findLast((one) => one.event === event)?.payload as never;
const goalsOfMessage = () => (last("newMessage") as { goals?: object }).goals;
const ticketOf = async (client: string): Promise<SharedTicket> => {
  const { rows } = await world.context.pool.query("select id from ticket where client_external_id = $1", [
    client,
  ]);
  return (await world.as("ingrid").get(`/tickets/${rows[0].id}`)).json();
};

test("each event that changes what is due says so: a new ticket, a message, an answer, another priority", async () => {
  await create({});
  await say("661001", "Is the ferry running?");
  const due = { on: in_(30), goal: "first" };
  expect((last("newTicket") as SharedTicket).due).toEqual(due);
  world.clock.advance(minute);
  await say("661001", "Hello?");
  expect(goalsOfMessage()).toEqual({ has_goals: true, due });
  const { ticketid } = await ticketOf("661001");
  const accepted = await world.as("ingrid").post("/acceptTicket", { ticketid });
  expect(accepted.statusCode, accepted.body).toBe(200);
  const answer = () =>
    world.as("ingrid").post("/send-message", { ticketid, messageid: randomUUID(), content: "It is." });
  expect((await answer()).statusCode).toBe(200);
  expect(goalsOfMessage()).toEqual({ has_goals: true, goal_paused: true });
  expect(await ticketOf("661001")).toMatchObject({ goal_paused: true });
  world.clock.advance(minute);
  await say("661001", "Thank you. And tomorrow?");
  expect(goalsOfMessage()).toEqual({ has_goals: true, due: { on: in_(60), goal: "next" } });
  await world.as("ingrid").post("/ticket/set-priority", { ticketid, priority: "high" });
  const { due: solved } = last("updateTicket") as SharedTicket;
  expect(solved?.goal).toBe("solved");
  // Two minutes have passed, of which one was the client's turn.
  expect(Math.abs(Date.parse(solved?.on ?? "") - Date.parse(in_(4)))).toBeLessThan(10);
  world.clock.advance(6 * minute);
  await answer();
  expect(goalsOfMessage()).toMatchObject({ goal_missed: true });
  expect(await ticketOf("661001")).toMatchObject(goalsOfMessage() ?? {});
});

test("a message on a merged thread tells of the goals of the ticket that shows it", async () => {
  await create({});
  const { target, merged } = await plantPair(world, { handler: "ingrid" });
  await world.desk("harbour", (scope) => choosePolicies(scope, sql`true`, { anew: true }));
  const answer = await world.as("ingrid").post("/merge-tickets", { ticketid: merged, into: target });
  expect(answer.statusCode, answer.body).toBe(200);
  const { rows } = await world.context.pool.query("select thread from ticket where id = $1", [merged]);
  world.clock.advance(minute);
  await say(rows[0].thread, "And the other thing?");
  const shown: SharedTicket = (await world.as("ingrid").get(`/tickets/${target}`)).json();
  expect(shown.due).toBeDefined();
  expect(goalsOfMessage()).toEqual({ has_goals: true, due: shown.due });
});

test("a message takes as many statements with a policy as without one", async () => {
  await say("661003", "Hello");
  const count = async () => {
    const { statements } = await countStatements(world, () => say("661003", "Are you there?"));
    return statements.length;
  };
  const without = await count();
  expect(goalsOfMessage()).toBeUndefined();
  await create({});
  await world.desk("harbour", (scope) => choosePolicies(scope, sql`true`, { anew: true }));
  expect(await count()).toBe(without);
  expect(goalsOfMessage()).toMatchObject({ due: { goal: "first" } });
});
