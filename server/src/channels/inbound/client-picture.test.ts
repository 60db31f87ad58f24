/** Clients' pictures from a provider that has to be asked (Telegram) and one that names them (Viber). */
import type { SharedTicket, Ticket } from "@parley/contract/tickets";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { driverOf } from "../../../../simulator/src/registry.ts";
import { blackPng } from "../../../../test/world/black-png.ts";
import { callDesk, fileOfDesk } from "../../../../test/world/desk-calls.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { findChannel, openChannel } from "../accounts/find.ts";
import type { Channel, Sender } from "../seam/adapter.ts";
import { receive } from "./receive.ts";

let world: World;
let telegram: Channel;
let viber: Channel;
let last = 5000;
beforeAll(async () => {
  world = await createWorld();
  const driver = driverOf("viber", world.telegram, callDesk(world), fileOfDesk(world));
  const { body } = driver.newAccount();
  const departmentid = world.departments.bookings.id;
  const answer = await world.as("ingrid").post("/channels/viber/connect", { ...body, departmentid });
  const open = async (id: string) => {
    const row = await findChannel(world.context, id);
    if (!row) throw new Error("The channel is not there");
    return openChannel(row, world.context.secrets);
  };
  viber = await open(answer.json<{ channelid: string }>().channelid);
  telegram = await open(world.channels.harbour.id);
  await world.desk("harbour", ({ db }) =>
    db.updateTable("channel").set({ department_id: departmentid }).where("id", "=", telegram.id).execute(),
  );
});
afterAll(() => world.close());
beforeEach(() => {
  world.telegram.control.clearFaults();
  world.telegram.control.clearRequests();
  world.published.length = 0;
});

async function write(channel: Channel, from: Partial<Sender> & { externalId: string }): Promise<void> {
  last += 1;
  await receive(world.context, channel, [
    {
      kind: "message",
      externalId: `${from.externalId}:${last}`,
      from: { name: "Dimitar", username: null, lang: null, ...from },
      sentOn: world.clock.now(),
      ...{ type: "text", content: "Where is order 7?", caption: null, media: null },
      ...{ album: null, replyToExternalId: null },
    },
  ]);
  await world.drain();
}

async function ticketOf(externalId: string): Promise<Ticket> {
  const { id } = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("ticket")
      .select("id")
      .where("client_external_id", "=", externalId)
      .executeTakeFirstOrThrow(),
  );
  const tickets = (await world.as("ingrid").get("/tickets")).json<Ticket[]>();
  const found = tickets.find(({ ticketid }) => ticketid === id);
  if (!found) throw new Error("The ticket is not listed");
  return found;
}
const pictureOf = async (externalId: string) => (await ticketOf(externalId)).client_picture;

/** Begins the client's next conversation: the ticket was closed and opens again. */
async function again(channel: Channel, from: Partial<Sender> & { externalId: string }): Promise<void> {
  const { ticketid } = await ticketOf(from.externalId);
  await world.as("ingrid").post("/close-ticket", { ticketid });
  await write(channel, from);
}

/** The person has a picture unless it is left out. */
async function newPerson({ picture = true } = {}): Promise<string> {
  const { id } = await world.telegram.control.createPerson({ firstName: "Dimitar" });
  if (!picture) world.telegram.network.people.get(id)?.pictures.splice(0);
  return String(id);
}
const asked = () => world.telegram.control.requests({ method: "getUserProfilePhotos" }).length;
/** An address of the simulator, which the operator allows. */
async function avatar(color: string): Promise<string> {
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
  const { files } = world.telegram.network;
  const file = files.keep({ kind: "photo", bytes, mime: "image/jpeg" });
  return `${world.context.config.channelSettings.VIBER_API_URL}/_control/files/${file.uniqueId}`;
}
const bytesOf = async (path: string) => Buffer.from((await world.as("ingrid").get(path)).rawPayload);

test("a provider's picture is shown on ticket and profile, only to agents who see the client", async () => {
  const id = await newPerson();
  await write(telegram, { externalId: id });
  const { client_picture: path, clientid } = await ticketOf(id);
  expect(path).toMatch(/^\/pictures\/[0-9a-f-]{36}\.webp$/);
  const shown = world.published.findLast(({ event }) => event === "updateTicket")?.payload;
  expect((shown as SharedTicket).client_picture).toBe(path);
  const profile = (await world.as("ingrid").get(`/admin/${clientid}/get-client`)).json();
  expect(profile.client.picture).toBe(path);
  const { format, width, height } = await sharp(await bytesOf(path ?? "")).metadata();
  expect([format, width === height]).toEqual(["webp", true]);
  expect((await world.stranger.get(path ?? "")).statusCode).toBe(401);
  for (const other of ["naledi", "freya"] as const)
    expect((await world.as(other).get(path ?? "")).statusCode).toBe(404);
  expect((await world.as("mira").get(path ?? "")).statusCode).toBe(200);
});

test("a provider is asked once a day; a client without a picture has initials", async () => {
  const id = await newPerson({ picture: false });
  await write(telegram, { externalId: id });
  expect([await pictureOf(id), asked()]).toEqual([null, 1]);
  await again(telegram, { externalId: id });
  expect(asked()).toBe(1);
  const yesterday = new Date(world.clock.now().getTime() - 24 * 3_600_000);
  await world.desk("harbour", ({ db }) =>
    db
      .updateTable("client_identity")
      .set({ avatar_asked_on: yesterday })
      .where("external_id", "=", id)
      .execute(),
  );
  await again(telegram, { externalId: id });
  expect(asked()).toBe(2);
});

test("another picture takes the place of the first, whose file goes; the same one is fetched once", async () => {
  const from = { externalId: "viber-changes==" };
  const red = await avatar("red");
  await write(viber, { ...from, avatar: red });
  const first = await pictureOf(from.externalId);
  const before = await bytesOf(first ?? "");
  await again(viber, { ...from, avatar: red });
  expect(await pictureOf(from.externalId)).toBe(first);
  await again(viber, { ...from, avatar: await avatar("blue") });
  const second = await pictureOf(from.externalId);
  expect(second).not.toBe(first);
  expect((await bytesOf(second ?? "")).equals(before)).toBe(false);
  const name = first?.slice("/pictures/".length, -".webp".length);
  expect(await world.context.files.has(`${viber.companyId}/pictures/${name}`)).toBe(false);
  await again(viber, { ...from, avatar: null });
  expect(await pictureOf(from.externalId)).toBeNull();
});

test("a fetch that fails costs nothing, and the next conversation fetches again", async () => {
  const id = await newPerson();
  world.telegram.control.addFault({ kind: "error", code: 500, method: "getUserProfilePhotos" });
  await write(telegram, { externalId: id });
  expect(await pictureOf(id)).toBeNull();
  await again(telegram, { externalId: id });
  expect(await pictureOf(id)).not.toBeNull();
});

test.each([
  ["of a private network", "https://10.0.0.7/face.jpg"],
  ["without TLS", "http://media.example/face.jpg"],
  ["of no kind", "face"],
])("an address %s is not fetched, and the message is received", async (what, address) => {
  const from = { externalId: `viber ${what}`, avatar: address };
  await write(viber, from);
  expect(await pictureOf(from.externalId)).toBeNull();
});

test("a file that is no picture, or too large to decode, is ignored", async () => {
  const { files } = world.telegram.network;
  for (const bytes of [Buffer.from("<html>"), blackPng(20_000)]) {
    const file = files.keep({ kind: "photo", bytes, mime: "image/png" });
    const externalId = `viber ${bytes.length}`;
    const url = world.context.config.channelSettings.VIBER_API_URL;
    await write(viber, { externalId, avatar: `${url}/_control/files/${file.uniqueId}` });
    expect(await pictureOf(externalId)).toBeNull();
  }
});

test("merged clients share the one picture until both have another", async () => {
  const [kept, merged] = [await newPerson({ picture: false }), await newPerson()];
  for (const externalId of [kept, merged]) await write(telegram, { externalId });
  const path = await pictureOf(merged);
  const [into, from] = [await ticketOf(kept), await ticketOf(merged)];
  const answer = await world
    .as("ingrid")
    .post(`/admin/${into.clientid}/merge-client`, { clientid: from.clientid });
  expect(answer.statusCode, answer.body).toBe(200);
  expect([await pictureOf(kept), await pictureOf(merged)]).toEqual([path, path]);
});
