/** An agent of two departments is told of both, in the browser and by mail when away. */
import type { NoticeKind } from "@parley/contract/notice-kinds";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createMailDesk, type MailDesk } from "../../../../test/world/mail-desk.ts";
import { type PushService, startPushService } from "../../../../test/world/push-endpoint.ts";
import type { World } from "../../../../test/world.ts";
import { receive } from "../../channels/inbound/receive.ts";
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
beforeEach(async () => {
  expect((await world.as("mira").post("/subscribe", service.browser())).statusCode).toBe(200);
});
afterEach(async () => {
  for (const table of ["push_subscription", "notice_setting", "notice_mail", "notice_mail_due"])
    await world.context.pool.query(`delete from ${table}`);
  service.received.length = 0;
  desk.smtp.received.length = 0;
});

/** Mira's home department is Bookings. */
async function seesBeside(departmentids: string[]) {
  const answer = await world.as("ingrid").put("/auth/update-account", {
    ...{ userid: world.agents.mira.id, email: world.agents.mira.email },
    ...{ first_name: "Mira", last_name: "Halvorsen", departmentid: world.departments.bookings.id },
    departmentids,
  });
  expect(answer.statusCode).toBe(200);
}

async function wants(kind: NoticeKind) {
  const ways = { push: true, mail: true };
  expect((await world.as("mira").put("/notice-settings", { kinds: { [kind]: ways } })).statusCode).toBe(200);
}

let number = 0;
async function clientWritesTo(department: "bookings" | "refunds" | "groups") {
  await world.desk("harbour", ({ db }) =>
    db.updateTable("channel").set({ department_id: world.departments[department].id }).execute(),
  );
  const { id, companyId, externalId: bot, token } = world.channels.harbour;
  const name = `Client of ${department}`;
  const externalId = `88001${++number}`;
  const message = {
    ...({ kind: "message", type: "text", content: "Where is order 7?" } as const),
    externalId: `${externalId}:1`,
    from: { externalId, name, username: null, lang: null },
    sentOn: world.clock.now(),
    ...{ caption: null, media: null, album: null, replyToExternalId: null },
  };
  const channel = { id, companyId, externalId: bot, name: "Harbour", credentials: token } as const;
  await receive(world.context, { ...channel, platform: "telegram" }, [message]);
}

async function tenMinutesPass() {
  for (let seconds = 0; seconds < 660; seconds += 30) {
    await world.drain();
    world.clock.advance(30_000);
    await sweepMailsWhenAway(world.context);
  }
  await world.drain();
}
const pushed = () => service.received.map(({ message }) => message.name).sort();
const mailed = () => desk.smtp.received.map(({ text }) => text).join("\n");

test("an agent is notified of new tickets of the home department and of a second one they see, and of no third's", async () => {
  await seesBeside([world.departments.refunds.id]);
  await wants("ticket");
  for (const department of ["bookings", "refunds", "groups"] as const) await clientWritesTo(department);
  await tenMinutesPass();
  expect(pushed()).toEqual(["Client of bookings", "Client of refunds"]);
  expect(mailed()).toContain("New ticket from Client of bookings");
  expect(mailed()).toContain("New ticket from Client of refunds");
  expect(mailed()).not.toContain("Client of groups");
});

test("an agent is told once of a ticket of the department beside the home one that is handed over to them", async () => {
  await seesBeside([world.departments.refunds.id]);
  await wants("handover");
  const ticket = await world.ticket({ department: "refunds", handler: "naledi", messages: ["My refund?"] });
  const to = { newDepartment: ticket.department_id, newUser: world.agents.mira.id };
  const given = await world.as("naledi").post("/ticket/reassign-user", { ticketid: ticket.id, ...to });
  expect(given.statusCode).toBe(200);
  await tenMinutesPass();
  expect(pushed()).toHaveLength(1);
  expect(desk.smtp.received).toHaveLength(1);
  expect(mailed()).toContain("My refund?");
});

test("an agent who loses the department in the meantime is told nothing of it", async () => {
  await seesBeside([world.departments.refunds.id]);
  await wants("ticket");
  await clientWritesTo("refunds");
  await seesBeside([]);
  await tenMinutesPass();
  expect(pushed()).toEqual([]);
  expect(desk.smtp.received).toEqual([]);
});
