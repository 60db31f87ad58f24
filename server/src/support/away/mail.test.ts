import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createMailDesk, type MailDesk } from "../../../../test/world/mail-desk.ts";
import { endedProcess } from "../../../../test/world/processes.ts";
import type { SmtpStub } from "../../../../test/world/smtp.ts";
import type { World } from "../../../../test/world.ts";
import { held } from "../../app/held.ts";
import { removeExpiredProcesses } from "../../http/live/lease.ts";
import { sweepMails } from "../../mail/send.ts";
import { createMailer } from "../../mail/transport/mailer.ts";
import { notify } from "../notifications/notify.ts";
import type { TicketRow } from "../ticket/access.ts";
import { sweepMailsWhenAway } from "./mail.ts";

let desk: MailDesk;
let world: World;
let smtp: SmtpStub;
beforeAll(async () => {
  desk = await createMailDesk();
  ({ world, smtp } = desk);
});
afterAll(() => desk.close());
const minute = 60_000;
const query = (text: string, values: unknown[] = []) => world.context.pool.query(text, values);
beforeEach(async () => {
  smtp.received.length = 0;
  await world.as("mira").put("/notice-settings", { kinds: { message: { mail: true } }, quiet: null });
});
afterEach(async () => {
  for (const table of ["notice_setting", "notice_mail", "notice_mail_due", "absence", "presence", "mail"])
    await query(`delete from ${table}`);
});

const tell = (ticket: TicketRow, name = "Olena Koval") =>
  world.desk("harbour", (scope) => notify(scope, world.agents.mira.id, { type: "text", name, ticket }));
/** Passes time, in which the desk works every half minute. */
async function pass(minutes: number): Promise<void> {
  await world.drain();
  for (let half = 0; half < minutes * 2; half++) {
    world.clock.advance(minute / 2);
    await sweepMailsWhenAway(world.context);
    await sweepMails(world.context);
    await world.drain();
  }
}
const written = () => world.ticket({ handler: "mira", messages: ["Where is order 7?"] });
const quiet = (from: Date, to: Date) => {
  const clock = (time: Date) => time.toISOString().slice(11, 16);
  return { quiet: { from: clock(from), to: clock(to), days: [0, 1, 2, 3, 4, 5, 6], time_zone: "UTC" } };
};

/** A console of mira at another process, which this one reads in the table. */
async function openConsole(): Promise<string> {
  const id = randomUUID();
  await query(
    "insert into process (id, started_on, lease_until) values ($1, now(), now() + interval '1 day')",
    [id],
  );
  const { companyId } = world.agents.mira.actor;
  await query("insert into presence values ($1, $2, $3, 1)", [companyId, world.agents.mira.id, id]);
  return id;
}
const killProcess = async (id: string) => {
  await query("update process set lease_until = now() - interval '1 second' where id = $1", [id]);
  await removeExpiredProcesses(world.context, held);
};

describe("an agent who is away", () => {
  test("an agent who is away gets one mail for a burst, with the client's last words and a link to each ticket", async () => {
    const [one, other] = [await written(), await written()];
    for (let count = 0; count < 3; count++) await tell(one);
    await tell(other, "Henrik Aas");
    await pass(1);
    expect(smtp.received).toEqual([]);
    await pass(30);
    expect(smtp.received).toHaveLength(1);
    const [mail] = smtp.received;
    expect(mail).toMatchObject({ to: world.agents.mira.email, subject: "Parley: 2 things wait for you" });
    for (const { id } of [one, other])
      expect(mail?.text).toContain(`${world.context.config.publicUrl}/?ticket=${id.slice(0, 8)}`);
    expect(mail?.text).toContain("Where is order 7?");
    const settings = /\/profile\/[^/]+\/notifications/;
    expect(mail?.text).toMatch(settings);
    expect(mail?.html).toMatch(settings);
  });

  test("an agent who is away gets the next mail ten minutes after the last, however many messages come", async () => {
    const ticket = await written();
    await tell(ticket);
    await pass(3);
    expect(smtp.received).toHaveLength(1);
    for (let count = 0; count < 8; count++) {
      await tell(ticket);
      await pass(1);
    }
    expect(smtp.received).toHaveLength(1);
    await pass(4);
    expect(smtp.received).toHaveLength(2);
    await pass(30);
    expect(smtp.received).toHaveLength(2);
  });

  test("an agent reads the mail in their language, and a single ticket is its subject and its link", async () => {
    await world.as("mira").post("/auth/change-lang", { lang: "nl" });
    const ticket = await written();
    await tell(ticket);
    await pass(3);
    await world.as("mira").post("/auth/change-lang", { lang: "en" });
    expect(smtp.received[0]?.subject).toMatch(/^Ongelezen bericht van /);
    expect(smtp.received[0]?.text).toContain("Parley openen:\n");
  });

  test("an agent gets no mail without asking for it", async () => {
    await world.as("mira").put("/notice-settings", { kinds: { message: { mail: false } } });
    await tell(await written());
    await pass(15);
    expect(smtp.received).toEqual([]);
    expect((await query("select from notice_mail_due")).rowCount).toBe(0);
  });

  test.each([
    ["an address that was never proved", "email_confirmed_on = null"],
    ["an account that was disabled meanwhile", "disabled_on = now()"],
  ])("an agent gets no mail with %s", async (_what, change) => {
    const { id } = world.agents.mira;
    await tell(await written());
    await world.drain();
    await query(`update agent set ${change} where id = $1`, [id]);
    await pass(15);
    await query("update agent set email_confirmed_on = now(), disabled_on = null where id = $1", [id]);
    await pass(15);
    expect(smtp.received).toEqual([]);
  });
});

describe("presence", () => {
  test("an open console of any process holds the mail back, until ten minutes after it was closed", async () => {
    const process = await openConsole();
    await tell(await written());
    await pass(25);
    expect(smtp.received).toEqual([]);
    await killProcess(process);
    await pass(9.5);
    expect(smtp.received).toEqual([]);
    await pass(12);
    expect(smtp.received).toHaveLength(1);
  });

  test("an agent whose process has just ended is not away before its rows are removed", async () => {
    const process = await openConsole();
    await tell(await written());
    await query("update process set lease_until = now() - interval '1 second' where id = $1", [process]);
    await pass(5);
    expect(smtp.received).toEqual([]);
    await killProcess(process);
    await pass(21);
    expect(smtp.received).toHaveLength(1);
  });

  test("a console that was open for a moment begins the ten minutes anew", async () => {
    await query("insert into absence values ($1, $2, $3)", [
      ...[world.agents.mira.actor.companyId, world.agents.mira.id],
      new Date(world.clock.now().getTime() + 90_000),
    ]);
    await tell(await written());
    await pass(11);
    expect(smtp.received).toEqual([]);
    await pass(1);
    expect(smtp.received).toHaveLength(1);
  });

  test("a message that was read in time is not mailed", async () => {
    const ticket = await written();
    await tell(ticket);
    await pass(1);
    await query("update notification set seen_on = now() where ticket_id = $1", [ticket.id]);
    await pass(15);
    expect(smtp.received).toEqual([]);
  });
});

describe("quiet hours", () => {
  test("a mail waits for the end of quiet hours, and tells what is still unseen then", async () => {
    const now = world.clock.now().getTime();
    const end = new Date(Math.ceil(now / minute) * minute + 30 * minute);
    await world.as("mira").put("/notice-settings", quiet(new Date(now - 60 * minute), end));
    await tell(await written());
    while (world.clock.now().getTime() < end.getTime() - minute) await pass(1);
    expect(smtp.received).toEqual([]);
    await pass(2);
    expect(smtp.received).toHaveLength(1);
  });
});

describe("when the mail leaves", () => {
  /** The mail is queued while its server is down, and leaves after `meanwhile`. */
  async function delayed(meanwhile: (ticket: TicketRow) => Promise<unknown>) {
    await smtp.down();
    const ticket = await written();
    await tell(ticket);
    await pass(3);
    expect((await query("select from mail where sent_on is null")).rowCount).toBe(1);
    await meanwhile(ticket);
    await smtp.up();
    await pass(10);
    return smtp.received;
  }

  test("a mail is sent when the mail server is back", async () => {
    expect(await delayed(async () => undefined)).toHaveLength(1);
  });

  test("a mail that meets quiet hours is sent at their end", async () => {
    const begins = async () => {
      const now = Math.ceil(world.clock.now().getTime() / minute) * minute;
      await world
        .as("mira")
        .put("/notice-settings", quiet(new Date(now - minute), new Date(now + 20 * minute)));
    };
    expect(await delayed(begins)).toEqual([]);
    await pass(15);
    expect(smtp.received).toHaveLength(1);
  });

  test("a mail is not sent when all of it was read meanwhile", async () => {
    const read = ({ id }: TicketRow) =>
      query("update notification set seen_on = now() where ticket_id = $1", [id]);
    expect(await delayed(read)).toEqual([]);
  });

  test("a mail tells nothing of a ticket that the agent may no longer see", async () => {
    const move = ({ id }: TicketRow) =>
      query("update ticket set department_id = $1 where id = $2", [world.departments.refunds.id, id]);
    expect(await delayed(move)).toEqual([]);
  });
});

/** A mail server that reads a letter to its end and then breaks the connection. */
async function startBreakingServer() {
  let letters = 0;
  const server = createServer((socket) => {
    const answers: [RegExp, string][] = [
      [/^DATA/i, "354 go on"],
      [/^(EHLO|HELO|MAIL|RCPT)/i, "250 fine"],
    ];
    socket.on("error", () => undefined).write("220 ready\r\n");
    socket.on("data", (chunk) => {
      const said = chunk.toString();
      const answer = answers.find(([command]) => command.test(said))?.[1];
      if (answer) return socket.write(`${answer}\r\n`);
      if (!said.endsWith("\r\n.\r\n")) return;
      letters++;
      socket.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, letters: () => letters, stop: () => void server.close() };
}

test("a mail after which the connection broke is perhaps sent, and not sent again", async () => {
  const server = await startBreakingServer();
  const { mailer, config, log } = world.context;
  world.context.mailer = createMailer({ ...config, smtpUrl: server.url }, log);
  onTestFinished(() => {
    world.context.mailer = mailer;
    server.stop();
  });
  await tell(await written());
  await pass(10);
  expect(server.letters()).toBe(1);
  const { rows } = await query("select failed_on is not null as failed, reason from mail");
  expect(rows).toEqual([{ failed: true, reason: expect.stringMatching(/^perhaps sent: /) }]);
});

describe("a process that is killed", () => {
  test("processes that find the same mail due queue it once", async () => {
    await tell(await written());
    await world.drain();
    world.clock.advance(3 * minute);
    await Promise.all(Array.from({ length: 4 }, () => sweepMailsWhenAway(world.context)));
    await world.drain();
    await pass(2);
    expect(smtp.received).toHaveLength(1);
  });

  test("a mail whose process ended before it recorded the outcome is not sent again", async () => {
    await tell(await written());
    await world.drain();
    world.clock.advance(3 * minute);
    await sweepMailsWhenAway(world.context);
    await query("update mail set sending_by = $1, sending_until = $2 where sent_on is null", [
      await endedProcess(world.context),
      new Date(world.clock.now().getTime() + 2 * minute),
    ]);
    await removeExpiredProcesses(world.context, held);
    await pass(5);
    expect(smtp.received).toEqual([]);
    const { rows } = await query("select failed_on is not null as failed, reason from mail");
    expect(rows).toEqual([{ failed: true, reason: "perhaps sent, by a process that ended" }]);
  });
});
