/** Two desks that answer each other automatically. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectMailbox, type MailAccount } from "../../../../test/world/mail-account.ts";
import { type Submission, startSubmission } from "../../../../test/world/submission.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { sweepAutomatic } from "../../support/automatic/run.ts";
import { receiveMail } from "./receive-mail.ts";

let world: World;
let server: Submission;
let desks: MailAccount[];
let round = 0;
beforeAll(async () => {
  world = await createWorld({ env: { MAIL_PRIVATE_HOSTS: "127.0.0.1" } });
  server = await startSubmission({ size: 200_000 });
  for (const admin of ["ingrid", "freya"] as const) {
    const answer = await world.as(admin).post("/automatic-messages", {
      ...{ name: "Greeting", occasion: "conversation_begins", enabled: true, delay: 0, closes: false },
      ...{ channelids: [], departmentids: [], default_language: "en", template: null },
      texts: { en: "Thank you, we answer soon." },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  }
  world.clock.advance(1_000);
});
afterAll(async () => {
  await server.close();
  await world.close();
});
beforeEach(async () => {
  round += 1;
  server.taken.length = 0;
  desks = [];
  for (const company of ["harbour", "northwind"] as const) {
    const address = `desk${round}@${company}.example`;
    const smtp = { host: "127.0.0.1", port: server.port, secure: false, user: address, password: "secret" };
    desks.push(await connectMailbox(world, { company, address, credentials: { smtp } }));
  }
});

/** Delivers the mails between the desks, with changes in transit, until no more come. */
async function exchange(onTheWay: (raw: string) => string = (raw) => raw): Promise<string[]> {
  const senders: string[] = [];
  for (let turn = 0; turn < 10; turn++) {
    await world.drain();
    await sweepAutomatic(world.context);
    await world.drain();
    const sent = server.taken.splice(0);
    if (sent.length === 0) return senders;
    for (const { from, to, raw } of sent) {
      senders.push(from);
      const desk = desks.find(({ externalId }) => to.includes(externalId));
      world.clock.advance(1_000);
      const received = { raw: Buffer.from(onTheWay(raw)), receivedOn: world.clock.now(), cursor: null };
      if (desk) await receiveMail(world.context, desk, received);
    }
  }
  throw new Error("The desks do not stop");
}

test("the first desk answers, the second does not", async () => {
  const [first, second] = desks;
  await first?.receive({ from: `Northwind Desk <${second?.externalId}>` });
  expect(await exchange()).toEqual([first?.externalId]);
});

test("two desks whose mails lack the header of automatic mail answer once each", async () => {
  const [first, second] = desks;
  await first?.receive({ from: `Northwind Desk <${second?.externalId}>` });
  const unmarked = (raw: string) =>
    raw.replace(/^(Auto-Submitted|X-Auto-Response-Suppress|Precedence):.*\r\n/gim, "");
  expect(await exchange(unmarked)).toEqual([first?.externalId, second?.externalId]);
});

test("a vacation note that answers the desk's answer is not answered", async () => {
  const [first] = desks;
  await first?.receive({ from: "Olena Koval <olena@pier.example>" });
  expect(await exchange()).toEqual([first?.externalId]);
  await first?.receive({
    from: "Olena Koval <olena@pier.example>",
    subject: "Away",
    headers: ["Auto-Submitted: auto-replied"],
  });
  expect(await exchange()).toEqual([]);
});
