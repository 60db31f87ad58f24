import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectMailbox, type MailAccount } from "../../../../test/world/mail-account.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";

let world: World;
let desk: MailAccount;
beforeAll(async () => {
  world = await createWorld();
  desk = await connectMailbox(world);
});
afterAll(() => world.close());

const kept = async () => {
  let count = 0;
  for await (const _file of world.context.files.list(`${world.companies.harbour.id}/`)) count += 1;
  return count;
};
/** Statements that search all files for one that a row names. */
const looks = (statements: string[]) =>
  statements.filter((one) => /from "file" where .*"storage_key" =/.test(one));

test("a picture that came by mail keeps its bytes, with what the camera wrote into it, and gets a preview", async () => {
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: "navy" } })
    .withExif({ IFD0: { ImageDescription: "The dent" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const id = await desk.receive({
    body: [
      'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nSee the dent.\r\n--b',
      'Content-Type: image/jpeg; name="dent.jpg"',
      `Content-Transfer-Encoding: base64\r\n\r\n${photo.toString("base64")}\r\n--b--`,
    ].join("\r\n"),
  });
  const file = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("file")
      .innerJoin("message_file as listed", "listed.file_id", "file.id")
      .innerJoin("message", "message.id", "listed.message_id")
      .select(["file.storage_key", "file.thumbnail_key", "file.size", "file.media_type"])
      .where("message.external_id", "=", id)
      .executeTakeFirstOrThrow(),
  );
  expect(file).toMatchObject({ size: photo.length, media_type: "image/jpeg" });
  const stored = await buffer(await world.context.files.read(file.storage_key ?? ""));
  expect(stored.equals(photo)).toBe(true);
  const preview = await buffer(await world.context.files.read(file.thumbnail_key ?? ""));
  const { exif, width = 0, height = 0 } = await sharp(preview).metadata();
  expect([exif, width < height]).toEqual([undefined, true]);
});

test("a stored mail causes no search among all files, and a repeat of it leaves no file", async () => {
  const mail = { id: "<once@pier.example>", text: "Where is my order?" };
  const before = await kept();
  const { statements } = await countStatements(world, () => desk.receive(mail));
  expect(looks(statements)).toEqual([]);
  expect(await kept()).toBe(before + 1);
  const again = await countStatements(world, () => desk.receive(mail));
  expect(looks(again.statements)).toHaveLength(1);
  expect(await kept()).toBe(before + 1);
});
