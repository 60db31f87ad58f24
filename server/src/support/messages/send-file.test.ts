import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
import type { Message } from "@parley/contract/messages";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { form } from "../../../../test/world/form.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ env: { MAX_UPLOAD_MB: "1" } });
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

const note = { name: "note.txt", content: "Booking BG-20417" };
const post = (agent: AgentName, fields: Record<string, string>, file?: Parameters<typeof form>[1]) =>
  world.as(agent).post("/send-file", undefined, form(fields, file));
const onDisk = async () =>
  (await readdir(world.context.config.dataDir, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length;

test("a file is refused signed out, and so is a body that is no form", async () => {
  expect((await world.stranger.post("/send-file", undefined, form({}, note))).statusCode).toBe(401);
  expect((await world.as("mira").post("/send-file", { ticketid: "x" })).statusCode).toBe(415);
});

test("an agent who may not reply may not send a file, and leaves nothing on the disk", async () => {
  const before = await onDisk();
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const closed = await world.ticket({ handler: "mira", closed: true });
  expect((await post("jonas", { ticketid }, note)).json()).toMatchObject({ code: "not_handler" });
  expect((await post("mira", { ticketid: closed.id }, note)).json()).toMatchObject({ code: "ticket_closed" });
  expect((await post("naledi", { ticketid }, note)).statusCode).toBe(404);
  expect((await post("omar", { ticketid }, note)).statusCode).toBe(404);
  expect(await onDisk()).toBe(before);
});

test("a missing file, wrong fields, and an impossible caption or quote are refused", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const other = await world.ticket();
  const quoted = await world.message(other);
  expect((await post("mira", { ticketid })).json().message).toMatch(/file/);
  expect((await post("mira", {}, note)).statusCode).toBe(400);
  expect((await post("mira", { ticketid: "x" }, note)).statusCode).toBe(400);
  expect((await post("mira", { ticketid, caption: "x".repeat(1025) }, note)).statusCode).toBe(400);
  expect((await post("mira", { ticketid, originalMessageId: quoted.id }, note)).statusCode).toBe(404);
});

test("a file over the limit is refused with the specification's text", async () => {
  const before = await onDisk();
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const answer = await post("mira", { ticketid }, { name: "big.bin", content: Buffer.alloc(2 ** 20 + 1, 1) });
  expect(answer.statusCode).toBe(413);
  expect(answer.json()).toEqual({
    message: "Filesize too large!",
    code: "too_large",
    reason: { code: "file_larger_than", facts: { max: 1 } },
  });
  expect(await onDisk()).toBe(before);
  const fits = await post("mira", { ticketid }, { name: "fits.bin", content: Buffer.alloc(2 ** 20, 1) });
  expect(fits.statusCode).toBe(201);
});

test("a document is returned, queued and published", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const messageid = crypto.randomUUID();
  const answer = await post(
    "mira",
    { ticketid, messageid, caption: " Your booking ", ticketPlatform: "telegram" },
    note,
  );
  expect(answer.statusCode).toBe(201);
  expect(answer.json<Message>()).toMatchObject({
    messageid,
    seq: 2,
    type: "document",
    content: "",
    caption: "Your booking",
    file_name: "note.txt",
    file_size: 16,
    file_type: "text/plain",
    status: "queued",
    imageUrl: null,
    placeholder: false,
  });
  expect(world.published.map(({ event, payload }) => [event, payload])).toEqual([
    ["newMessage", answer.json()],
  ]);
});

test("a picture is recognised by its content, and has size and preview", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const content = await sharp({ create: { width: 600, height: 300, channels: 3, background: "#0a7" } })
    .png()
    .toBuffer();
  const answer = await post("mira", { ticketid }, { name: "plan", content, type: "text/html" });
  const sent = answer.json<Message>();
  expect(sent).toMatchObject({
    type: "image",
    file_type: "image/png",
    width: 600,
    height: 300,
    imageUrl: sent.path,
  });
  const preview = await world.as("jonas").get(sent.thumbnailUrl ?? "");
  expect(await sharp(preview.rawPayload).metadata()).toMatchObject({
    format: "webp",
    width: 480,
    height: 240,
  });
});

test("a repeated id, in turn or at once, is one message and one file", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const before = await onDisk();
  const fields = { ticketid, messageid: crypto.randomUUID() };
  const answers = await Promise.all(Array.from({ length: 5 }, () => post("mira", fields, note)));
  answers.push(await post("mira", fields, note));
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  expect(await onDisk()).toBe(before + 1);
  const other = await world.ticket({ handler: "mira" });
  expect((await post("mira", { ...fields, ticketid: other.id }, note)).statusCode).toBe(409);
  expect(await onDisk()).toBe(before + 1);
});

test("a ticket that closes during the upload refuses the file, and nothing stays", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const before = await onDisk();
  const { files } = world.context;
  const put = files.put;
  files.put = async (key, content) => {
    files.put = put;
    await put(key, content);
    await world.as("mira").post("/close-ticket", { ticketid });
  };
  expect((await post("mira", { ticketid }, note)).json()).toMatchObject({ code: "ticket_closed" });
  expect(await onDisk()).toBe(before);
});

test("an interrupted upload leaves nothing, and the server continues", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const before = await onDisk();
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  const address = world.app.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const { payload, headers } = form({ ticketid }, { name: "film.bin", content: Buffer.alloc(500_000, 1) });
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const lines = [
    "POST /send-file HTTP/1.1",
    `host: 127.0.0.1:${port}`,
    `cookie: ${await world.as("mira").cookie()}`,
    `origin: ${world.context.config.consoleOrigin}`,
    `content-type: ${headers["content-type"]}`,
    `content-length: ${payload.length}`,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  socket.write(payload.subarray(0, 200_000));
  await expect.poll(onDisk).toBe(before + 1);
  socket.destroy();
  await expect.poll(onDisk).toBe(before);
  expect((await post("mira", { ticketid }, note)).statusCode).toBe(201);
  expect(world.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
});

const film = () => readFile(new URL("../../../../simulator/media/waves.mp4", import.meta.url));

test("a video comes with the frame that the agent's browser drew, drawn anew", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const drawn = await sharp({ create: { width: 480, height: 270, channels: 3, background: "#c00" } })
    .withExif({ IFD0: { ImageDescription: "the agent's machine" } })
    .jpeg()
    .toBuffer();
  const file = { name: "waves.mp4", content: await film() };
  const sent = (await post("mira", { ticketid, still: drawn.toString("base64") }, file)).json<Message>();
  expect(sent).toMatchObject({ type: "video", thumbnailUrl: null });
  const still = await world.as("mira").get(sent.video_thumbnail ?? "");
  expect(await sharp(still.rawPayload).metadata()).toMatchObject({ format: "webp", width: 480, height: 270 });
  expect(still.rawPayload.includes("machine")).toBe(false);
});

test("a frame that is no picture is left out, one for a picture is ignored, one too long is refused", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const file = { name: "waves.mp4", content: await film() };
  const still = Buffer.from("<svg/>").toString("base64");
  const sent = await post("mira", { ticketid, still }, file);
  expect([sent.statusCode, sent.json<Message>().video_thumbnail]).toEqual([201, null]);
  expect((await post("mira", { ticketid, still }, note)).json()).toMatchObject({
    type: "document",
    thumbnailUrl: null,
  });
  for (const bad of ["not base64!", "A".repeat(60_004)]) {
    expect((await post("mira", { ticketid, still: bad }, file)).statusCode).toBe(400);
  }
});

test("a quotation mark in a file's name stays one", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const answer = await post("mira", { ticketid }, { ...note, name: 'the "old" 100% plan.txt' });
  expect(answer.json<Message>().file_name).toBe('the "old" 100% plan.txt');
});
