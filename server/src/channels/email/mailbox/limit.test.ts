/** The limit of a company's mailboxes. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailServer, startMailServer } from "../../../../../simulator/src/email/server.ts";
import { Faults } from "../../../../../simulator/src/faults.ts";
import { createWorld, type World } from "../../../../../test/world.ts";

let world: World;
let server: MailServer;
beforeAll(async () => {
  world = await createWorld({ env: { MAIL_PRIVATE_HOSTS: "127.0.0.1", MAIL_MAILBOXES: "2" } });
  server = await startMailServer({ faults: new Faults(), now: () => world.clock.now().getTime() });
});
afterAll(async () => {
  await world.close();
  await server.close();
});

function connect(id: number, agent: "ingrid" | "freya" = "ingrid") {
  const address = `help${id}@harbour.test`;
  const mailbox =
    server.office.mailboxes().find((one) => one.id === id) ??
    server.office.create({ id, address, name: "Harbour" });
  const sign = { secure: false, user: address, password: mailbox.password };
  const body = {
    address,
    name: "Help",
    imap: { ...server.imap, ...sign },
    smtp: { ...server.smtp, ...sign },
  };
  return world.as(agent).post("/channels/email/connect", body);
}

test("a mailbox beyond the company's limit is refused with the reason; other companies' and known ones are accepted", async () => {
  const first = await connect(1);
  expect([first.statusCode, (await connect(2)).statusCode]).toEqual([200, 200]);
  const refused = await connect(3);
  expect([refused.statusCode, refused.json().reason]).toEqual([
    409,
    { code: "mailboxes_full", facts: { max: 2 } },
  ]);
  expect((await connect(2)).statusCode).toBe(200);
  expect((await connect(4, "freya")).statusCode).toBe(200);
  await world.as("ingrid").post(`/channels/${first.json().channelid}/disconnect`, {});
  expect((await connect(3)).statusCode).toBe(200);
});

test("mailboxes that are connected at the same time are taken up to the limit", async () => {
  const answers = await Promise.all([11, 12, 13, 14].map((id) => connect(id, "freya")));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});
