import { limits } from "@parley/contract/limits";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { connectSocket, startLive } from "../../../../test/world/live.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { held } from "../../app/held.ts";
import { recordLeft } from "../../http/live/absence.ts";
import { removeExpiredProcesses } from "../../http/live/lease.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await allow(15);
  await left("mira", 20);
});

const allow = async (take_over_minutes: number | null) => {
  const answer = await world.as("ingrid").put("/admin/settings", { take_over_minutes });
  expect(answer.statusCode).toBe(200);
};
const left = (agent: AgentName, minutes: number) =>
  world.desk("harbour", ({ db, now }) =>
    recordLeft(db, new Date(now.getTime() - minutes * 60_000), [
      { companyId: world.companies.harbour.id, id: world.agents[agent].id },
    ]),
  );
const takeOver = (agent: AgentName, ticketid: string, from: AgentName = "mira") =>
  world.as(agent).post("/take-over-ticket", { ticketid, handlerid: world.agents[from].id });

describe("taking over is refused", () => {
  test("taking over is refused when signed out, and to those who do not see the ticket", async () => {
    const { id } = await world.ticket({ handler: "mira" });
    const body = { ticketid: id, handlerid: world.agents.mira.id };
    expect((await world.stranger.post("/take-over-ticket", body)).statusCode).toBe(401);
    for (const agent of ["naledi", "omar"] as const) {
      expect((await takeOver(agent, id)).statusCode).toBe(404);
      expect((await world.as(agent).get(`/${id}/take-over`)).statusCode).toBe(404);
    }
  });

  test("taking over is refused while the company does not allow it", async () => {
    await allow(null);
    const { id } = await world.ticket({ handler: "mira" });
    const answer = await takeOver("jonas", id);
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { reason: { code: "take_over_off" } }]);
  });

  test("a handler who left less than the company's minutes ago keeps the ticket", async () => {
    await left("mira", 14);
    const { id } = await world.ticket({ handler: "mira" });
    const answer = await takeOver("jonas", id);
    const reason = { code: "take_over_early", facts: { minutes: "15" } };
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { reason }]);
  });

  test("a pending ticket and a closed one are not taken over", async () => {
    const pending = await world.ticket();
    expect((await takeOver("jonas", pending.id)).json()).toMatchObject({
      reason: { code: "take_over_pending" },
    });
    const { id } = await world.ticket({ handler: "mira" });
    await world.as("mira").post("/close-ticket", { ticketid: id });
    expect((await takeOver("jonas", id)).json()).toMatchObject({ code: "ticket_closed" });
  });
});

test("an agent takes over from a handler who has been offline long enough, who finds it in the inbox", async () => {
  world.published.length = 0;
  const { id } = await world.ticket({ handler: "mira" });
  const standing = (await world.as("jonas").get(`/${id}/take-over`)).json();
  expect(standing).toEqual({ minutes: 15, offline_since: expect.any(String) });
  const answer = await takeOver("jonas", id);
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { userid: world.agents.jonas.id, can: { reply: true } },
  ]);
  const events = await world.desk("harbour", ({ db }) =>
    db.selectFrom("event").select(["kind", "actor_id", "facts"]).where("subject_id", "=", id).execute(),
  );
  expect(events.at(-1)).toMatchObject({
    kind: "ticket_take_over",
    actor_id: world.agents.jonas.id,
    facts: { from_handler: world.agents.mira.id, to_handler: world.agents.jonas.id },
  });
  const published = (name: string) => world.published.find(({ event }) => event === name)?.payload;
  expect(published("newHandler")).toMatchObject({ ticketid: id, userid: world.agents.jonas.id });
  expect(published("newEventLine")).toMatchObject({ kind: "ticket_take_over", user_name: "Jonas Weber" });
  expect(published("newNotification")).toMatchObject({
    notification: { type: "takeover", by_name: "Jonas Weber", ticketid: id },
  });
});

test("two agents who take over at once: one becomes the handler, the other reads who", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const answers = await Promise.all([takeOver("jonas", id), takeOver("ingrid", id)]);
  const won = answers.find(({ statusCode }) => statusCode === 200)?.json<{ userid: string }>();
  const lost = answers.find(({ statusCode }) => statusCode === 409)?.json();
  expect(lost).toMatchObject({ code: "already_accepted", handler: { userid: won?.userid } });
});

test("a repeated take-over changes nothing", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  for (let i = 0; i < 2; i++) expect((await takeOver("jonas", id)).statusCode).toBe(200);
  const lines = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("event")
      .select("kind")
      .where("subject_id", "=", id)
      .where("kind", "=", "ticket_take_over")
      .execute(),
  );
  expect(lines).toHaveLength(1);
});

test("a handler who has come back keeps the ticket; when they leave, the minutes begin anew", async () => {
  const live = await startLive(world);
  const { id } = await world.ticket({ handler: "mira" });
  const mira = await connectSocket(live.url, { cookie: await world.as("mira").cookie(), origin: live.url });
  await vi.waitFor(async () => {
    const standing = (await world.as("jonas").get(`/${id}/take-over`)).json();
    expect(standing).toEqual({ minutes: 15, offline_since: null });
  }, 5_000);
  expect((await takeOver("jonas", id)).json()).toMatchObject({ reason: { code: "take_over_online" } });
  mira.socket.disconnect();
  await vi.waitFor(
    async () => {
      world.clock.advance(limits.offlineAfter);
      expect((await takeOver("jonas", id)).json()).toMatchObject({ reason: { code: "take_over_early" } });
    },
    { timeout: 10_000, interval: 300 },
  );
  await live.close();
}, 20_000);

test("a handler who was online when the desk stopped is not gone until another process notices", async () => {
  const { id } = await world.ticket({ handler: "jonas" });
  await left("jonas", 60);
  const process_id = crypto.randomUUID();
  await world.context.pool.query(
    "insert into process (id, started_on, lease_until) values ($1, now() - interval '1 day', now() - interval '1 hour')",
    [process_id],
  );
  await world.desk("harbour", ({ db, companyId: company_id }) =>
    db
      .insertInto("presence")
      .values({ company_id, agent_id: world.agents.jonas.id, process_id, connections: 1 })
      .execute(),
  );
  expect((await takeOver("ingrid", id, "jonas")).json()).toMatchObject({
    reason: { code: "take_over_online" },
  });
  await removeExpiredProcesses(world.context, held);
  expect((await takeOver("ingrid", id, "jonas")).json()).toMatchObject({
    reason: { code: "take_over_early" },
  });
});
