/** The specification's searches find mails by subject, addresses and files too, and words beyond ASCII by an index. */
import type { SearchResult } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, expect, test } from "vitest";
import { form } from "../../../../test/world/form.ts";
import { plantMail } from "../../../../test/world/search.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
});
afterAll(() => world.close());

const tickets = async (keyword: string) =>
  (await world.as("mira").get(`/search-ticket/${encodeURIComponent(keyword)}/open`))
    .json<Ticket[]>()
    .map(({ ticketid }) => ticketid);
const messages = async (ticketid: string, keyword: string) =>
  (await world.as("mira").get(`/search-message?ticketid=${ticketid}&keyword=${encodeURIComponent(keyword)}`))
    .json<SearchResult[]>()
    .map(({ seq }) => seq);

test("both find a mail by its subject, by its addresses, and by the name of a file", async () => {
  const { ticket } = await plantMail(world, {
    subject: "Über the Kittiwake",
    text: "Good morning.",
    sender: { name: "Olena", address: "olena@quay.example" },
    cc: [{ name: "Bruno Ferrante", address: "bruno@ferrante.example" }],
  });
  const other = await world.ticket({ handler: "mira", messages: ["Good evening."] });
  const sent = await world
    .as("mira")
    .post("/send-file", undefined, form({ ticketid: other.id }, { name: "Pelican.txt", content: "x" }));
  expect(sent.statusCode, sent.body).toBe(201);
  const noted = await world
    .as("mira")
    .post("/send-note-file", undefined, form({ ticketid: other.id }, { name: "grebe.txt", content: "x" }));
  expect(noted.statusCode, noted.body).toBe(201);
  expect(await tickets("grebe")).toEqual([]);
  for (const word of ["kittiwake", "UBER the", "bruno ferr", "olena@quay"]) {
    expect(await tickets(word), word).toEqual([ticket.id]);
    expect(await messages(ticket.id, word), word).toEqual([1]);
  }
  expect(await tickets("pelican")).toEqual([other.id]);
  expect(await messages(other.id, "pelican")).toEqual([2]);
  for (const word of ["pelican", "kittiwake"])
    expect(await messages(word === "pelican" ? ticket.id : other.id, word)).toEqual([]);
});

/** Behind more tickets than are looked through one by one. */
test("tickets far back are found by a subject, a file, and words beyond ASCII", async () => {
  const texts = ["The мотылёк flew", "蝶が飛んだ"];
  const far = [];
  for (const text of texts) far.push(await world.ticket({ messages: [text] }));
  const { ticket } = await plantMail(world, {
    subject: "Dragonfly",
    text: ".",
    sender: { name: null, address: "a@b.example" },
  });
  const filed = await world.ticket({ handler: "mira" });
  await world
    .as("mira")
    .post("/send-file", undefined, form({ ticketid: filed.id }, { name: "cricket.txt", content: "x" }));
  await world.context.pool.query("update ticket set updated_on = updated_on - interval '1 year'");
  for (let count = 0; count < 130; count += 1) await world.ticket({ messages: ["hm"] });
  await world.context.pool.query("analyze message, ticket, message_mail, file");
  expect(await tickets("мотыл")).toEqual([far[0]?.id]);
  expect(await tickets("蝶が")).toEqual([far[1]?.id]);
  expect(await tickets("dragonf")).toEqual([ticket.id]);
  expect(await tickets("cricket")).toEqual([filed.id]);
});

/** A note with a file of the name, and a mail that carries one. */
async function plantFiles(note: string, mail: string) {
  const noted = await world.ticket({ handler: "mira", messages: ["hm"] });
  const { ticket, messageid } = await plantMail(world, {
    subject: ".",
    text: ".",
    sender: { name: null, address: "a@b.example" },
  });
  for (const [ticketid, name] of [
    [noted.id, note],
    [ticket.id, mail],
  ] as const) {
    const sent = await world
      .as("mira")
      .post("/send-note-file", undefined, form({ ticketid }, { name: `${name}.txt`, content: "x" }));
    expect(sent.statusCode, sent.body).toBe(201);
  }
  await world.context.pool.query(
    `insert into message_file (company_id, message_id, file_id, position)
      select company_id, $1, id, 0 from file where name = $2`,
    [messageid, `${mail}.txt`],
  );
  return { noted, ticket };
}

test("a file finds its own ticket and message, and the file of a note finds none, near and far back", async () => {
  const { noted, ticket } = await plantFiles("avocet", "bittern");
  const check = async () => {
    expect(await tickets("bittern")).toEqual([ticket.id]);
    expect(await tickets("avocet")).toEqual([]);
  };
  expect(await messages(ticket.id, "bittern")).toEqual([1]);
  expect(await messages(noted.id, "bittern")).toEqual([]);
  expect(await messages(ticket.id, "a@b")).toEqual([1]);
  expect(await messages(noted.id, "avocet")).toEqual([]);
  expect(await messages(ticket.id, "avocet")).toEqual([]);
  const other = await world.ticket({ handler: "mira", messages: [] });
  const sent = await world
    .as("mira")
    .post("/send-file", undefined, form({ ticketid: other.id }, { name: "curlew.txt", content: "x" }));
  expect(sent.statusCode, sent.body).toBe(201);
  expect(await messages(other.id, "curlew")).toEqual([1]);
  expect(await messages(noted.id, "curlew")).toEqual([]);
  await check();
  await world.context.pool.query("update ticket set updated_on = updated_on - interval '1 year'");
  for (let count = 0; count < 130; count += 1) await world.ticket({ messages: ["hm"] });
  await world.context.pool.query("analyze message, ticket, message_mail, file");
  await check();
});
