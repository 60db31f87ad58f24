import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { channelsChanged } from "../accounts/changes.ts";
import { hashOfSecret } from "../telegram/webhook.ts";

let world: World;
const secret = "kq3_Tz81-Lm";
let last = 910_000;

beforeAll(async () => {
  world = await createWorld();
  await world.desk("harbour", ({ db, companyId }) =>
    db
      .updateTable("channel")
      .set({ webhook_secret_hash: hashOfSecret(secret) })
      .where("company_id", "=", companyId)
      .execute(),
  );
  channelsChanged(world.context);
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

function newPerson() {
  last += 1;
  const id = last;
  return { from: { id, is_bot: false, first_name: "Olena" }, chat: { id, type: "private" } };
}
type Person = ReturnType<typeof newPerson>;

function messageOf(person: Person, content: object) {
  last += 1;
  return { message_id: last, date: 1_795_000_100, ...person, ...content };
}

const post = (update: object) =>
  world.app.inject({
    method: "POST",
    url: `/webhooks/telegram/${world.channels.harbour.id}`,
    headers: { "content-type": "application/json", "x-telegram-bot-api-secret-token": secret },
    payload: { update_id: ++last, ...update },
  });
async function send(message: object) {
  const answer = await post({ message });
  expect(answer.statusCode).toBe(200);
}
async function edit(message: object, seconds: number, content: object) {
  const edited_message = { ...message, ...content, edit_date: 1_795_000_100 + seconds };
  const answer = await post({ edited_message });
  expect(answer.statusCode).toBe(200);
}

/** The person's messages with their files. */
const messagesOf = ({ from }: Person) =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("message")
      .innerJoin("ticket", "ticket.id", "message.ticket_id")
      .leftJoin("file", "file.id", "message.file_id")
      .selectAll("message")
      .select([
        "file.name",
        "file.size",
        "file.media_type",
        "file.state",
        "file.storage_key",
        "file.remote_ref",
      ])
      .select(["ticket.last_seq", "ticket.last_message_type", "ticket.last_message_content"])
      .where("ticket.client_external_id", "=", String(from.id))
      .orderBy("message.seq")
      .execute(),
  );
const textIn = async (key: string | null | undefined) =>
  (await buffer(await world.context.files.read(key ?? ""))).toString();

/** Everything the company has in the store. */
async function stored(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of world.context.files.list(`${world.companies.harbour.id}/`)) keys.push(key);
  return keys.toSorted();
}
const letters = (length: number) => "Где мой заказ? 🙏 ".repeat(Math.ceil(length / 17)).slice(0, length);

test("a text at the limit stays a text", async () => {
  const person = newPerson();
  await send(messageOf(person, { text: "x".repeat(16_000) }));
  const [message] = await messagesOf(person);
  expect(message).toMatchObject({ type: "text", content: "x".repeat(16_000), caption: null, file_id: null });
});

test("a text of nearly 1 MB becomes a file in its position, whole, with its beginning shown", async () => {
  const person = newPerson();
  const text = letters(500_000);
  await send(messageOf(person, { text }));
  await send(messageOf(person, { text: "and where is this one?" }));
  const [message, next] = await messagesOf(person);
  expect(message).toMatchObject({
    seq: 1,
    type: "document",
    content: "",
    name: "message.txt",
    state: "ready",
  });
  expect(message).toMatchObject({ media_type: "text/plain", size: Buffer.byteLength(text) });
  expect(message?.caption).toBe(`${text.slice(0, 1023)}…`);
  expect(await textIn(message?.storage_key)).toBe(text);
  expect(next).toMatchObject({ seq: 2, type: "text", last_seq: 2 });
  const shown = world.published.find(({ event }) => event === "newMessage")?.payload;
  expect(shown).toMatchObject({ type: "document", file_name: "message.txt", placeholder: false });
});

test("an agent downloads a long text as a file", async () => {
  const person = newPerson();
  await send(messageOf(person, { text: letters(20_000) }));
  const shown = world.published.find(({ event }) => event === "newMessage")?.payload as { path: string };
  const answer = await world.as("ingrid").get(shown.path);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({ "content-type": "text/plain; charset=utf-8" });
  expect(answer.headers["content-disposition"]).toContain("attachment");
  expect(answer.body).toBe(letters(20_000));
});

test("the shown beginning of a long text does not end within a letter", async () => {
  const person = newPerson();
  await send(messageOf(person, { text: `x${"🙏".repeat(10_000)}` }));
  const [message] = await messagesOf(person);
  expect(message?.caption?.isWellFormed()).toBe(true);
});

test("a repeated long text changes nothing and leaves nothing, one after another and at once", async () => {
  const person = newPerson();
  const message = messageOf(person, { text: letters(20_000) });
  const before = (await stored()).length;
  await send(message);
  await Promise.all([send(message), send(message), send(message)]);
  expect(await messagesOf(person)).toHaveLength(1);
  expect(await stored()).toHaveLength(before + 1);

  const another = newPerson();
  const first = messageOf(another, { text: letters(20_000) });
  await Promise.all([send(first), send(first), send(first)]);
  expect(await messagesOf(another)).toHaveLength(1);
  expect(await stored()).toHaveLength(before + 2);
});

test("a blocked client's long text is not stored", async () => {
  const person = newPerson();
  await send(messageOf(person, { text: "Hello" }));
  const [{ client_id } = { client_id: "" }] = await messagesOf(person);
  await world.desk("harbour", ({ db, now }) =>
    db.updateTable("client").set({ blocked_on: now }).where("id", "=", client_id).execute(),
  );
  const before = await stored();
  await send(messageOf(person, { text: letters(20_000) }));
  expect(await messagesOf(person)).toHaveLength(1);
  expect(await stored()).toEqual(before);
});

test("when the store cannot be written to, the provider gets an error and repeats", async () => {
  const person = newPerson();
  const message = messageOf(person, { text: letters(20_000) });
  const { files } = world.context;
  const put = files.put;
  files.put = () => Promise.reject(new Error("disk full"));
  const refused = await post({ message });
  files.put = put;
  expect(refused.statusCode).toBe(500);
  expect(await messagesOf(person)).toEqual([]);
  await send(message);
  expect(await messagesOf(person)).toHaveLength(1);
});

test("a long caption is cut at its media and kept whole in the next message", async () => {
  const person = newPerson();
  const document = { file_id: "remote", file_name: "plan.pdf", mime_type: "application/pdf" };
  const message = messageOf(person, { document, caption: letters(20_000) });
  await send(message);
  await send(message);
  const [media, caption, ...others] = await messagesOf(person);
  expect(media).toMatchObject({ seq: 1, type: "document", remote_ref: "remote", name: "plan.pdf" });
  expect(media?.caption).toBe(`${letters(1023)}…`);
  expect(caption).toMatchObject({ seq: 2, type: "document", name: "message.txt", last_seq: 2, client_no: 2 });
  expect(await textIn(caption?.storage_key)).toBe(letters(20_000));
  expect(others).toEqual([]);

  await edit(message, 1, { caption: `${letters(20_000)} and more` });
  const [edited, kept, ...appended] = await messagesOf(person);
  expect(edited).toMatchObject({ remote_ref: "remote" });
  expect(await textIn(kept?.storage_key)).toBe(`${letters(20_000)} and more`);
  expect(appended).toEqual([]);
});

test("a caption that becomes long is stored whole at the end, once", async () => {
  const person = newPerson();
  const photo = [{ file_id: "photo", width: 10, height: 10 }];
  const message = messageOf(person, { photo, caption: "Look" });
  await send(message);
  for (let n = 0; n < 2; n += 1) await edit(message, 1, { caption: letters(20_000) });
  const [media, caption, ...others] = await messagesOf(person);
  expect(media).toMatchObject({ type: "image", remote_ref: "photo", caption: `${letters(1023)}…` });
  expect(await textIn(caption?.storage_key)).toBe(letters(20_000));
  expect(others).toEqual([]);
});

test("an edit makes a text a file, another file, and a text again", async () => {
  const person = newPerson();
  const message = messageOf(person, { text: "Where is my order?" });
  await send(message);
  const before = await stored();
  world.published.length = 0;

  await edit(message, 1, { text: letters(20_000) });
  const [file] = await messagesOf(person);
  expect(file).toMatchObject({ type: "document", content: "", last_message_type: "document" });
  expect(await textIn(file?.storage_key)).toBe(letters(20_000));
  expect(world.published).toMatchObject([
    { event: "messageUpdate", payload: { type: "document", content: "", file_name: "message.txt" } },
  ]);

  await edit(message, 2, { text: letters(30_000) });
  const [longer] = await messagesOf(person);
  expect(await textIn(longer?.storage_key)).toBe(letters(30_000));
  // The replaced file is removed after the commit.
  await vi.waitFor(async () => expect(await stored()).toEqual([...before, longer?.storage_key].toSorted()));

  // An older edit arrives late.
  await edit(message, 1, { text: letters(20_000) });
  expect((await messagesOf(person))[0]?.storage_key).toBe(longer?.storage_key);

  await edit(message, 3, { text: "Never mind." });
  const [text] = await messagesOf(person);
  expect(text).toMatchObject({ type: "text", content: "Never mind.", caption: null, file_id: null });
  expect(text).toMatchObject({ last_message_type: "text", last_message_content: "Never mind." });
  expect(world.published.at(-1)?.payload).toMatchObject({ type: "text", file_name: null, path: null });
  await vi.waitFor(async () => expect(await stored()).toEqual(before));
});
