/** Each kind of notice from its event to the browser and to the mail server, over the wire. */
import { randomUUID } from "node:crypto";
import type { NoticeKind } from "@parley/contract/notice-kinds";
import { reasonOf } from "@parley/contract/reasons";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createMailDesk, type MailDesk } from "../../../../test/world/mail-desk.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { type PushService, startPushService } from "../../../../test/world/push-endpoint.ts";
import type { World } from "../../../../test/world.ts";
import { openOutage } from "../../channels/accounts/outage.ts";
import { receive } from "../../channels/inbound/receive.ts";
import { sweepRedates } from "../../decide/goals/redate.ts";
import { sweepGoals } from "../../decide/goals/warn.ts";
import { sweepRouting } from "../../decide/routing/sweep.ts";
import { sweepRules } from "../../decide/rules/run.ts";
import { relayEvents } from "../../floor/ledger/relay.ts";
import { sweepOutgoing } from "../outgoing/sweep.ts";
import { rateTicket } from "../tickets/rate.ts";
import { sweepMailsWhenAway } from "./mail.ts";

let service: PushService;
let desk: MailDesk;
let world: World;
beforeAll(async () => {
  service = await startPushService();
  desk = await createMailDesk({ PUSH_ORIGINS: service.origin });
  world = desk.world;
});
afterAll(async () => {
  await desk.close();
  await service.stop();
});
afterEach(async () => {
  for (const table of ["push_subscription", "notice_setting", "notice_mail", "notice_mail_due"])
    await world.context.pool.query(`delete from ${table}`);
  service.received.length = 0;
  desk.smtp.received.length = 0;
});

let number = 0;
/** A client writes, in a ticket of theirs or a new one. */
function clientWrites(externalId: string) {
  const { id, companyId, externalId: bot, token } = world.channels.harbour;
  const channel = {
    id,
    companyId,
    externalId: bot,
    platform: "telegram",
    name: "Harbour",
    credentials: token,
  } as const;
  const message = {
    ...({ kind: "message", type: "text", content: "Where is order 7?" } as const),
    externalId: `${externalId}:${++number}`,
    from: { externalId, name: "Olena Koval", username: null, lang: null },
    sentOn: world.clock.now(),
    ...{ caption: null, media: null, album: null, replyToExternalId: null },
  };
  return receive(world.context, channel, [message]);
}

type Told = {
  to: AgentName;
  happens(): Promise<unknown>;
  push: { about: string; text?: string };
  mail: RegExp;
};

const told: Record<NoticeKind, Told> = {
  message: {
    to: "mira",
    happens: async () => clientWrites((await world.ticket({ handler: "mira" })).client_external_id),
    push: { about: "message", text: "Where is order 7?" },
    mail: /Unread message from .+\nWhere is order 7\?\nhttp.+\/\?ticket=/,
  },
  private: {
    to: "mira",
    happens: () =>
      world
        .as("jonas")
        .post("/create-private-msg", { receiverid: world.agents.mira.id, content: "Only for you" }),
    push: { about: "private", text: "" },
    mail: /Unread message from Jonas .+\nhttp.+\/\?colleague=/,
  },
  handover: {
    to: "jonas",
    happens: async () => {
      const ticket = await world.ticket({ handler: "mira", messages: ["Please help"] });
      const to = {
        ...{ ticketid: ticket.id, newDepartment: ticket.department_id },
        newUser: world.agents.jonas.id,
      };
      expect((await world.as("mira").post("/ticket/reassign-user", to)).statusCode).toBe(200);
    },
    push: { about: "message", text: "Please help" },
    mail: /Unread message from .+\nPlease help\nhttp.+\/\?ticket=/,
  },
  takeover: {
    to: "mira",
    happens: async () => {
      const ticket = await world.ticket({ handler: "mira", messages: ["Please help"] });
      const settings = await world.as("ingrid").put("/admin/settings", { take_over_minutes: 1 });
      expect(settings.statusCode).toBe(200);
      const body = { ticketid: ticket.id, handlerid: world.agents.mira.id };
      expect((await world.as("jonas").post("/take-over-ticket", body)).statusCode).toBe(200);
    },
    push: { about: "message", text: "Please help" },
    mail: /Unread message from .+\nPlease help\nhttp.+\/\?ticket=/,
  },
  mention: {
    to: "mira",
    happens: async () => {
      const ticket = await world.ticket({ handler: "jonas", messages: ["Please help"] });
      const mentions = { agents: [world.agents.mira.id], departments: [] };
      const body = { ticketid: ticket.id, content: "@Mira Halvorsen, the key is 7: Only for you", mentions };
      expect((await world.as("jonas").post("/write-note", body)).statusCode).toBe(200);
    },
    push: { about: "mention", text: "" },
    mail: /You were mentioned: .+\nhttp.+\/\?ticket=/,
  },
  followed: {
    to: "jonas",
    happens: async () => {
      const ticket = await world.ticket({ handler: "mira", closed: true });
      await world.as("jonas").post("/follow-ticket", { ticketid: ticket.id });
      await world.desk("harbour", (scope) =>
        rateTicket(scope, ticket.id, 2, ticket.client_external_id, ticket.channel_id),
      );
    },
    push: { about: "followed", text: "" },
    mail: /A ticket you follow: .+\nhttp.+\/\?ticket=/,
  },
  offer: {
    to: "mira",
    happens: async () => {
      await world.ticket({ messages: ["Please help"] });
      const { pool } = world.context;
      const process = randomUUID();
      const here = [world.companies.harbour.id, world.agents.mira.id, process];
      await pool.query(
        "insert into process (id, started_on, lease_until) values ($1, now(), now() + interval '1 day')",
        [process],
      );
      await pool.query("insert into presence values ($1, $2, $3, 1)", here);
      const ways = { mode: "round_robin", offer_minutes: 3, previous_days: 0, grace_seconds: 0, weights: {} };
      const route = (some: object) => world.as("ingrid").post("/change-routing", { ...ways, ...some });
      const departmentid = world.departments.bookings.id;
      const able = { capacity: 100, languages: [], skills: [], shift: null };
      const mira = { userid: world.agents.mira.id, ...able };
      expect((await world.as("ingrid").post("/change-agent-routing", mira)).statusCode).toBe(200);
      expect((await route({ departmentid })).statusCode).toBe(200);
      await sweepRouting(world.context);
      await pool.query("delete from presence where process_id = $1", [process]);
      await route({ departmentid, mode: "off" });
    },
    push: { about: "offer", text: "Please help" },
    mail: /A ticket is offered to you: .+\nPlease help\nhttp.+\/\?ticket=/,
  },
  rule: {
    to: "mira",
    happens: async () => {
      const told = { kind: "notify", to: "handler", userids: [] };
      const rule = {
        ...{ name: "Priority", enabled: true, departmentids: null, condition: { all: [] }, stops: false },
        ...{ when: { kind: "event", events: ["priority_changed"] }, actions: [told] },
      };
      const made = await world.as("ingrid").post("/create-rule", rule);
      expect(made.statusCode, made.body).toBe(200);
      const ticket = await world.ticket({ handler: "mira", messages: ["Please help"] });
      await world.as("mira").post("/ticket/set-priority", { ticketid: ticket.id, priority: "high" });
      await relayEvents(world.context);
      await sweepRules(world.context);
      await world.as("ingrid").post("/delete-rule", { ruleid: made.json<{ ruleid: string }>().ruleid });
    },
    push: { about: "message", text: "Please help" },
    mail: /Unread message from .+\nPlease help\nhttp.+\/\?ticket=/,
  },
  goal: {
    to: "mira",
    happens: async () => {
      const none = { low: null, normal: null, high: null, urgent: null };
      const policy = {
        ...{ name: "Answers", condition: { all: [] }, in_hours: false, pauses: false },
        targets: { first: { ...none, urgent: 40 }, next: none, solved: none },
      };
      const made = await world.as("ingrid").post("/create-goal-policy", policy);
      expect(made.statusCode, made.body).toBe(200);
      const ticket = await world.ticket({ handler: "mira", messages: ["Please help"] });
      await world.as("mira").post("/ticket/set-priority", { ticketid: ticket.id, priority: "urgent" });
      await sweepRedates(world.context);
      world.clock.advance(30 * 60_000);
      await sweepGoals(world.context);
      const { policyid } = made.json<{ policyid: string }>();
      await world.as("ingrid").post("/delete-goal-policy", { policyid });
      await sweepRedates(world.context);
    },
    push: { about: "message", text: "Please help" },
    mail: /Unread message from .+\nPlease help\nhttp.+\/\?ticket=/,
  },
  rating: {
    to: "mira",
    happens: async () => {
      const ticket = await world.ticket({ handler: "mira", closed: true });
      await world.desk("harbour", (scope) =>
        rateTicket(scope, ticket.id, 2, ticket.client_external_id, ticket.channel_id),
      );
    },
    push: { about: "rating" },
    mail: /★★☆ .+ has rated you\nhttp.+\/\?ticket=/,
  },
  failed: {
    to: "mira",
    happens: async () => {
      const deadline_on = new Date(world.clock.now().getTime() + 60_000);
      const message = await world.message(await world.ticket({ handler: "mira" }), {
        ...{ agent: world.agents.mira, status: "queued", deadline_on },
      });
      world.telegram.control.addFault({
        ...{ kind: "error", code: 400, method: "sendMessage" },
        description: "Bad Request: message is too long",
      });
      await world.desk("harbour", ({ db }) =>
        db
          .updateTable("message")
          .set({ status: "uncertain", status_reason: reasonOf("interrupted_while") })
          .where("id", "=", message.id)
          .execute(),
      );
      await world.as("mira").post("/retry-message", { ticketid: message.ticket_id, messageid: message.id });
    },
    push: { about: "failed" },
    mail: /Your message to .+ could not be sent\nhttp.+\/\?ticket=/,
  },
  outgoing: {
    to: "mira",
    happens: async () => {
      const ticket = await world.ticket({ handler: "mira", messages: ["Please help"] });
      const body = { ticketid: ticket.id, messageid: randomUUID(), content: "Tomorrow", leaves: "held" };
      expect((await world.as("mira").post("/schedule-message", body)).statusCode).toBe(200);
      await world.context.pool.query("update ticket set handler_id = null where id = $1", [ticket.id]);
      await world.context.pool.query("update outgoing set due_on = $1 where id = $2", [
        world.clock.now(),
        body.messageid,
      ]);
      await sweepOutgoing(world.context);
    },
    push: { about: "outgoing", text: "" },
    mail: /A message to .+ was not sent\nhttp.+\/\?ticket=/,
  },
  ticket: {
    to: "jonas",
    happens: async () => {
      await world.desk("harbour", ({ db }) =>
        db.updateTable("channel").set({ department_id: world.departments.bookings.id }).execute(),
      );
      await clientWrites(`99001${++number}`);
    },
    push: { about: "ticket", text: "Where is order 7?" },
    mail: /New ticket from Olena Koval\nWhere is order 7\?\nhttp.+\/\?ticket=/,
  },
  channel: {
    to: "ingrid",
    happens: () => world.desk("harbour", (scope) => openOutage(scope, world.channels.harbour.id)),
    push: { about: "channel" },
    mail: /“.+” does not work\nhttp.+\/admin-panel\/settings#channels/,
  },
};

const cases = Object.entries(told) as [NoticeKind, Told][];

async function prepare({ to, happens }: Told, kind: NoticeKind, ways: { push: boolean; mail: boolean }) {
  expect((await world.as(to).post("/subscribe", service.browser())).statusCode).toBe(200);
  const changed = await world.as(to).put("/notice-settings", { kinds: { [kind]: ways } });
  expect(changed.statusCode).toBe(200);
  await world.context.pool.query("delete from notification");
  await world.context.pool.query("update channel set outage_on = null");
  await happens();
  for (let seconds = 0; seconds < 200; seconds += 10) {
    await world.drain();
    world.clock.advance(10_000);
    await sweepMailsWhenAway(world.context);
  }
  await world.drain();
}

test.each(cases)("%s reaches the browser, and no mailbox", async (kind, one) => {
  await prepare(one, kind, { push: true, mail: false });
  expect(service.received.map(({ message }) => message)).toMatchObject([one.push]);
  expect(JSON.stringify(service.received)).not.toContain("Only for you");
  expect(desk.smtp.received).toEqual([]);
});

test.each(cases)("%s reaches the mailbox of who is away, and no browser", async (kind, one) => {
  await prepare(one, kind, { push: false, mail: true });
  expect(service.received).toEqual([]);
  expect(desk.smtp.received.map(({ to }) => to)).toEqual([world.agents[one.to].email]);
  expect(desk.smtp.received[0]?.text).toMatch(one.mail);
  expect(desk.smtp.received[0]?.text).not.toContain("Only for you");
});
