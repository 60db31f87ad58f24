import type { Message } from "@parley/contract/messages";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChannelDriver, SimulatedClient } from "../../../../simulator/src/driver.ts";
import { driverOf } from "../../../../simulator/src/registry.ts";
import { callDesk, fileOfDesk } from "../../../../test/world/desk-calls.ts";
import { form } from "../../../../test/world/form.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { deliver } from "../outbound/deliver.ts";

let world: World;
let driver: ChannelDriver;
let client: SimulatedClient;
let ticketId: string;
beforeAll(async () => {
  world = await createWorld();
  driver = driverOf("viber", world.telegram, callDesk(world), fileOfDesk(world));
  const made = driver.newAccount();
  const departmentid = world.departments.bookings.id;
  await world.as("ingrid").post("/channels/viber/connect", { ...made.body, departmentid });
  client = await driver.newClient(made.externalId);
  await client.write("Hello");
  await driver.delivered(made.externalId);
  const { id } = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("ticket")
      .select("id")
      .where("client_external_id", "=", client.externalId)
      .executeTakeFirstOrThrow(),
  );
  ticketId = id;
  await world.as("mira").post("/acceptTicket", { ticketid: ticketId });
});
afterAll(() => world.close());

const linkOf = () => {
  const media = world.telegram.control.requests({ method: "send_message" }).at(-1)?.params.media;
  return new URL(String(media));
};

test("a picture above the limit is drawn anew within it; its link ends after 14 days", async () => {
  const side = 900;
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const content = await sharp({
    create: { width: side, height: side, channels: 3, background: "#000", noise },
  })
    .png()
    .toBuffer();
  expect(content.length).toBeGreaterThan(2 ** 20);
  const body = form({ ticketid: ticketId, caption: "The room" }, { name: "room.png", content });
  const sent = await world.as("mira").post("/send-file", undefined, body);
  expect([sent.statusCode, sent.json<Message>().type]).toEqual([201, "image"]);
  const { id: companyId } = world.companies.harbour;
  await deliver(world.context, { companyId, ticketId }, new AbortController().signal);
  expect(client.received()).toEqual([expect.objectContaining({ text: "The room", file: true })]);

  const { pathname } = linkOf();
  expect(pathname).toMatch(/^\/m\/[\w-]+\/room\.jpg$/);
  const fetch = () => world.stranger.get(pathname);
  const answer = await fetch();
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  expect(answer.rawPayload.length).toBeLessThanOrEqual(2 ** 20);
  world.clock.advance(14 * 24 * 3_600_000 + 1000);
  expect((await fetch()).statusCode).toBe(404);
});
