import { reasonOf } from "@parley/contract/reasons";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { viewMessage, viewMessages } from "./view.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const view = (row: Parameters<typeof viewMessage>[1]) =>
  world.desk("harbour", (scope) => viewMessage(scope, row));
type FileFacts = { state: "arriving" | "ready" | "too_large" | "failed"; [column: string]: unknown };
const plantFile = (ticket: { id: string }, facts: FileFacts) =>
  world.desk("harbour", async ({ db, companyId }) => {
    const planted = db
      .insertInto("file")
      .values({ company_id: companyId, ticket_id: ticket.id, name: "film.mp4", ...facts });
    return (await planted.returning("id").executeTakeFirstOrThrow()).id;
  });

test("a message of another ticket is not quoted, even where a client replied to it", async () => {
  const refunds = await world.ticket({ department: "refunds", messages: [] });
  const secret = await world.message(refunds, { content: "not for Bookings" });
  const reply = await world.message(await world.ticket(), { original_id: secret.id });
  expect(await view(reply)).toMatchObject({
    originalMessage: null,
    originalMessageId: null,
    originalMessageSeq: null,
  });
});

test("media that is still fetched keeps its position", async () => {
  const ticket = await world.ticket();
  const file_id = await plantFile(ticket, { state: "arriving", width: 640, height: 360, size: 5000 });
  const row = await world.message(ticket, { type: "video", content: "", file_id });
  expect(await view(row)).toMatchObject({
    placeholder: true,
    path: null,
    width: 640,
    height: 360,
    file_name: "film.mp4",
    file_size: 5000,
  });
});

test("a file that is too large has the specification's name, and a failure its reason", async () => {
  const ticket = await world.ticket();
  const large = await plantFile(ticket, { state: "too_large" });
  const failed = await plantFile(ticket, { state: "failed", reason: reasonOf("file_broken_off") });
  expect(await view(await world.message(ticket, { type: "document", file_id: large }))).toMatchObject({
    file_name: "Filesize too large!",
    path: null,
    placeholder: false,
  });
  expect(await view(await world.message(ticket, { type: "document", file_id: failed }))).toMatchObject({
    status_reason: "The file broke off on its way.",
    reason: reasonOf("file_broken_off"),
    path: null,
    placeholder: false,
  });
});

test("previews of a film and of a picture differ", async () => {
  const ticket = await world.ticket();
  const file_id = await plantFile(ticket, { state: "ready", storage_key: "a", thumbnail_key: "b" });
  const film = await view(await world.message(ticket, { type: "video", file_id }));
  expect(film).toMatchObject({
    thumbnailUrl: null,
    imageUrl: null,
    video_thumbnail: expect.stringContaining("/thumbnail/"),
  });
  const picture = await view(await world.message(ticket, { type: "image", file_id }));
  expect(picture).toMatchObject({ video_thumbnail: null, imageUrl: picture.path });
});

test("a quoted file is quoted by its caption, else its name", async () => {
  const ticket = await world.ticket();
  const file_id = await plantFile(ticket, { state: "ready", storage_key: "a" });
  const bare = await world.message(ticket, { type: "video", content: "", file_id });
  const named = await world.message(ticket, { type: "video", content: "", caption: "Waves", file_id });
  const quoting = async (original_id: string) =>
    (await view(await world.message(ticket, { original_id }))).originalMessage;
  expect(await quoting(bare.id)).toBe("film.mp4");
  expect(await quoting(named.id)).toBe("Waves");
});

test("a client's plain text takes no look-up at all", async () => {
  const row = await world.message(await world.ticket());
  const looked = await world.desk("harbour", (scope) =>
    countStatements(world, () => viewMessages(scope, [row, row])),
  );
  expect(looked.statements).toEqual([]);
  expect(looked.answer).toHaveLength(2);
});

test("a messenger's file is in the list of files too", async () => {
  const ticket = await world.ticket();
  const facts = { name: "pier.png", media_type: "image/png", size: 900, storage_key: "harbour/pier" };
  const file_id = await plantFile(ticket, { state: "ready", ...facts });
  const seen = await view(await world.message(ticket, { type: "image", content: "", file_id }));
  expect(seen.files).toEqual([
    {
      fileid: file_id,
      name: "pier.png",
      size: 900,
      type: "image/png",
      path: seen.path,
      imageUrl: seen.path,
      thumbnailUrl: null,
      inline: false,
      state: "ready",
    },
  ]);
  expect(seen.path).toContain(`/files/${file_id}/original/`);
  expect(seen.mail).toBeNull();
});

test("a mail has its head and its files in order, inline where the HTML shows them, at two statements more for all of them", async () => {
  const ticket = await world.ticket();
  const rows = [await plantMail(ticket, ["b.pdf", "a.png", "unused.png"]), await plantMail(ticket, [])];
  const { answer, statements } = await world.desk("harbour", (scope) =>
    countStatements(world, () => viewMessages(scope, rows)),
  );
  expect(answer.map(({ files }) => files.map(({ name, inline }) => [name, inline]))).toEqual([
    [
      ["b.pdf", false],
      ["a.png", true],
      ["unused.png", false],
    ],
    [],
  ]);
  expect(answer[0]?.mail).toEqual({
    subject: "Order 7",
    from: { name: "Olena", address: "olena@pier.example" },
    to: [{ name: null, address: "desk@harbour.example" }],
    cc: [],
    bcc: [],
    reply_to: [],
    html: '<p>Hello <img src=""></p>',
    formatted: true,
    rest: false,
    quotes: null,
    why: { kind: "new" },
    marks: ["unverified"],
  });
  expect(statements).toHaveLength(2);
});

async function plantMail(ticket: Awaited<ReturnType<World["ticket"]>>, names: string[]) {
  const row = await world.message(ticket, { content: "Hello", has_mail: true });
  const ids: string[] = [];
  for (const name of names)
    ids.push(
      await plantFile(ticket, {
        ...{ state: "ready", name, media_type: name.endsWith(".png") ? "image/png" : "application/pdf" },
      }),
    );
  await world.desk("harbour", async ({ db, companyId: company_id }) => {
    await db
      .insertInto("message_mail")
      .values({
        ...{ company_id, message_id: row.id, ticket_id: ticket.id, message_ref: `<${row.id}@pier.example>` },
        ...{ subject: "Order 7", html: '<p>Hello <img src="cid:a.png"></p>' },
        sender: { name: "Olena", address: "olena@pier.example" },
        to_list: sql`'[{"name": null, "address": "desk@harbour.example"}]'`,
        why: { kind: "new" },
        marks: sql`'["unverified"]'`,
      })
      .execute();
    for (const [position, file_id] of ids.entries())
      await db
        .insertInto("message_file")
        .values({
          company_id,
          message_id: row.id,
          position,
          file_id,
          // Rows of older mails mark each file inline that its sender called so.
          ...{ inline: true, cid: names[position] ?? null },
        })
        .execute();
  });
  return row;
}
