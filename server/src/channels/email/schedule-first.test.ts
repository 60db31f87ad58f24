/** A mail that begins a conversation waits without a ticket: it leaves once, opens its ticket then, or stops with a reason. */
import { randomUUID } from "node:crypto";
import type { MailFile } from "@parley/contract/mail";
import type { Message } from "@parley/contract/messages";
import type { NotificationsAnswer } from "@parley/contract/notifications";
import type { LeavingTimes, Outgoing, Scheduled } from "@parley/contract/outgoing";
import type { Ticket } from "@parley/contract/tickets";
import PostalMime from "postal-mime";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { form } from "../../../../test/world/form.ts";
import { connectMailbox, type MailAccount } from "../../../../test/world/mail-account.ts";
import { timeComes } from "../../../../test/world/meanwhile.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { type Submission, startSubmission } from "../../../../test/world/submission.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { sweepMailFiles } from "./sweep-mail-files.ts";

let world: World;
let desk: MailAccount;
let server: Submission;
let accounts = 0;

beforeAll(async () => {
  world = await createWorld({ env: { MAIL_PRIVATE_HOSTS: "127.0.0.1" } });
  server = await startSubmission({ size: 200_000 });
});
afterAll(async () => {
  await server.close();
  await world.close();
});
beforeEach(async () => {
  accounts += 1;
  server.taken.length = 0;
  await world.context.pool.query("delete from notification");
  await world.context.pool.query("delete from outgoing");
  const address = `first${accounts}@harbour.example`;
  const smtp = { host: "127.0.0.1", port: server.port, secure: false, user: address, password: "secret" };
  desk = await connectMailbox(world, { address, credentials: { smtp } });
});

const mira = () => world.as("mira");
const to = () => [{ name: "Henrik Aas", address: `henrik${accounts}@aas.example` }];
const body = (mail: object = {}, more: object = {}) => ({
  channelid: desk.id,
  leaves: "hour",
  mail: { messageid: randomUUID(), to: to(), subject: "Your seats", html: "<p>Good news</p>", ...mail },
  ...more,
});
const schedule = (mail: object = {}, more: object = {}, agent: AgentName = "mira") =>
  world.as(agent).post("/schedule-first-mail", body(mail, more));
async function scheduled(mail: object = {}, more: object = {}): Promise<Outgoing> {
  const answer = await schedule(mail, more);
  expect(answer.statusCode, answer.body).toBe(200);
  const { outgoing } = answer.json<Scheduled>();
  if (!outgoing) throw new Error("The mail has left");
  return outgoing;
}
const own = async (agent: AgentName = "mira") => (await world.as(agent).get("/outgoing")).json<Outgoing[]>();
const reasonOf = (answer: { statusCode: number; json(): { reason?: { code: string } } }) => [
  answer.statusCode,
  answer.json().reason?.code,
];
const ticketsHere = () =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").selectAll().where("channel_id", "=", desk.id).execute(),
  );
const messages = (id: string) =>
  world.desk("harbour", ({ db }) => db.selectFrom("message").selectAll().where("id", "=", id).execute());
async function upload(): Promise<MailFile> {
  const file = { name: "seats.txt", content: Buffer.from("12A") };
  const { payload, headers } = form({ channelid: desk.id }, file);
  return (await mira().post("/mail-files", undefined, { payload, headers })).json();
}
const lines = async (agent: AgentName) => {
  await world.drain();
  const { sections } = (await world.as(agent).get("/notifications")).json<NotificationsAnswer>();
  return Object.values(sections)
    .flat()
    .filter(({ type }) => type === "outgoing");
};

test("neither who is signed out nor who does not see the account's tickets begins by a mail that leaves later", async () => {
  expect((await world.stranger.post("/schedule-first-mail", body())).statusCode).toBe(401);
  expect((await schedule({}, { channelid: randomUUID() })).statusCode).toBe(404);
  expect((await world.as("omar").post("/schedule-first-mail", body())).statusCode).toBe(404);
  expect((await world.as("omar").get(`/channels/${desk.id}/leaving-times`)).statusCode).toBe(404);
  expect(await own()).toEqual([]);
});

test("a mail waits without a ticket in its writer's list alone, then opens one and goes out once", async () => {
  const slip = await upload();
  world.published.length = 0;
  const waits = await scheduled({ fileids: [slip.fileid] });
  expect(waits).toMatchObject({
    ...{ ticketid: null, channelid: desk.id, client_name: "Henrik Aas", platform: "email", held: false },
    mail: { subject: "Your seats", files: [{ name: "seats.txt" }] },
  });
  expect(world.published.map(({ event, rooms }) => [event, rooms.length])).toEqual([["updateOutgoing", 1]]);
  expect([await own(), await own("ingrid")]).toMatchObject([[{ messageid: waits.messageid }], []]);
  expect([await ticketsHere(), server.taken]).toEqual([[], []]);
  await world.context.pool.query("update mail_upload set created_on = created_on - interval '60 days'");
  await sweepMailFiles(world.context);
  await timeComes(world);
  await timeComes(world);
  const [ticket, ...more] = await ticketsHere();
  expect([ticket?.handler_id, more]).toEqual([world.agents.mira.id, []]);
  expect(await messages(waits.messageid)).toMatchObject([{ ticket_id: ticket?.id, seq: 1 }]);
  expect(await own()).toEqual([]);
  await world.drain();
  expect(server.taken).toHaveLength(1);
  const mail = await PostalMime.parse(server.taken[0]?.raw ?? "");
  expect(mail.attachments.map(({ filename }) => filename)).toEqual(["seats.txt"]);
});

test("a repeat is one mail before and after it left, and brings nothing back that was taken back", async () => {
  const messageid = randomUUID();
  await scheduled({ messageid });
  expect((await scheduled({ messageid })).messageid).toBe(messageid);
  await timeComes(world);
  const again = (await schedule({ messageid })).json<Scheduled>();
  expect([again.outgoing, again.message?.messageid]).toEqual([null, messageid]);
  expect(await ticketsHere()).toHaveLength(1);
  const twice = { messageid: randomUUID() };
  const both = await Promise.all([scheduled(twice), scheduled(twice)]);
  expect(both.map((one) => one.messageid)).toEqual([twice.messageid, twice.messageid]);
  const other = await scheduled();
  expect((await mira().post("/drop-outgoing", { messageid: other.messageid })).statusCode).toBe(200);
  expect(reasonOf(await schedule({ messageid: other.messageid }))).toEqual([409, "outgoing_dropped"]);
});

test("a mail that is taken back comes whole, and its files are its writer's", async () => {
  const slip = await upload();
  const { messageid } = await scheduled({ fileids: [slip.fileid] }, { leaves: "held" });
  expect((await world.as("jonas").post("/drop-outgoing", { messageid })).statusCode).toBe(404);
  const back = (await mira().post("/drop-outgoing", { messageid })).json<Outgoing>();
  expect(back.mail).toMatchObject({ html: "<p>Good news</p>", to: to(), files: [{ fileid: slip.fileid }] });
  await timeComes(world);
  expect([await own(), await ticketsHere()]).toEqual([[], []]);
  expect((await scheduled({ fileids: [slip.fileid] })).mail?.files).toHaveLength(1);
});

test("the writer changes the time and sends the mail at once; nobody else does", async () => {
  const { messageid, due_on } = await scheduled();
  const change = (to: object, agent: AgentName = "mira") =>
    world.as(agent).post("/change-outgoing", { messageid, ...to });
  expect((await change({ leaves: "tomorrow" }, "ingrid")).statusCode).toBe(404);
  expect((await world.as("ingrid").post("/send-outgoing", { messageid })).statusCode).toBe(404);
  expect(reasonOf(await change({ content: "Other" }))).toEqual([400, "outgoing_mail"]);
  expect((await change({ leaves: "2027-03-01T09:00" })).json<Outgoing>().due_on).not.toBe(due_on);
  const sent = (await mira().post("/send-outgoing", { messageid })).json<Message>();
  expect(sent).toMatchObject({ messageid, seq: 1 });
  expect((await mira().post("/send-outgoing", { messageid })).json<Message>().messageid).toBe(messageid);
  expect(await ticketsHere()).toHaveLength(1);
});

test("a mail that could not begin a conversation now is refused at once", async () => {
  expect(reasonOf(await schedule({ fileids: [randomUUID()] }))).toEqual([400, "mail_file_unknown"]);
  expect((await schedule({ to: [] }))?.statusCode).toBe(400);
  expect(reasonOf(await schedule({}, { leaves: "2020-01-01T09:00" }))).toEqual([400, "outgoing_past"]);
  const messenger = await world.ticket({ handler: "mira" });
  expect(reasonOf(await schedule({}, { channelid: messenger.channel_id }, "ingrid"))).toEqual([
    400,
    "channel_without_mail",
  ]);
  const begun = await begin();
  await block(begun.clientid, true);
  expect(reasonOf(await schedule())).toEqual([409, "client_blocked"]);
  expect(await own()).toEqual([]);
});

test("the times are those of the department of the account's new tickets", async () => {
  const times = (await mira().get(`/channels/${desk.id}/leaving-times`)).json<LeavingTimes>();
  expect(times).toEqual({ opening: null, time_zone: expect.any(String) });
  expect(reasonOf(await schedule({}, { leaves: "opening" }))).toEqual([400, "outgoing_no_opening"]);
});

async function begin(): Promise<Ticket> {
  const answer = await mira().post("/start-conversation", {
    channelid: desk.id,
    mail: { to: to(), subject: "Before", html: "<p>Before</p>" },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Ticket>();
}
const block = (clientid: string, blocked: boolean) =>
  world.desk("harbour", ({ db, now }) =>
    db
      .updateTable("client")
      .set({ blocked_on: blocked ? now : null })
      .where("id", "=", clientid)
      .execute(),
  );
const disable = (disabled: boolean) =>
  world.desk("harbour", ({ db, now }) =>
    db
      .updateTable("agent")
      .set({ disabled_on: disabled ? now : null })
      .where("id", "=", world.agents.mira.id)
      .execute(),
  );
const removeAccount = (removed: boolean) =>
  world.desk("harbour", ({ db, now }) =>
    db
      .updateTable("channel")
      .set({ removed_on: removed ? now : null })
      .where("id", "=", desk.id)
      .execute(),
  );
const moveAccount = (department: "refunds" | "bookings") =>
  world.desk("harbour", ({ db }) =>
    db
      .updateTable("channel")
      .set({ department_id: world.departments[department].id })
      .where("id", "=", desk.id)
      .execute(),
  );

describe("what happened meanwhile, and what becomes of a mail that begins a conversation at its time", () => {
  type Outcome = "sent" | { why: string; told: AgentName };
  const rows: [string, () => Promise<unknown>, Outcome, (() => Promise<unknown>)?][] = [
    ["nothing happened", async () => undefined, "sent"],
    ["the client has another open ticket by now", begin, "sent"],
    [
      "the account does not work for now",
      () => world.context.pool.query("update channel set broken_on = now() where id = $1", [desk.id]),
      "sent",
    ],
    [
      "the client was blocked",
      async () => block((await begin()).clientid, true),
      { why: "client_blocked", told: "mira" },
    ],
    [
      "the account was disconnected",
      () => removeAccount(true),
      { why: "channel_disconnected", told: "mira" },
      () => removeAccount(false),
    ],
    [
      "its writer does not see the account's tickets any more",
      () => moveAccount("refunds"),
      { why: "not_allowed", told: "mira" },
      () => moveAccount("bookings"),
    ],
    [
      "its writer left",
      () => disable(true),
      { why: "outgoing_writer_left", told: "ingrid" },
      () => disable(false),
    ],
  ];
  test.each(rows)("%s", async (_name, meanwhile, outcome, undo = async () => undefined) => {
    const { messageid } = await scheduled();
    await meanwhile();
    try {
      await timeComes(world);
      await timeComes(world);
    } finally {
      await undo();
    }
    expect(await messages(messageid)).toHaveLength(outcome === "sent" ? 1 : 0);
    const told = outcome === "sent" ? null : outcome.told;
    expect(await own()).toMatchObject(
      outcome === "sent" ? [] : [{ messageid, due_on: null, reason: { code: outcome.why } }],
    );
    for (const agent of ["mira", "ingrid", "jonas"] as const)
      expect([agent, await lines(agent)]).toMatchObject([
        agent,
        agent === told && outcome !== "sent"
          ? [{ ticketid: null, name: "Henrik Aas", reason: { code: outcome.why } }]
          : [],
      ]);
  });
});

test("a mail that has stopped leaves once its writer sends it, and the line is settled", async () => {
  const { messageid } = await scheduled();
  await removeAccount(true);
  await timeComes(world);
  const gone = [409, "channel_disconnected"];
  expect(reasonOf(await mira().post("/send-outgoing", { messageid }))).toEqual(gone);
  expect(reasonOf(await mira().post("/change-outgoing", { messageid, leaves: "hour" }))).toEqual(gone);
  expect(await own()).toHaveLength(1);
  await removeAccount(false);
  expect((await mira().post("/send-outgoing", { messageid })).statusCode).toBe(200);
  expect(await lines("mira")).toMatchObject([{ seen: true }]);
  expect(await messages(messageid)).toHaveLength(1);
});

describe("a mail whose writer left before it began a conversation", () => {
  const take = (messageid: string, agent: AgentName) => world.as(agent).post("/take-outgoing", { messageid });
  const audited = async () =>
    (await world.as("ingrid").get("/admin/audit-log"))
      .json<{ verb: string; subject_name: string; username: string }[]>()
      .filter(({ verb }) => verb.startsWith("agent_outgoing"))
      .map(({ verb, subject_name }) => [verb, subject_name]);
  async function left(fileids: string[] = []) {
    const waits = await scheduled({ fileids });
    await disable(true);
    await timeComes(world);
    return waits.messageid;
  }
  afterEach(() => disable(false));

  test("nobody but administrators of its company sees or takes it, and they only once its writer left", async () => {
    const { messageid } = await scheduled();
    expect((await take(messageid, "ingrid")).statusCode).toBe(404);
    await disable(true);
    for (const agent of ["jonas", "naledi", "omar", "freya"] as const) {
      expect([agent, (await take(messageid, agent)).statusCode]).toEqual([agent, 404]);
      const drop = await world.as(agent).post("/drop-outgoing", { messageid });
      expect([agent, drop.statusCode, await own(agent)]).toEqual([agent, 404, []]);
    }
    expect((await world.stranger.post("/take-outgoing", { messageid })).statusCode).toBe(401);
    const send = await world.as("ingrid").post("/send-outgoing", { messageid });
    expect(reasonOf(send)).toEqual([403, "outgoing_of_another"]);
    expect(await own("ingrid")).toMatchObject([{ messageid, writer_left: true }]);
  });

  test("an administrator takes it over with its files and sends it under the own signature", async () => {
    await mira().post("/save-signature", { html: "<p>Mira of the harbour</p>" });
    await world.as("ingrid").post("/save-signature", { html: "<p>Ingrid of the pier</p>" });
    const slip = await upload();
    const messageid = await left([slip.fileid]);
    world.published.length = 0;
    expect((await take(messageid, "ingrid")).json()).toMatchObject({
      ...{ messageid, userid: world.agents.ingrid.id, writer_left: false },
      mail: { files: [{ fileid: slip.fileid }] },
    });
    expect(
      world.published.filter(({ event }) => event === "updateOutgoing").map(({ rooms }) => rooms),
    ).toEqual([
      [
        `company:${world.companies.harbour.id}:agent:${world.agents.ingrid.id}`,
        `company:${world.companies.harbour.id}:admins`,
      ],
    ]);
    expect(await lines("ingrid")).toMatchObject([{ seen: true }]);
    expect(await audited()).toEqual([["agent_outgoing_take", "Mira Halvorsen"]]);
    expect((await world.as("ingrid").post("/send-outgoing", { messageid })).statusCode).toBe(200);
    await world.drain();
    const mail = await PostalMime.parse(server.taken[0]?.raw ?? "");
    expect(mail.html).toContain("Ingrid of the pier");
    expect(mail.html).not.toContain("Mira of the harbour");
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(["seats.txt"]);
    expect(await ticketsHere()).toMatchObject([{ handler_id: world.agents.ingrid.id }]);
    await mira().post("/save-signature", { html: "" });
    await world.as("ingrid").post("/save-signature", { html: "" });
  });

  test("an administrator discards it: it begins nothing, and the audit log says so", async () => {
    const messageid = await left();
    expect((await world.as("ingrid").post("/drop-outgoing", { messageid })).statusCode).toBe(200);
    expect(await audited()).toContainEqual(["agent_outgoing_drop", "Mira Halvorsen"]);
    expect(await lines("ingrid")).toMatchObject([{ seen: true }]);
    await timeComes(world);
    expect([await own("ingrid"), await ticketsHere(), server.taken]).toEqual([[], [], []]);
  });

  test("a mail whose account was disconnected is discarded, not taken over", async () => {
    const messageid = await left();
    await removeAccount(true);
    expect(reasonOf(await take(messageid, "ingrid"))).toEqual([409, "channel_disconnected"]);
    expect((await world.as("ingrid").post("/drop-outgoing", { messageid })).statusCode).toBe(200);
    await removeAccount(false);
  });
});
