/** An agent's file on a channel that shows JPEGs of 20 KB and films of one type, and takes documents of 100 KB. */
import type { ChannelDeclaration } from "@parley/contract/channel-declaration";
import type { Message } from "@parley/contract/messages";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { declare } from "../../../../test/world/declare.ts";
import { form } from "../../../../test/world/form.ts";
import { createWorld, type World } from "../../../../test/world.ts";

const kilobyte = 1000;
const rules: Pick<ChannelDeclaration, "upload" | "kinds"> = {
  kinds: { in: [], out: ["text", "image", "video", "document"] },
  upload: {
    image: { most: 50 * kilobyte, shown: { "image/jpeg": 20 * kilobyte }, redraw: true },
    video: { most: 50 * kilobyte, shown: { "video/mp4": 50 * kilobyte } },
    audio: { most: 50 * kilobyte },
    document: { most: 100 * kilobyte },
  },
};

let world: World;
beforeAll(async () => {
  world = await createWorld();
  declare(world.context, rules);
});
afterAll(() => world.close());

async function send(name: string, content: Buffer) {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const answer = await world.as("mira").post("/send-file", undefined, form({ ticketid }, { name, content }));
  return { ticketid, answer };
}
const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 50 },
    },
  });

test("the limits name the kinds and types, so that the console can check before an upload", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const answer = (await world.as("mira").get(`/${ticketid}/send-limits`)).json();
  expect(answer).toMatchObject({
    kinds: ["image", "document", "video"],
    shown: { image: { "image/jpeg": 20 * kilobyte }, video: { "video/mp4": 50 * kilobyte } },
    redraw: ["image"],
    upload: { image: 50 * kilobyte, document: 100 * kilobyte },
  });
});

test.each([
  ["larger than is shown", () => noise(300).jpeg().toBuffer()],
  ["of a type that is not", () => noise(80).webp().toBuffer()],
])("a picture %s is drawn anew as a JPEG that is, under its name", async (_what, draw) => {
  const { answer } = await send("Room 12.webp", await draw());
  expect(answer.statusCode, answer.body).toBe(201);
  const sent = answer.json<Message>();
  expect(sent).toMatchObject({ type: "image", file_type: "image/jpeg", file_name: "Room 12.jpg" });
  expect(sent.file_size).toBeLessThanOrEqual(20 * kilobyte);
  const kept = await world.as("mira").get(sent.path ?? "");
  expect(kept.rawPayload.length).toBe(sent.file_size);
  const about = await sharp(kept.rawPayload).metadata();
  expect(about).toMatchObject({ format: "jpeg", width: sent.width, height: sent.height });
});

test("a transparent picture gets a white background", async () => {
  const clear = await sharp({ create: { width: 40, height: 40, channels: 4, background: "#0000" } })
    .png()
    .toBuffer();
  const { answer } = await send("logo.png", clear);
  const kept = await world.as("mira").get(answer.json<Message>().path ?? "");
  expect([...(await sharp(kept.rawPayload).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
});

test("an animated picture goes as a document and stays animated", async () => {
  const frames = await Promise.all([1, 2].map(() => noise(40).png().toBuffer()));
  const content = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const sent = (await send("wave.gif", content)).answer.json<Message>();
  const kept = await world.as("mira").get(sent.path ?? "");
  expect((await sharp(kept.rawPayload, { animated: true }).metadata()).pages).toBe(2);
  expect(sent).toMatchObject({ file_type: "image/gif", file_name: "wave.gif" });
});

test("a file is refused as busy when the decoder has no slot, and nothing stays", async () => {
  const { decoder } = world.context;
  const redraw = decoder.redraw;
  decoder.redraw = async () => "busy";
  const { answer, ticketid } = await send("a.webp", await noise(80).webp().toBuffer());
  decoder.redraw = redraw;
  expect(answer.statusCode).toBe(503);
  const files = await world.desk("harbour", ({ db }) =>
    db.selectFrom("file").select("id").where("ticket_id", "=", ticketid).execute(),
  );
  expect(files).toEqual([]);
});

test("a file too large for every form is refused with the limit, in megabytes", async () => {
  const { answer } = await send("big.bin", Buffer.alloc(100 * kilobyte + 1, 1));
  expect([answer.statusCode, answer.json()]).toEqual([
    413,
    {
      message: "Filesize too large!",
      code: "too_large",
      reason: { code: "file_larger_than", facts: { max: 0.1 } },
    },
  ]);
});

test("a kind that the channel does not have goes as a document", async () => {
  const wave = Buffer.concat([Buffer.from("#!AMR\n"), Buffer.alloc(32, 0x3c)]);
  expect((await send("voice.amr", wave)).answer.json()).toMatchObject({
    type: "document",
    file_type: "audio/amr",
  });
});
