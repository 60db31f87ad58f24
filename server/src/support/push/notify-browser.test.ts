import type { PushMessage } from "@parley/contract/push";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createPushDesk, type PushDesk } from "../../../../test/world/push-desk.ts";
import { countStatements, type World } from "../../../../test/world.ts";
import { receive } from "../../channels/inbound/receive.ts";
import { notify } from "../notifications/notify.ts";
import { rateTicket } from "../tickets/rate.ts";
import { pushWaitingTicket } from "./queue.ts";

let desk: PushDesk;
let world: World;
beforeAll(async () => {
  desk = await createPushDesk();
  world = desk.world;
});
afterAll(() => desk.close());
beforeEach(() => desk.clear());

describe("nothing is pushed", () => {
  test("nothing is pushed and no job is made without a subscription", async () => {
    const ticket = await world.ticket({ handler: "mira" });
    await world.desk("harbour", async (scope) => {
      await notify(scope, world.agents.mira.id, { type: "text", name: "Olena Koval", ticket });
      await pushWaitingTicket(scope, ticket);
    });
    expect(await desk.waiting()).toEqual([]);
  });

  test("nothing is pushed after push was switched off", async () => {
    await desk.subscribe("mira");
    const ticket = await world.ticket({ handler: "mira" });
    await world.as("mira").post("/update-subscription", { subscription: false });
    await desk.notify("mira", ticket);
    expect(desk.messages()).toEqual([]);
  });

  test("nothing is pushed to an agent who is disabled between the moment and the sending", async () => {
    await desk.subscribe("mira");
    const disable = (disabled_on: Date | null) =>
      world.desk("harbour", ({ db }) =>
        db.updateTable("agent").set({ disabled_on }).where("id", "=", world.agents.mira.id).execute(),
      );
    onTestFinished(async () => void (await disable(null)));
    const ticket = await world.ticket({ handler: "mira" });
    await world.desk("harbour", (scope) =>
      notify(scope, world.agents.mira.id, { type: "text", name: "Olena Koval", ticket }),
    );
    expect(await desk.waiting()).toHaveLength(1);
    await disable(world.clock.now());
    await world.drain();
    expect(desk.messages()).toEqual([]);
  });

  test("nothing is pushed to a browser that has signed out, until its agent is back", async () => {
    const { browser, cookie } = await signInSomewhere();
    const ticket = await world.ticket({ handler: "jonas" });
    const headers = { cookie };
    expect((await world.stranger.get("/auth/logout", { headers })).statusCode).toBe(200);
    await desk.notify("jonas", ticket);
    expect(desk.messages()).toEqual([]);

    expect((await world.as("jonas").post("/check-subscription", browser)).json()).toEqual({
      isPushSubscribed: true,
    });
    await desk.notify("jonas", ticket);
    expect(desk.messages()).toMatchObject([{ about: "message" }]);
  });

  test("nothing is pushed once the session has expired", async () => {
    const { browser } = await signInSomewhere();
    const ticket = await world.ticket({ handler: "jonas" });
    await world.context.pool.query(
      `update session set expires_on = $1 where token_hash =
        (select session_hash from push_subscription where endpoint = $2)`,
      [world.clock.now(), browser.endpoint],
    );
    await desk.notify("jonas", ticket);
    expect(desk.messages()).toEqual([]);
  });

  test("nothing is pushed about a message read meanwhile, or one the agent may no longer see", async () => {
    await desk.subscribe("mira");
    const [read, moved] = [await world.ticket({ handler: "mira" }), await world.ticket({ handler: "mira" })];
    await world.desk("harbour", async (scope) => {
      for (const ticket of [read, moved])
        await notify(scope, world.agents.mira.id, { type: "text", name: "Olena Koval", ticket });
      await scope.db
        .updateTable("notification")
        .set({ seen_on: scope.now })
        .where("ticket_id", "=", read.id)
        .execute();
      await scope.db
        .updateTable("ticket")
        .set({ department_id: world.departments.refunds.id })
        .where("id", "=", moved.id)
        .execute();
    });
    expect(await desk.waiting()).toHaveLength(2);
    await world.drain();
    expect(desk.messages()).toEqual([]);
  });

  test("nothing is pushed about a ticket accepted meanwhile", async () => {
    await desk.subscribe("mira");
    const ticket = await world.ticket();
    await world.desk("harbour", (scope) => pushWaitingTicket(scope, ticket));
    await world.as("jonas").post("/acceptTicket", { ticketid: ticket.id });
    await world.drain();
    expect(desk.messages()).toEqual([]);
  });
});

/** Signs in jonas in another browser. */
async function signInSomewhere() {
  const { email } = world.agents.jonas;
  const answer = await world.stranger.post("/auth/login", { email, password: "Correct-horse-7-battery" });
  const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
  const browser = desk.service.browser();
  const headers = { cookie };
  expect((await world.stranger.post("/subscribe", browser, { headers })).statusCode).toBe(200);
  return { browser, cookie };
}

describe("an agent is notified", () => {
  test("a push about an unread message is encrypted for the browser, signed for its push service, and short", async () => {
    const browser = await desk.subscribe("mira");
    const ticket = await world.ticket({ handler: "mira", messages: [`Hello\n${"🌍".repeat(200)}`] });
    await desk.notify("mira", ticket);
    const { key } = (await world.as("mira").get("/push-key")).json();
    expect(desk.service.received).toMatchObject([
      {
        endpoint: browser.endpoint,
        headers: {
          ttl: "14400",
          urgency: "high",
          topic: ticket.id.replaceAll("-", ""),
          "content-encoding": "aes128gcm",
          "content-type": "application/octet-stream",
        },
        signedBy: key,
        claims: { aud: desk.service.origin, sub: "mailto:parley@localhost" },
        message: {
          about: "message",
          lang: "en",
          name: "Dimitar Petrov",
          text: `Hello ${"🌍".repeat(144)}…`,
          type: "text",
          rating: null,
          ticketid: ticket.id,
          colleague: null,
        } satisfies PushMessage,
      },
    ]);
    const [{ claims, bytes } = { claims: { exp: 0 }, bytes: 0 }] = desk.service.received;
    const inHours = (claims.exp - Date.now() / 1000) / 3600;
    expect(inHours).toBeGreaterThan(0);
    expect(inHours).toBeLessThanOrEqual(24);
    expect(bytes).toBeLessThan(4096);
  });

  test("an agent is notified of a rating, with low urgency", async () => {
    await desk.subscribe("mira");
    const ticket = await world.ticket({ handler: "mira", closed: true });
    await world.desk("harbour", (scope) =>
      rateTicket(scope, ticket.id, 3, ticket.client_external_id, ticket.channel_id),
    );
    await world.drain();
    expect(desk.service.received).toMatchObject([
      {
        headers: { urgency: "normal" },
        message: { about: "rating", rating: 3, ticketid: ticket.id, text: "" },
      },
    ]);
  });

  test("an agent is notified of a colleague's private message, whose words are not included", async () => {
    await desk.subscribe("mira");
    await world.desk("harbour", (scope) =>
      notify(scope, world.agents.mira.id, {
        type: "text",
        name: "Jonas Weber",
        ticket: null,
        senderId: world.agents.jonas.id,
      }),
    );
    await world.drain();
    expect(desk.messages()).toMatchObject([
      { about: "private", name: "Jonas Weber", text: "", ticketid: null, colleague: world.agents.jonas.id },
    ]);
  });

  test("agents are notified of a new ticket of their department, each in their language, and no other agent is", async () => {
    for (const agent of ["mira", "jonas", "naledi", "tomas", "omar"] as const) await desk.subscribe(agent);
    await world.desk("harbour", ({ db }) =>
      db.updateTable("channel").set({ department_id: world.departments.bookings.id }).execute(),
    );
    const changed = await world.as("jonas").post("/auth/change-lang", { lang: "bg" });
    expect(changed.statusCode).toBe(200);
    onTestFinished(async () => void (await world.as("jonas").post("/auth/change-lang", { lang: "en" })));
    const { id, companyId, externalId, token } = world.channels.harbour;
    await receive(
      world.context,
      { id, companyId, externalId, platform: "telegram", name: "Harbour Travel", credentials: token },
      [
        {
          kind: "message",
          externalId: "990011:1",
          from: { externalId: "990011", name: "Olena Koval", username: "olena_k", lang: "uk" },
          sentOn: world.clock.now(),
          type: "text",
          content: "Where is order 7?",
          caption: null,
          media: null,
          album: null,
          replyToExternalId: null,
        },
      ],
    );
    await world.drain();
    const words = { about: "ticket", name: "Olena Koval", text: "Where is order 7?" };
    expect(desk.messages().sort((one, other) => one.lang.localeCompare(other.lang))).toMatchObject([
      { ...words, lang: "bg" },
      { ...words, lang: "en" },
    ]);
  });

  test("an agent is notified once of several messages that wait to be pushed", async () => {
    await desk.subscribe("mira");
    const ticket = await world.ticket({ handler: "mira" });
    await world.desk("harbour", async (scope) => {
      for (let count = 0; count < 5; count++)
        await notify(scope, world.agents.mira.id, { type: "text", name: "Olena Koval", ticket });
    });
    await world.drain();
    expect(desk.messages()).toHaveLength(1);
  });

  test("an agent is notified in each of their browsers, with one statement for any number of them", async () => {
    const ticket = await world.ticket();
    const statementsFor = async () => {
      const { statements } = await countStatements(world, () =>
        world.desk("harbour", (scope) => pushWaitingTicket(scope, ticket)),
      );
      await world.drain();
      return statements.length;
    };
    const alone = await statementsFor();
    for (let count = 0; count < 3; count++) await desk.subscribe("mira");
    expect(await statementsFor()).toBe(alone);
    expect(desk.messages()).toHaveLength(3);
  });
});
