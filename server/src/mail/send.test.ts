import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createMailDesk, type MailDesk } from "../../../test/world/mail-desk.ts";
import { endedProcess } from "../../../test/world/processes.ts";
import { codeIn, type SmtpStub } from "../../../test/world/smtp.ts";
import { openVisitor } from "../../../test/world/visitor.ts";
import type { World } from "../../../test/world.ts";
import { held } from "../app/held.ts";
import { acrossCompanies } from "../floor/database/scope.ts";
import { removeExpiredProcesses } from "../http/live/lease.ts";
import { queueMail } from "./queue.ts";
import { removeOldMails, sendMail, sweepMails } from "./send.ts";

let desk: MailDesk;
let world: World;
let smtp: SmtpStub;
beforeAll(async () => {
  desk = await createMailDesk();
  ({ world, smtp } = desk);
});
afterAll(() => desk.close());
beforeEach(() => smtp.refuse(null));

let number = 0;
async function ask(): Promise<string> {
  const email = `mail${++number}@start.example`;
  const answer = await openVisitor(world).post("/send-email-verification", { email });
  expect(answer.statusCode).toBe(200);
  return email;
}
const rowOf = async (address: string) =>
  (await world.context.pool.query("select * from mail where address = $1", [address])).rows[0];
const sweep = async () => {
  await sweepMails(world.context);
  await world.drain();
};

describe("a mail server that is down", () => {
  test("a mail server that is down does not delay the answer, and the mail goes out when the server is back", async () => {
    await smtp.down();
    const email = await ask();
    await world.drain();
    expect(await rowOf(email)).toMatchObject({ sent_on: null, failed_on: null, attempts: 1 });
    world.clock.advance(5_000);
    await sweep();
    expect(await rowOf(email)).toMatchObject({ sent_on: null, attempts: 2 });
    await smtp.up();
    await sweep();
    expect((await rowOf(email)).attempts).toBe(2);
    world.clock.advance(15_000);
    await sweep();
    const mail = await smtp.next(email);
    expect(codeIn(mail)).toMatch(/^\d{6}$/);
    expect(mail.headers).toMatchObject({ "auto-submitted": "auto-generated" });
    expect(await rowOf(email)).toMatchObject({ sent_on: world.clock.now(), sealed: null, attempts: 3 });
    expect(smtp.received.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test("a mail is given up when the code would have expired", async () => {
    await smtp.down();
    const email = await ask();
    for (let round = 0; round < 12; round++) {
      await sweep();
      world.clock.advance(60_000);
    }
    await sweep();
    const row = await rowOf(email);
    expect(row).toMatchObject({ sent_on: null, sealed: null });
    expect(row.failed_on).not.toBeNull();
    expect(row.attempts).toBeLessThan(8);
    await smtp.up();
    await sweep();
    expect(smtp.received.filter(({ to }) => to === email)).toEqual([]);
    const logged = world.logged.join("");
    expect(logged).toContain("A mail was not accepted");
    expect(logged).not.toContain(email);
  });
});

describe("a mail server that refuses", () => {
  test("a mail that the server refuses for now is tried again", async () => {
    smtp.refuse(451);
    const email = await ask();
    await world.drain();
    expect(await rowOf(email)).toMatchObject({ failed_on: null, attempts: 1 });
    smtp.refuse(null);
    world.clock.advance(5_000);
    await sweep();
    expect((await smtp.next(email)).to).toBe(email);
  });

  test("a mail that the server refuses for good is not tried again", async () => {
    smtp.refuse(550);
    const email = await ask();
    await world.drain();
    smtp.refuse(null);
    world.clock.advance(60_000);
    await sweep();
    const row = await rowOf(email);
    expect(row).toMatchObject({ attempts: 1, sent_on: null, sealed: null });
    expect(row.reason).toContain("550");
    expect(smtp.received.filter(({ to }) => to === email)).toEqual([]);
  });
});

describe("lost jobs and processes", () => {
  test("a lost job is found by the sweep, and many jobs send one mail", async () => {
    const email = await ask();
    await world.context.pool.query("delete from graphile_worker._private_jobs");
    const { id } = await rowOf(email);
    await Promise.all(Array.from({ length: 5 }, () => sendMail(world.context, { mailId: id })));
    await sweep();
    expect(smtp.received.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test("a mail claimed by a crashed process is sent when its claim expires", async () => {
    const email = await ask();
    await world.context.pool.query("update mail set sending_until = $1 where address = $2", [
      new Date(world.clock.now().getTime() + 120_000),
      email,
    ]);
    await sweep();
    expect(smtp.received.filter(({ to }) => to === email)).toEqual([]);
    world.clock.advance(120_000);
    await sweep();
    expect(smtp.received.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test("a mail claimed by a process that has ended is sent when its lease has expired", async () => {
    const email = await ask();
    await world.context.pool.query("update mail set sending_by = $1, sending_until = $2 where address = $3", [
      await endedProcess(world.context),
      new Date(world.clock.now().getTime() + 120_000),
      email,
    ]);
    await sweep();
    expect(smtp.received.filter(({ to }) => to === email)).toEqual([]);
    await removeExpiredProcesses(world.context, held);
    await sweep();
    expect(smtp.received.filter(({ to }) => to === email)).toHaveLength(1);
    expect(await rowOf(email)).toMatchObject({ sending_by: null, sending_until: null });
  });

  test("a mail is removed after a week", async () => {
    const email = await ask();
    await world.drain();
    world.clock.advance(7 * 24 * 3_600_000);
    await removeOldMails(world.context);
    expect(await rowOf(email)).toBeUndefined();
  });
});

test("a person's name is text in the mail, and adds no header", async () => {
  const nasty = `<img src=x onerror=alert(1)>"&$&\r\nBcc: spy@spy.example`;
  await world.desk("harbour", ({ db }) =>
    db.updateTable("agent").set({ first_name: nasty }).where("id", "=", world.agents.mira.id).execute(),
  );
  await acrossCompanies(world.context, (db) =>
    queueMail(
      { db, now: world.clock.now(), secrets: world.context.secrets },
      {
        address: world.agents.mira.email,
        content: { kind: "passwordChanged" },
        until: new Date(world.clock.now().getTime() + 3_600_000),
      },
    ),
  );
  await world.drain();
  const mail = await smtp.next(world.agents.mira.email);
  expect(mail.to).toBe(world.agents.mira.email);
  expect(mail.html).not.toContain("<img");
  expect(mail.html).toContain("&lt;img src=x onerror=alert(1)&gt;&quot;&amp;$&amp;");
  expect(mail.text).toContain("<img src=x onerror=alert(1)>");
});
