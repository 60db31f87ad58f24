import type { NotificationsAnswer } from "@parley/contract/notifications";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { receive } from "../../channels/inbound/receive.ts";
import { markPrivateSeen } from "../private-chat/read.ts";
import { markSeen } from "../tickets/seen.ts";
import { lockInbox } from "./inbox.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.context.database.deleteFrom("notification").execute();
  world.published.length = 0;
});

const inbox = async (agent: AgentName) =>
  (await world.as(agent).get("/notifications")).json<NotificationsAnswer>();
const lines = async (agent: AgentName) => Object.values((await inbox(agent)).sections).flat();
const later = async () => {
  world.clock.advance(5_000);
  await world.drain();
};

describe("a client's messages", () => {
  type Ticket = Awaited<ReturnType<World["ticket"]>>;
  let last = 0;
  const writes = (ticket: Ticket) => {
    const { id, companyId, externalId, token } = world.channels.harbour;
    const channel = {
      id,
      companyId,
      externalId,
      platform: "telegram",
      name: "Harbour Travel",
      credentials: token,
    } as const;
    const from = { externalId: ticket.client_external_id, name: "Olena Koval", username: null, lang: null };
    const message = {
      kind: "message",
      externalId: `${ticket.client_external_id}:${++last}`,
      from,
      sentOn: world.clock.now(),
      type: "text",
      content: "And one more thing",
      caption: null,
      media: null,
      album: null,
      replyToExternalId: null,
    } as const;
    return receive(world.context, channel, [message]);
  };

  test("a pending ticket notifies no agent", async () => {
    await writes(await world.ticket());
    await later();
    for (const agent of ["mira", "jonas", "ingrid"] as const) expect(await lines(agent)).toEqual([]);
  });

  test("the handler who has the messages on screen is not notified", async () => {
    const ticket = await world.ticket({ handler: "mira" });
    await writes(ticket);
    await world.work("mira", (scope) => markSeen(scope, ticket.id, 2));
    await later();
    expect(await lines("mira")).toEqual([]);
    expect(world.published.map(({ event }) => event)).not.toContain("newNotification");
  });

  test("messages that stay unread give the handler one line with their number, brought up again by more", async () => {
    const ticket = await world.ticket({ handler: "mira", client: "Olena Koval" });
    await writes(ticket);
    await writes(ticket);
    expect(await lines("mira")).toEqual([]);
    await later();
    const [line] = await lines("mira");
    expect(line).toMatchObject({
      type: "text",
      name: "Olena Koval",
      ticketid: ticket.id,
      ticket_platform: "telegram",
      unread: 3,
    });
    await writes(ticket);
    await later();
    expect(await lines("mira")).toEqual([
      { ...line, unread: 4, created_on: world.clock.now().toISOString() },
    ]);
    expect((await inbox("mira")).count).toBe(1);
    await world.as("mira").post("/reset-notifications-count");
    await writes(ticket);
    await later();
    expect(await lines("mira")).toMatchObject([{ id: line?.id, unread: 5, seen: false }]);
    expect((await inbox("mira")).count).toBe(1);
    expect(await lines("jonas")).toEqual([]);
  });

  test("reading the ticket settles its line, on every tab", async () => {
    const ticket = await world.ticket({ handler: "mira" });
    const other = await world.ticket({ handler: "mira" });
    for (const one of [ticket, other]) await writes(one);
    await later();
    expect((await inbox("mira")).count).toBe(2);
    world.published.length = 0;
    await world.work("mira", (scope) => markSeen(scope, ticket.id, 2));
    expect((await inbox("mira")).count).toBe(1);
    const [line] = (await lines("mira")).filter(({ ticketid }) => ticketid === ticket.id);
    expect(line?.seen).toBe(true);
    expect(world.published).toContainEqual(
      expect.objectContaining({ event: "notificationsSeen", payload: { ids: [line?.id], count: 1 } }),
    );
  });

  test("jobs do not wait for a locked inbox, and add their lines once it is free", async () => {
    const tickets = await Promise.all([1, 2, 3].map(() => world.ticket({ handler: "mira" })));
    for (const ticket of [...tickets, await world.ticket({ handler: "jonas" })]) await writes(ticket);
    const [locked, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = world.work("mira", async (scope) => {
      await lockInbox(scope, scope.actor.id);
      locked.resolve();
      await ending.promise;
    });
    await locked.promise;
    try {
      await later();
      expect(await lines("jonas")).toHaveLength(1);
    } finally {
      ending.resolve();
      await holder;
    }
    expect(await lines("mira")).toEqual([]);
    world.clock.advance(500);
    await world.drain();
    expect(await lines("mira")).toHaveLength(3);
  });

  test("a burst causes one check", async () => {
    const ticket = await world.ticket({ handler: "mira", messages: [] });
    world.clock.advance(5_000);
    for (let at = 0; at < 5; at++) await writes(ticket);
    const { rowCount } = await world.context.pool.query(
      "select 1 from graphile_worker.jobs where key like $1",
      [`unread:${ticket.id}:%`],
    );
    expect(rowCount).toBe(1);
    await later();
    expect(await lines("mira")).toHaveLength(1);
  });
});

describe("a colleague's messages", () => {
  const write = (from: AgentName, to: AgentName) =>
    world.as(from).post("/create-private-msg", { receiverid: world.agents[to].id, content: "Hello" });

  test("a colleague's messages that stay unread are one line that names the colleague, whatever else the caller asks", async () => {
    await write("jonas", "mira");
    await write("jonas", "mira");
    for (let time = 0; time < 2; time++) {
      const path = `/${world.agents.mira.id}/save-notification`;
      const body = { senderid: world.agents.jonas.id, content: "Hello", type: "text" };
      expect((await world.as("jonas").post(path, body)).statusCode).toBe(200);
    }
    await later();
    expect(await lines("mira")).toMatchObject([
      { type: "text", name: "Jonas Weber", senderid: world.agents.jonas.id, unread: 2, seen: false },
    ]);
    expect(await lines("jonas")).toEqual([]);
    await world.work("mira", (scope) => markPrivateSeen(scope, world.agents.jonas.id, 2));
    expect(await inbox("mira")).toMatchObject({ count: 0 });
  });

  test("a colleague's messages that are read at once add no line", async () => {
    await write("naledi", "tomas");
    await world.as("tomas").get(`/${world.agents.naledi.id}/private-chat`);
    await later();
    expect(await lines("tomas")).toEqual([]);
  });

  test("unread messages of two colleagues are two lines", async () => {
    await write("jonas", "ingrid");
    await write("naledi", "ingrid");
    await later();
    expect((await lines("ingrid")).map(({ name }) => name).sort()).toEqual(["Jonas Weber", "Naledi Mokoena"]);
  });
});
