import type { NoticeSettings } from "@parley/contract/notices";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPushDesk, type PushDesk } from "../../../../test/world/push-desk.ts";
import type { World } from "../../../../test/world.ts";
import { pushWaitingTicket } from "../push/queue.ts";

let desk: PushDesk;
let world: World;
beforeAll(async () => {
  desk = await createPushDesk();
  world = desk.world;
});
afterAll(() => desk.close());
beforeEach(() => desk.clear());
afterEach(() => world.context.pool.query("delete from notice_setting"));

const change = (to: object, who: "mira" | "jonas" | "omar" = "mira") =>
  world.as(who).put("/notice-settings", to);
const settings = async (who: "mira" | "jonas" = "mira") =>
  (await world.as(who).get("/notice-settings")).json<NoticeSettings>();
const inbox = async () => (await world.as("mira").get("/notifications")).json();
const clearInbox = () => world.as("mira").post("/clear-notifications");
const night = { from: "22:00", to: "07:00", days: [0, 1, 2, 3, 4], time_zone: null };

describe("the settings", () => {
  test("a stranger reads and changes nothing", async () => {
    expect((await world.stranger.get("/notice-settings")).statusCode).toBe(401);
    expect((await world.stranger.put("/notice-settings", {})).statusCode).toBe(401);
  });

  test("everything comes to inbox and push, and nothing by mail, until the agent chooses", async () => {
    const all = { inbox: true, push: true, mail: false };
    expect(await settings()).toEqual({
      kinds: {
        goal: all,
        ...{
          message: all,
          private: all,
          handover: all,
          offer: all,
          rating: all,
          rule: all,
          failed: all,
          channel: all,
        },
        ...{ takeover: all, mention: all, followed: all, outgoing: all },
        ticket: { ...all, inbox: null },
      },
      quiet: null,
      company_time_zone: "UTC",
    });
  });

  test.each([
    { kinds: { gossip: { mail: true } } },
    { kinds: { message: { pigeon: true } } },
    { kinds: { ticket: { inbox: true } } },
    { kinds: { message: { mail: null } } },
    { quiet: { ...night, days: [] } },
    { quiet: { ...night, days: [1, 1] } },
    { quiet: { ...night, days: [7] } },
    { quiet: { ...night, from: "24:00" } },
    { quiet: { ...night, time_zone: "Mars/Olympus" } },
  ])("%j is refused", async (to) => {
    expect((await change(to)).statusCode).toBe(400);
    expect((await settings()).quiet).toBeNull();
  });

  test("a change keeps what it does not name, and is the agent's own", async () => {
    await change({ kinds: { message: { mail: true } } });
    await change({ kinds: { message: { push: false }, rating: { inbox: false } } });
    const answer = (await change({ quiet: night })).json<NoticeSettings>();
    expect(answer.kinds.message).toEqual({ inbox: true, push: false, mail: true });
    expect(answer.kinds.rating).toEqual({ inbox: false, push: true, mail: false });
    expect(answer.quiet).toEqual(night);
    expect(await settings()).toEqual(answer);
    expect((await settings("jonas")).kinds.message.mail).toBe(false);
    expect((await change({ quiet: null })).json()).toMatchObject({ quiet: null, kinds: answer.kinds });
  });

  test("two changes at once are both kept", async () => {
    await Promise.all([
      change({ kinds: { message: { mail: true } } }),
      change({ kinds: { message: { push: false } } }),
      change({ kinds: { failed: { mail: true } } }),
    ]);
    const { kinds } = await settings();
    expect(kinds.message).toEqual({ inbox: true, push: false, mail: true });
    expect(kinds.failed.mail).toBe(true);
  });

  test("the agent's other tabs hear of a change, and no other agent", async () => {
    world.published.length = 0;
    await change({ kinds: { message: { mail: true } } });
    const heard = world.published.filter(({ event }) => event === "noticeSettingsChanged");
    expect(heard).toHaveLength(1);
    expect(heard[0]?.rooms).toEqual([expect.stringContaining(world.agents.mira.id)]);
  });
});

describe("a kind that the agent does not want", () => {
  test("a kind that is off in the inbox is pushed, and neither listed, counted nor sent to open tabs", async () => {
    await clearInbox();
    await desk.subscribe("mira");
    await change({ kinds: { message: { inbox: false } } });
    const ticket = await world.ticket({ handler: "mira", messages: ["hello"] });
    world.published.length = 0;
    await desk.notify("mira", ticket);
    expect(desk.messages()).toMatchObject([{ about: "message", ticketid: ticket.id }]);
    expect(await inbox()).toMatchObject({ sections: {}, count: 0 });
    expect(world.published.map(({ event }) => event)).not.toContain("newNotification");
  });

  test("a kind that is off for push is in the inbox alone", async () => {
    await clearInbox();
    await desk.subscribe("mira");
    await change({ kinds: { message: { push: false } } });
    await desk.notify("mira", await world.ticket({ handler: "mira" }));
    expect(desk.messages()).toEqual([]);
    expect(await inbox()).toMatchObject({ count: 1 });
  });

  test("a kind that is off everywhere leaves nothing behind", async () => {
    await clearInbox();
    await desk.subscribe("mira");
    await change({ kinds: { message: { inbox: false, push: false } } });
    await desk.notify("mira", await world.ticket({ handler: "mira" }));
    expect(desk.messages()).toEqual([]);
    const own = "select from notification where agent_id = $1";
    expect((await world.context.pool.query(own, [world.agents.mira.id])).rowCount).toBe(0);
  });

  test("a waiting ticket is pushed to the colleagues who want it", async () => {
    const browser = await desk.subscribe("jonas");
    await desk.subscribe("mira");
    await change({ kinds: { ticket: { push: false } } });
    const ticket = await world.ticket({ messages: ["hello"] });
    await world.desk("harbour", (scope) => pushWaitingTicket(scope, ticket));
    await world.drain();
    expect(desk.service.received.map(({ endpoint }) => endpoint)).toEqual([browser.endpoint]);
  });
});

describe("quiet hours", () => {
  test("nothing is pushed during quiet hours, the inbox collects, and nothing is pushed late", async () => {
    await clearInbox();
    await desk.subscribe("mira");
    const ticket = await world.ticket({ handler: "mira", messages: ["hello"] });
    const always = { from: "00:00", to: "00:00", days: [0, 1, 2, 3, 4, 5, 6], time_zone: "Asia/Tokyo" };
    await change({ quiet: always });
    await desk.notify("mira", ticket);
    expect(await inbox()).toMatchObject({ count: 1 });
    await change({ quiet: null });
    await world.drain();
    expect(desk.messages()).toEqual([]);
    await desk.notify("mira", ticket);
    expect(desk.messages()).toHaveLength(1);
  });
});
