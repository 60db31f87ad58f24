import type { File, Message, UserProfilePhotos } from "@grammyjs/types";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { botClient, type OutsideWorld, openWorld } from "../outside.ts";

let world: OutsideWorld;
let chat_id: number;
let picture: Blob;
beforeAll(async () => {
  world = await openWorld();
  chat_id = world.chat_id;
  const canvas = { width: 1600, height: 1200, channels: 3 as const, background: "#4aa8e8" };
  picture = new Blob([new Uint8Array(await sharp({ create: canvas }).png().toBuffer())], {
    type: "image/png",
  });
});
afterAll(() => world.simulator.close());

const form = (fields: Record<string, string | Blob>, fileName = "holiday.png") => {
  const data = new FormData();
  data.set("chat_id", String(chat_id));
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") data.set(name, value);
    else data.set(name, value, fileName);
  }
  return data;
};

const refusalOf = async (method: string, fields: Record<string, string | Blob>) => {
  const { body } = await world.api.form(method, form(fields));
  return body.ok ? "accepted" : `${body.error_code} ${body.description}`;
};

const download = (file: File, token = world.bot.token) =>
  fetch(`${world.url}/file/bot${token}/${file.file_path}`);

test("invalid media is refused", async () => {
  expect(await refusalOf("sendPhoto", {})).toBe("400 Bad Request: there is no photo in the request");
  expect(await refusalOf("sendPhoto", { photo: new Blob(["not a picture"]) })).toBe(
    "400 Bad Request: IMAGE_PROCESS_FAILED",
  );
  expect(await refusalOf("sendDocument", { document: new Blob([]) })).toBe(
    "400 Bad Request: file must be non-empty",
  );
  expect(await refusalOf("sendDocument", { document: "AgUnknown" })).toBe(
    "400 Bad Request: wrong file identifier/HTTP URL specified",
  );
  expect(await refusalOf("sendPhoto", { photo: picture, caption: "x".repeat(1025) })).toBe(
    "400 Bad Request: message caption is too long",
  );
});

test("more than 50 MB is too large", async () => {
  const heavy = new Blob([new Uint8Array(50 * 1024 * 1024 + 1)]);
  expect(await refusalOf("sendDocument", { document: heavy })).toBe("413 Request Entity Too Large");
});

test("a client's file over 20 MB cannot be fetched", async () => {
  await world.phone.send({ type: "document", file: { name: "film.mov", size: 20 * 1024 * 1024 + 1 } });
  const [update] = await world.api.ask<{ message: Message }[]>("getUpdates", { offset: -1 });
  const document = update?.message.document;
  expect(document).toMatchObject({ file_name: "film.mov", file_size: 20 * 1024 * 1024 + 1 });
  expect(await world.api.refusal("getFile", { file_id: document?.file_id })).toBe(
    "400 Bad Request: file is too big",
  );
});

test("a file id is useless to another bot, and a path to another token", async () => {
  const sent = await world.api.form<Message>("sendDocument", form({ document: picture }));
  const file_id = sent.body.ok ? sent.body.result.document?.file_id : "";
  const other = world.control.createBot({ name: "Other" });
  expect(await botClient(world.url, other.token).refusal("getFile", { file_id })).toBe(
    "400 Bad Request: invalid file_id",
  );
  const file = await world.api.ask<File>("getFile", { file_id });
  expect((await download(file, "123:unknown")).status).toBe(401);
  expect((await download({ ...file, file_path: "photos/file_999.jpg" })).status).toBe(404);
});

test("an uploaded photo comes back as JPEG in ascending sizes, without a name", async () => {
  const { body } = await world.api.form<Message>("sendPhoto", form({ photo: picture, caption: "Varna" }));
  const sizes = body.ok ? (body.result.photo ?? []) : [];
  expect(body).toMatchObject({ ok: true, result: { caption: "Varna" } });
  expect(sizes.map(({ width, height }) => [width, height])).toEqual([
    [90, 68],
    [320, 240],
    [1280, 960],
  ]);
  const file = await world.api.ask<File>("getFile", { file_id: sizes.at(-1)?.file_id });
  expect(file.file_path).toMatch(/^photos\/file_\d+\.jpg$/);
  const bytes = Buffer.from(await (await download(file)).arrayBuffer());
  expect(bytes.length).toBe(file.file_size);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1280 });
});

test("a document comes back byte for byte, by upload, by attach:// and by file id", async () => {
  const text = new Blob(["Име,Град\nДимитър,Варна"], { type: "text/csv" });
  const first = await world.api.form<Message>("sendDocument", form({ document: text }, "guests.csv"));
  const document = first.body.ok ? first.body.result.document : undefined;
  expect(document).toMatchObject({ file_name: "guests.csv", mime_type: "text/csv" });
  const file = await world.api.ask<File>("getFile", { file_id: document?.file_id });
  expect(await (await download(file)).text()).toBe(await text.text());

  const attached = form({ document: "attach://piece", piece: text }, "again.csv");
  expect((await world.api.form<Message>("sendDocument", attached)).body).toMatchObject({
    result: { document: { file_name: "again.csv" } },
  });
  const again = await world.api.ask<Message>("sendDocument", { chat_id, document: document?.file_id });
  expect(again.document?.file_unique_id).toBe(document?.file_unique_id);
  expect(await world.api.refusal("sendVideo", { chat_id, video: document?.file_id })).toBe(
    "400 Bad Request: type of file mismatch",
  );
});

test("an album is one message per piece, tied together, and arrives whole or not at all", async () => {
  const piece = (type: string, media: string, caption?: string) => ({ type, media, caption });
  const send = (media: object[]) =>
    world.api.form<Message[]>(
      "sendMediaGroup",
      form({ media: JSON.stringify(media), a: picture, b: picture }),
    );
  const before = world.phone.messages().length;
  expect((await send([piece("photo", "attach://a"), piece("photo", "attach://missing")])).status).toBe(400);
  expect((await send([piece("photo", "attach://a"), piece("document", "attach://b")])).status).toBe(400);
  expect(world.phone.messages()).toHaveLength(before);
  const { body } = await send([piece("photo", "attach://a", "both"), piece("photo", "attach://b")]);
  const [first, second] = body.ok ? body.result : [];
  expect(first?.caption).toBe("both");
  expect(first?.media_group_id).toBe(second?.media_group_id);
  expect(second?.message_id).toBe((first?.message_id ?? 0) + 1);
});

test("a client's picture is given on request, and hidden when there is none", async () => {
  const photos = await world.api.ask<UserProfilePhotos>("getUserProfilePhotos", {
    user_id: chat_id,
    limit: 1,
  });
  expect(photos.total_count).toBe(1);
  const file = await world.api.ask<File>("getFile", { file_id: photos.photos[0]?.at(-1)?.file_id });
  expect((await download(file)).status).toBe(200);
  const hidden = await world.control.createPerson({ firstName: "Hidden", picture: "none" });
  expect(await world.api.ask("getUserProfilePhotos", { user_id: hidden.id })).toEqual({
    total_count: 0,
    photos: [],
  });
  expect(await world.api.ask("getChat", { chat_id })).toMatchObject({
    type: "private",
    photo: { small_file_id: expect.any(String), big_file_id: expect.any(String) },
  });
});
