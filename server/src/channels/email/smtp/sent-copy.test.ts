/** The copy of a sent mail in Sent, with servers of the simulator. */
import type { ChannelRow } from "@parley/contract/channels";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailServer, startMailServer } from "../../../../../simulator/src/email/server.ts";
import { Faults } from "../../../../../simulator/src/faults.ts";
import { rawMail } from "../../../../../test/world/mail-account.ts";
import { createWorld, type World } from "../../../../../test/world.ts";
import { openChannel } from "../../accounts/find.ts";
import { keepCopy } from "../../outbound/keep-copy.ts";
import { receiveMail } from "../receive-mail.ts";

let world: World;
let server: MailServer;
beforeAll(async () => {
  world = await createWorld({ env: { MAIL_PRIVATE_HOSTS: "127.0.0.1" } });
  server = await startMailServer({ faults: new Faults(), now: () => world.clock.now().getTime() });
});
afterAll(async () => {
  await world.close();
  await server.close();
});

test("a copy that Sent refuses is reported at the message and offered again; the mail is sent once", async () => {
  const mailbox = server.office.create({ id: 1, address: "help@harbour.test", name: "Harbour" });
  const olena = server.office.create({ id: 2, address: "olena@pier.example", name: "Olena" });
  const sign = { secure: false, user: mailbox.address, password: mailbox.password };
  const body = {
    ...{ address: mailbox.address, name: "Help", departmentid: world.departments.bookings.id },
    ...{ imap: { ...server.imap, ...sign }, smtp: { ...server.smtp, ...sign } },
  };
  const connected = await world.as("ingrid").post("/channels/email/connect", body);
  const { channelid: channelId } = connected.json<ChannelRow>();
  const row = await world.desk("harbour", ({ db }) =>
    db.selectFrom("channel").selectAll().where("id", "=", channelId).executeTakeFirstOrThrow(),
  );
  const raw = Buffer.from(rawMail({ to: mailbox.address, id: "<1@pier.example>" }));
  const channel = openChannel(row, world.context.secrets);
  await receiveMail(world.context, channel, { raw, receivedOn: world.clock.now(), cursor: null });
  const { id: ticketid } = await world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").select("id").where("channel_id", "=", channelId).executeTakeFirstOrThrow(),
  );
  await world.as("mira").post("/acceptTicket", { ticketid });
  server.office.faults.add({ kind: "error", code: 0, description: "Full", method: "imap.append", times: 0 });
  const to = [{ name: null, address: olena.address }];
  const answer = await world
    .as("mira")
    .post("/send-mail", { ticketid, to, subject: "Re: Order 7", html: "<p>Here</p>" });
  const messageId: string = answer.json().messageid;
  await world.drain();
  const message = () =>
    world.desk("harbour", ({ db }) =>
      db.selectFrom("message").selectAll().where("id", "=", messageId).executeTakeFirstOrThrow(),
    );
  const counts = () =>
    [server.folder(olena, "INBOX"), server.folder(mailbox, "Sent")].map(({ mails }) => mails.length);
  expect(await message()).toMatchObject({ status: "sent", status_reason: { code: "mail_copy_missing" } });
  expect(counts()).toEqual([1, 0]);
  const job = { companyId: channel.companyId, channelId, messageId };
  const { signal } = new AbortController();
  await expect(keepCopy(world.context, job, signal)).rejects.toThrow();
  server.office.faults.clear();
  await keepCopy(world.context, job, signal);
  await keepCopy(world.context, job, signal);
  expect(await message()).toMatchObject({ status: "sent", status_reason: null });
  expect(counts()).toEqual([1, 1]);
  const [copy] = server.folder(mailbox, "Sent").mails;
  const [delivered] = server.folder(olena, "INBOX").mails;
  expect(String(copy?.raw).trim()).toBe(String(delivered?.raw).trim());
});
