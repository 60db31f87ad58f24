/** Links in messages are not followed: a server that counts its requests gets none, over every channel, in and out. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { done } from "../../../../test/world/done.ts";
import { playChannel } from "../../../../test/world/drivers.ts";
import { startLive } from "../../../../test/world/live.ts";
import { createMailDesk, type MailDesk } from "../../../../test/world/mail-desk.ts";
import type { World } from "../../../../test/world.ts";
import { channelModules } from "../../app/channels.ts";
import { startListening } from "../../channels/accounts/listen.ts";
import { deliver } from "../../channels/outbound/deliver.ts";

let desk: MailDesk;
let world: World;
let live: Awaited<ReturnType<typeof startLive>>;
let listening: Awaited<ReturnType<typeof startListening>>;
let linked: Server;
let requests: string[] = [];
let link = "";
beforeAll(async () => {
  desk = await createMailDesk();
  world = desk.world;
  live = await startLive(world);
  listening = await startListening(world.context);
  linked = createServer(({ url = "" }, response) => {
    requests.push(url);
    response.end("<title>A page</title>");
  });
  await new Promise<void>((resolve) => linked.listen(0, "127.0.0.1", resolve));
  link = `http://127.0.0.1:${(linked.address() as AddressInfo).port}`;
});
afterAll(async () => {
  linked.closeAllConnections();
  linked.close();
  await listening.stop();
  await live.close();
  await desk.close();
});

const mira = () => world.as("mira");

test("the linked server counts what is fetched", async () => {
  await fetch(`${link}/premise`);
  expect(requests).toEqual(["/premise"]);
  requests = [];
});

test.each(channelModules.map(({ platform }) => platform))(
  "a link in a message over %s is fetched neither when it comes nor when it is sent",
  async (platform) => {
    const driver = playChannel(platform, world, live.url);
    const account = driver.newAccount();
    const connected = await done(
      world.as("ingrid").post(`/channels/${platform}/connect`, {
        ...account.body,
        departmentid: world.departments.bookings.id,
      }),
    );
    await driver.connected?.(account.externalId, connected);
    const client = await driver.newClient(account.externalId);
    await client.write(`Is this you? ${link}/in`);
    await driver.delivered(account.externalId);
    const ticket = await world.desk("harbour", ({ db }) =>
      db
        .selectFrom("ticket")
        .selectAll()
        .where("channel_id", "=", connected.channelid)
        .executeTakeFirstOrThrow(),
    );
    await world.drain();
    const ticketid = ticket.id;
    await done(mira().post("/acceptTicket", { ticketid }));
    await done(mira().post("/write-note", { ticketid, content: `${link}/note` }));
    if (platform === "email") {
      const html = `<p><a href="${link}/out">Here</a></p><img src="${link}/picture.png">`;
      const mail = { ticketid, to: [{ address: client.externalId }], subject: `${link}/subject`, html };
      await done(mira().post("/send-mail", { ...mail, quoted: true }));
    } else await done(mira().post("/send-message", { ticketid, content: `Yes: ${link}/out` }));
    const where = { companyId: ticket.company_id, ticketId: ticketid };
    await deliver(world.context, where, new AbortController().signal);
    await world.drain();
    expect(JSON.stringify(await client.received())).toContain("/out");
    const shown = await mira().get(`/${ticketid}/1/chat`);
    expect([shown.statusCode, requests]).toEqual([200, []]);
  },
);
