/** A visitor's file comes with its message in one call, and strangers store nothing. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { blackPng } from "../../../../../test/world/black-png.ts";
import {
  connectWebChat,
  openVisitorBrowser,
  type VisitorBrowser,
  type WebChat,
} from "../../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../../test/world.ts";

const megabyte = 2 ** 20;
const text = (bytes: number) => Buffer.alloc(bytes, "x");

let world: World;
let chat: WebChat;
let visitor: VisitorBrowser;
beforeAll(async () => {
  // Waiting visitors have 51 MB of it.
  world = await createWorld({ env: { MAX_STORAGE_GB: "1", MAX_UPLOAD_MB: "20" } });
  chat = await connectWebChat(world, { departmentid: world.departments.bookings.id });
});
afterAll(() => world.close());
beforeEach(() => {
  visitor = openVisitorBrowser(world, chat);
});

async function stored() {
  const keys: string[] = [];
  for await (const { key } of world.context.files.list(`${world.companies.harbour.id}/`)) keys.push(key);
  const rows = await world.desk("harbour", ({ db }) =>
    db.selectFrom("file").select("id").where("storage_key", "is not", null).execute(),
  );
  return { keys: keys.length, rows: rows.length };
}
const upload = (browser: VisitorBrowser) => browser.upload("a.txt", text(10));

test("a stranger's upload is refused and stores nothing", async () => {
  const before = await stored();
  await expect(upload(visitor)).rejects.toThrow(/signed_out/);
  expect(await stored()).toEqual(before);
});

test("a first message with a file makes the visitor, the conversation and the message in one call", async () => {
  const { conversation, message } = await visitor.sendFile("boots.png", blackPng(64), { caption: "These" });
  expect(message).toMatchObject({ seq: 1, type: "image", caption: "These", file: { name: "boots.png" } });
  expect((await world.stranger.get(message.file?.url ?? "")).statusCode).toBe(200);
  const next = await visitor.sendFile("notes.txt", text(10), {
    conversation: conversation.id,
    first: undefined,
  });
  expect(next.message).toMatchObject({ seq: 2, conversation: conversation.id, type: "document" });
});

test("a repeat changes nothing and leaves no second file, in turn and at once", async () => {
  const messageid = randomUUID();
  const send = () => visitor.sendFile("a.txt", text(10), { messageid });
  const { message } = await send();
  const after = await stored();
  for (const again of [await send(), ...(await Promise.all(Array.from({ length: 5 }, send)))])
    expect(again.message.file?.name).toBe(message.file?.name);
  expect(await stored()).toEqual(after);
  const other = openVisitorBrowser(world, chat);
  const first = randomUUID();
  const all = await Promise.all(
    Array.from({ length: 5 }, () => other.postFile("b.txt", text(10), { messageid: first })),
  );
  expect(all.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(await stored()).toEqual({ keys: after.keys + 1, rows: after.rows + 1 });
});

describe("a refused message leaves no file:", () => {
  test.each<[string, number, string, (browser: VisitorBrowser) => ReturnType<VisitorBrowser["postFile"]>]>([
    [
      "a stranger's that begins nothing",
      401,
      "signed_out",
      (one) => one.postFile("a.txt", text(10), { first: undefined }),
    ],
    [
      "one of another's conversation",
      404,
      "not_found",
      (one) => one.postFile("a.txt", text(10), { conversation: randomUUID() }),
    ],
    ["one without an id", 400, "invalid", (one) => one.postFile("a.txt", text(10), { messageid: "x" })],
    ["an empty file", 400, "invalid", (one) => one.postFile("a.txt", Buffer.alloc(0))],
    ["a file that is too large", 413, "too_large", (one) => one.postFile("a.txt", text(20 * megabyte + 1))],
    [
      "a topic that is none",
      400,
      "invalid",
      (one) => one.postFile("a.txt", text(10), { first: { departmentid: randomUUID() } }),
    ],
  ])("%s", async (_what, status, code, send) => {
    const before = await stored();
    const answer = await send(visitor);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(await stored()).toEqual(before);
  });

  test("a blocked client's message is refused and leaves no file", async () => {
    const { conversation } = await visitor.write("Hello");
    const { rows } = await world.context.pool.query("select client_id from ticket where id = $1", [
      conversation.id,
    ]);
    await world.as("ingrid").post(`/admin/${rows[0].client_id}/block`);
    const before = await stored();
    expect((await visitor.postFile("a.txt", text(10))).statusCode).toBe(403);
    expect(await stored()).toEqual(before);
  });
});

test("waiting visitors fill a twentieth of the room at most, each a file's worth, and an accepted one has no such limit", async () => {
  const { conversation } = await visitor.sendFile("1.txt", text(15 * megabyte));
  const refused = await visitor.postFile("2.txt", text(15 * megabyte));
  expect([refused.statusCode, refused.json()]).toMatchObject([
    413,
    { code: "storage_full", reason: { code: "visitors_room_full" } },
  ]);
  await expect(visitor.upload("2.txt", text(15 * megabyte))).rejects.toThrow(/visitors_room_full/);
  for (const _ of [1, 2]) await openVisitorBrowser(world, chat).sendFile("a.txt", text(15 * megabyte));
  const late = openVisitorBrowser(world, chat);
  expect((await late.postFile("a.txt", text(15 * megabyte))).statusCode).toBe(413);
  // Texts, and agents' files, are still accepted.
  await late.write("Hello");
  await world.as("mira").post("/acceptTicket", { ticketid: conversation.id });
  await visitor.sendFile("2.txt", text(15 * megabyte));
});

test("an upload of a visitor with a conversation is sent as before", async () => {
  await visitor.write("A file follows");
  const { message } = await visitor.write("", { type: "file", fileid: await upload(visitor) });
  expect(message.file?.name).toBe("a.txt");
});
