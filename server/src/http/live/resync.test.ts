import { afterAll, beforeAll, expect, test } from "vitest";
import { connectSocket, startLive } from "../../../../test/world/live.ts";
import { isCommit, withLostConnection } from "../../../../test/world/lost-connection.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { rooms } from "../../floor/actors/rooms.ts";
import { inCompanyAs } from "../../floor/database/scope.ts";

let world: World;
let live: Awaited<ReturnType<typeof startLive>>;
beforeAll(async () => {
  world = await createWorld();
  live = await startLive(world);
});
afterAll(async () => {
  await live.close();
  await world.close();
});

const line = async (name: AgentName) =>
  connectSocket(live.url, {
    origin: world.context.config.consoleOrigin,
    cookie: await world.as(name).cookie(),
  });

test("a commit of unknown outcome sends no event, and disconnects only its recipients", async () => {
  const [mira, jonas, omar] = await Promise.all([line("mira"), line("jonas"), line("omar")]);
  const { actor } = world.agents.mira;
  const ticket = await world.ticket({ handler: "mira" });
  const work = inCompanyAs(withLostConnection(world.context, isCommit), actor, async (scope) => {
    await scope.db.updateTable("ticket").set({ rating: 3 }).where("id", "=", ticket.id).execute();
    scope.publish("removeTicket", { ticketid: ticket.id }, [rooms.agent(actor.companyId, actor.id)]);
  });
  await expect(work).rejects.toMatchObject({ code: "57P01" });
  expect(await mira.cut).toBe("io server disconnect");
  expect(mira.received).not.toContainEqual(expect.objectContaining({ event: "removeTicket" }));
  expect([jonas.socket.connected, omar.socket.connected]).toEqual([true, true]);
});

test("a commit of unknown outcome without recipients disconnects no socket", async () => {
  const jonas = await line("jonas");
  const work = inCompanyAs(
    withLostConnection(world.context, isCommit),
    world.agents.jonas.actor,
    async () => "done",
  );
  await expect(work).rejects.toMatchObject({ code: "57P01" });
  expect(jonas.socket.connected).toBe(true);
});

test("a rollback disconnects no socket", async () => {
  const jonas = await line("jonas");
  const { actor } = world.agents.jonas;
  const work = inCompanyAs(world.context, actor, async (scope) => {
    scope.publish("removeTicket", { ticketid: "none" }, [rooms.agent(actor.companyId, actor.id)]);
    throw new Error("changed its mind");
  });
  await expect(work).rejects.toThrow("changed its mind");
  expect(jonas.socket.connected).toBe(true);
});
