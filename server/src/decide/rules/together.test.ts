/**
 * Tickets of a company are judged together, so that a busy desk takes few statements; each ticket is judged once, by
 * one worker.
 */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { relayEvents } from "../../floor/ledger/relay.ts";
import { sweepRules } from "./run.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
});
afterAll(() => world.close());
afterEach(async () => {
  const { rules } = (await admin().get("/rules")).json<{ rules: { ruleid: string }[] }>();
  for (const { ruleid } of rules) await admin().post("/delete-rule", { ruleid });
});

const admin = () => world.as("ingrid");
const high = { field: "priority", operator: "is", value: "high" };
const make = async (some: object) => {
  const made = await admin().post("/create-rule", {
    ...{ name: "Rule", enabled: true, departmentids: null, stops: false, condition: high },
    ...{
      when: { kind: "event", events: ["client_wrote"] },
      actions: [{ kind: "priority", priority: "urgent" }],
    },
    ...some,
  });
  expect(made.statusCode, made.body).toBe(200);
};
const tickets = async (count: number) => {
  const made = [];
  for (let one = 0; one < count; one++)
    made.push(await world.ticket({ handler: "mira", messages: ["Where?"] }));
  return made;
};
const write = async (all: Awaited<ReturnType<typeof tickets>>) => {
  world.clock.advance(1000);
  for (const ticket of all) await world.message(ticket);
  await relayEvents(world.context);
};
const judgedOf = async (ids: string[]) => {
  const { rows } = await world.context.pool.query(
    "select ticket_id, count(*)::integer as count from rule_judgement where ticket_id = any($1) group by ticket_id",
    [ids],
  );
  return new Map(rows.map(({ ticket_id, count }) => [ticket_id as string, count as number]));
};

test("eighteen tickets are judged by as many statements as two, with rules that hear of waits too", async () => {
  for (let at = 0; at < 20; at++) await make({ name: `Rule ${at}` });
  for (const wait of ["unanswered", "goal_next"])
    await make({ when: { kind: "wait", wait, minutes: 30, in_hours: true } });
  const all = await tickets(18);
  const sweep = async (some: typeof all) => {
    await write(some);
    const { statements } = await countStatements(world, () => sweepRules(world.context));
    return statements.length;
  };
  await sweep(all);
  const [few, many] = [await sweep(all.slice(0, 2)), await sweep(all)];
  expect(many).toBe(few);
  const judged = await judgedOf(all.map(({ id }) => id));
  expect(all.map(({ id }) => judged.get(id))).toEqual(all.map((_, at) => (at < 2 ? 4 : 3)));
});

test("tickets that are judged together are changed where a rule runs, once for several workers", async () => {
  await make({});
  const all = await tickets(6);
  const urgent = all.slice(0, 3);
  for (const { id } of urgent)
    await world.as("mira").post("/ticket/set-priority", { ticketid: id, priority: "high" });
  await write(all);
  await Promise.all([sweepRules(world.context), sweepRules(world.context), sweepRules(world.context)]);
  await sweepRules(world.context);
  const { rows } = await world.context.pool.query(
    "select ticket_id, count(*)::integer as runs from rule_run where ticket_id = any($1) group by ticket_id",
    [all.map(({ id }) => id)],
  );
  expect(new Map(rows.map(({ ticket_id, runs }) => [ticket_id, runs]))).toEqual(
    new Map(urgent.map(({ id }) => [id, 1])),
  );
  const { rows: left } = await world.context.pool.query("select from rule_due");
  expect(left).toEqual([]);
  expect([...(await judgedOf(all.map(({ id }) => id))).values()]).toHaveLength(6);
});
