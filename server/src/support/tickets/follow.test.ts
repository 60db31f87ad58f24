import { randomUUID } from "node:crypto";
import { limits } from "@parley/contract/limits";
import type { Notification, NotificationsAnswer } from "@parley/contract/notifications";
import { reasonOf } from "@parley/contract/reasons";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { receive } from "../../channels/inbound/receive.ts";
import { lockInbox } from "../notifications/inbox.ts";
import type { TicketRow } from "../ticket/access.ts";
import { rateTicket } from "./rate.ts";

let world: World;
let ticket: TicketRow;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.drain();
  ticket = await world.ticket({ handler: "mira", messages: ["one"] });
  for (const agent of ["mira", "jonas", "naledi", "ingrid"] as const)
    await world.as(agent).post("/clear-notifications", {});
  world.published.length = 0;
});

const follow = (agent: AgentName, ticketid = ticket.id) =>
  world.as(agent).post("/follow-ticket", { ticketid });
const unfollow = (agent: AgentName, ticketid = ticket.id) =>
  world.as(agent).post("/unfollow-ticket", { ticketid });
const open = async (agent: AgentName) => (await world.as(agent).get(`/tickets/${ticket.id}`)).json<Ticket>();
const events = () =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("event")
      .select(["kind", "actor_id"])
      .where("subject_id", "=", ticket.id)
      .where("kind", "in", ["ticket_follow", "ticket_unfollow"])
      .execute(),
  );

/** The lines of an inbox once all jobs are done. */
async function linesOf(agent: AgentName): Promise<Notification[]> {
  await settle();
  const { sections } = (await world.as(agent).get("/notifications")).json<NotificationsAnswer>();
  return Object.values(sections).flat();
}
async function settle() {
  for (let slots = 0; slots < 3; slots += 1) {
    world.clock.advance(limits.unreadNoticeAfter);
    await world.drain();
  }
}

function clientWrites(of: TicketRow = ticket, content = "Are you there?", more: object = {}) {
  const { id, companyId, externalId: bot, token } = world.channels.harbour;
  const channel = { id, companyId, externalId: bot, name: "Harbour", credentials: token } as const;
  const message = {
    ...({ kind: "message", type: "text", content } as const),
    externalId: randomUUID(),
    from: { externalId: of.client_external_id, name: "Olena", username: null, lang: null },
    sentOn: world.clock.now(),
    ...{ caption: null, media: null, album: null, replyToExternalId: null },
    ...more,
  };
  return receive(world.context, { ...channel, platform: "telegram" }, [message]);
}

const move = (to: "bookings" | "refunds") =>
  world.as("ingrid").post("/ticket/change-department", {
    ticketid: ticket.id,
    newDepartment: world.departments[to].id,
  });
const mention = (agent: AgentName, ticketid = ticket.id) =>
  world.as("mira").post("/write-note", {
    ...{ ticketid, content: "Please look" },
    mentions: { agents: [world.agents[agent].id], departments: [] },
  });

describe("following", () => {
  test("following is refused when signed out, and to those who may not read the ticket", async () => {
    expect((await world.stranger.post("/follow-ticket", { ticketid: ticket.id })).statusCode).toBe(401);
    for (const agent of ["naledi", "omar"] as const) {
      expect((await follow(agent)).statusCode).toBe(404);
      expect((await unfollow(agent)).statusCode).toBe(404);
    }
    expect(await events()).toEqual([]);
  });

  test("an agent who follows a ticket reads so in it, and their own tabs hear of it, once", async () => {
    const answers = [await follow("jonas"), await follow("jonas")].map((answer) => answer.json());
    expect(answers).toEqual(Array(2).fill({ ticketid: ticket.id, following: true }));
    expect((await open("jonas")).following).toBe(true);
    expect((await open("mira")).following).toBeUndefined();
    expect(await events()).toEqual([{ kind: "ticket_follow", actor_id: world.agents.jonas.id }]);
    expect(world.published.filter(({ event }) => event === "ticketFollowed")).toMatchObject([
      {
        payload: { ticketid: ticket.id, following: true },
        rooms: [expect.stringContaining(world.agents.jonas.id)],
      },
    ]);
  });

  test("an agent who stops following is told nothing; a repeat changes nothing", async () => {
    await follow("jonas");
    expect((await unfollow("jonas")).json()).toEqual({ ticketid: ticket.id, following: false });
    await unfollow("jonas");
    expect((await open("jonas")).following).toBeUndefined();
    expect((await events()).map(({ kind }) => kind)).toEqual(["ticket_follow", "ticket_unfollow"]);
    await clientWrites();
    expect(await linesOf("jonas")).toEqual([]);
    expect(await linesOf("mira")).toHaveLength(1);
  });

  test("neither a mention nor a note makes their people follow", async () => {
    await mention("jonas");
    for (const agent of ["mira", "jonas"] as const) expect((await open(agent)).following).toBeUndefined();
  });
});

describe("followers", () => {
  beforeEach(() => follow("jonas"));

  test("a follower is told of the client's unread messages, as the handler is, and each is told once", async () => {
    await clientWrites();
    await clientWrites();
    const line = { type: "text", ticketid: ticket.id, seen: false };
    expect(await linesOf("jonas")).toMatchObject([{ ...line, followed: true, unread: 3 }]);
    expect(await linesOf("mira")).toMatchObject([line]);
    expect((await linesOf("mira"))[0]).not.toHaveProperty("followed");
  });

  test("a follower is told of messages in a ticket that waits to be accepted, whichever way they come", async () => {
    const waiting = await world.ticket({ messages: ["hello"] });
    await follow("jonas", waiting.id);
    await clientWrites(waiting);
    expect(await linesOf("jonas")).toMatchObject([{ type: "text", ticketid: waiting.id, followed: true }]);
    await world.as("jonas").post("/clear-notifications", {});
    const quoted = { replyToExternalId: "of-nobody" };
    await clientWrites(waiting, "Still here", quoted);
    expect(await linesOf("jonas")).toMatchObject([{ type: "text", ticketid: waiting.id, followed: true }]);
  });

  test("a follower is told when the client writes to the closed ticket again", async () => {
    await world.as("mira").post("/close-ticket", { ticketid: ticket.id, silently: true });
    await clientWrites();
    expect(await linesOf("jonas")).toMatchObject([{ type: "text", ticketid: ticket.id, followed: true }]);
  });

  test("a follower is told of a message that could not be sent, with its writer's name, until it was sent after all", async () => {
    const failed = await world.message(ticket, { agent: world.agents.mira, status: "queued" });
    const setStatus = (status: "failed" | "sent") =>
      world.desk("harbour", async (scope) => {
        await scope.db
          .updateTable("message")
          .set({ status, status_reason: status === "failed" ? reasonOf("interrupted_while") : null })
          .where("id", "=", failed.id)
          .execute();
        await scope.enqueue("notice_failure", { messageId: failed.id }, { key: randomUUID(), tries: 5 });
      });
    await setStatus("failed");
    const line = { type: "failed", messageid: failed.id };
    expect(await linesOf("jonas")).toMatchObject([
      {
        ...line,
        followed: true,
        by_name: "Mira Halvorsen",
        reason: { code: "interrupted_while" },
        seen: false,
      },
    ]);
    expect(await linesOf("mira")).toMatchObject([{ ...line, by_name: null }]);
    await setStatus("sent");
    expect(await linesOf("jonas")).toMatchObject([{ ...line, seen: true }]);
  });

  test("a follower is notified of the rating, with the rated agent's name", async () => {
    await world.as("mira").post("/close-ticket", { ticketid: ticket.id, silently: true });
    await world.desk("harbour", (scope) =>
      rateTicket(scope, ticket.id, 3, ticket.client_external_id, ticket.channel_id),
    );
    expect(await linesOf("jonas")).toMatchObject([
      { type: "rating", followed: true, by_name: "Mira Halvorsen" },
    ]);
    expect(await linesOf("mira")).toHaveLength(1);
  });

  test("a follower is notified of a handover, not of their own, and as the new handler once", async () => {
    await follow("ingrid");
    const give = (by: AgentName, to: AgentName) =>
      world.as(by).post("/ticket/reassign-user", {
        ticketid: ticket.id,
        newDepartment: world.departments.bookings.id,
        newUser: world.agents[to].id,
      });
    await give("mira", "jonas");
    expect(await linesOf("ingrid")).toMatchObject([
      { type: "handover", followed: true, by_name: "Mira Halvorsen" },
    ]);
    const own = await linesOf("jonas");
    expect(own).toMatchObject([{ type: "handover" }]);
    expect(own[0]).not.toHaveProperty("followed");
    await world.as("ingrid").post("/clear-notifications", {});
    await give("ingrid", "mira");
    expect(await linesOf("ingrid")).toEqual([]);
  });

  test("a follower is told when a colleague takes it over", async () => {
    await follow("ingrid");
    await world.as("ingrid").put("/admin/settings", { take_over_minutes: 1 });
    const body = { ticketid: ticket.id, handlerid: world.agents.mira.id };
    expect((await world.as("jonas").post("/take-over-ticket", body)).statusCode).toBe(200);
    expect(await linesOf("ingrid")).toMatchObject([
      { type: "takeover", followed: true, by_name: "Jonas Weber" },
    ]);
    expect(await linesOf("jonas")).toEqual([]);
  });

  test("a follower whose inbox is locked is told later, and the handler at once", async () => {
    await clientWrites();
    const { promise, resolve } = Promise.withResolvers<void>();
    const locked = world.desk("harbour", async (scope) => {
      await lockInbox(scope, world.agents.jonas.id);
      await promise;
    });
    await settle();
    expect(await linesOf("mira")).toHaveLength(1);
    resolve();
    await locked;
    expect(await linesOf("jonas")).toHaveLength(1);
  });
});

describe("limits of following", () => {
  test("a handler who follows the ticket is told once, as its handler", async () => {
    await follow("mira");
    await clientWrites();
    const lines = await linesOf("mira");
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toHaveProperty("followed");
  });

  test("a follower who turned notices of followed tickets off is told nothing; the handler is told as before", async () => {
    await follow("jonas");
    const off = { inbox: false, push: false, mail: false };
    await world.as("jonas").put("/notice-settings", { kinds: { followed: off } });
    await clientWrites();
    expect(await linesOf("jonas")).toEqual([]);
    expect(await linesOf("mira")).toHaveLength(1);
    await world.as("jonas").put("/notice-settings", { kinds: { followed: { inbox: true } } });
  });

  test("a follower is told nothing once the ticket has moved out of their sight, and again when it comes back", async () => {
    await follow("jonas");
    await move("refunds");
    await clientWrites();
    expect(await linesOf("jonas")).toEqual([]);
    await move("bookings");
    await clientWrites();
    expect(await linesOf("jonas")).toMatchObject([{ type: "text", followed: true }]);
  });

  test("a colleague with sight alone is told until the ticket is closed, and nothing afterwards", async () => {
    await mention("naledi");
    expect((await follow("naledi")).statusCode).toBe(200);
    expect(await open("naledi")).toMatchObject({ sighted: true, following: true });
    await clientWrites();
    expect(await linesOf("naledi")).toMatchObject([{ type: "text", followed: true }, { type: "mention" }]);
    await world.as("naledi").post("/clear-notifications", {});
    await world.as("mira").post("/close-ticket", { ticketid: ticket.id, silently: true });
    await world.desk("harbour", (scope) =>
      rateTicket(scope, ticket.id, 3, ticket.client_external_id, ticket.channel_id),
    );
    await clientWrites();
    expect(await linesOf("naledi")).toEqual([]);
  });
});
