/**
 * The search over everything: what is found, where, by which words and operators. `sight.test.ts` shows who finds it.
 */
import { randomUUID } from "node:crypto";
import type { EverythingAnswer, Hit } from "@parley/contract/search";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { form } from "../../../../test/world/form.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { plantMail } from "../../../../test/world/search.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
});
afterAll(() => world.close());

async function search(q: string, more = "", agent: AgentName = "mira"): Promise<EverythingAnswer> {
  const answer = await world.as(agent).get(`/search?q=${encodeURIComponent(q)}${more}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<EverythingAnswer>();
}
async function hitsOf(q: string, kind?: Hit["kind"]): Promise<Hit[]> {
  const { groups } = await search(q);
  return groups.filter((group) => !kind || group.kind === kind).flatMap(({ hits }) => hits);
}
const ids = async (q: string, kind?: Hit["kind"]) => (await hitsOf(q, kind)).map(({ id }) => id);
const marked = ({ text, marks }: Hit) => marks.map(({ from, to }) => text.slice(from, to));

test("a search is refused signed out, without a word, with too many letters, and with a cursor that is none", async () => {
  expect((await world.stranger.get("/search?q=hello")).statusCode).toBe(401);
  const mira = world.as("mira");
  for (const query of [
    "q=%20",
    "",
    `q=${"a".repeat(201)}`,
    `q=${"x%20".repeat(2_500)}`,
    "q=a&kind=secrets",
    "q=a&cursor=1",
  ])
    expect((await mira.get(`/search?${query}`)).statusCode, query.slice(0, 30)).toBe(400);
});

test("a text that looks like a regular expression or a pattern is searched as it stands", async () => {
  const ticket = await world.ticket({ messages: ["It costs 100%_sure (a+b)*c \\d{3} ["] });
  for (const word of ["100%_sure", "(a+b)*c", "\\d{3}", "["]) {
    const [hit] = await hitsOf(word, "messages");
    expect(hit?.ticket?.ticketid, word).toBe(ticket.id);
  }
  for (const word of [".*", "10_%", "^It", "\\w+", "a|b", "$$", "'; drop table ticket; --"])
    expect(await hitsOf(word), word).toEqual([]);
});

describe("messages", () => {
  test("all words stand in one text, in any order, case and accents folded; a phrase stands as it is", async () => {
    const ticket = await world.ticket({ messages: ["Où est ma VALISE bleue?", "ma seule valise"] });
    const texts = async (q: string) => (await hitsOf(q, "messages")).map(({ text }) => text);
    expect(await texts("bleue válise")).toEqual(["Où est ma VALISE bleue?"]);
    expect(await texts("valise seule")).toEqual(["ma seule valise"]);
    expect(await texts('"ma valise"')).toEqual(["Où est ma VALISE bleue?"]);
    expect(await texts("bleue seule")).toEqual([]);
    const [hit] = await hitsOf("valise bleue", "messages");
    expect(hit && marked(hit)).toEqual(["VALISE bleue"].flatMap((text) => text.split(" ")));
    expect(hit).toMatchObject({ seq: 1, isagent: false, ticket: { ticketid: ticket.id } });
  });

  test.each([
    ["two letters begin a word", "Is it ok? No, the book.", "ok", ["ok"]],
    ["a single letter is a word", "Take plan B, please", "b", ["B"]],
    ["Japanese words are found without spaces", "昨日の返金をお願いします", "返金", ["返金"]],
    ["a single kanji is found", "黒い猫がいます", "猫", ["猫"]],
    ["Cyrillic words are found", "Где мой новый билетик?", "билет", ["билет"]],
    ["two Cyrillic letters begin a word", "Вот он и она, вон там", "он", ["он", "он"]],
  ])("%s", async (_name, text, word, marks) => {
    const ticket = await world.ticket({ messages: [text] });
    const found = (await hitsOf(word, "messages")).filter((hit) => hit.ticket?.ticketid === ticket.id);
    expect(found.map(marked)).toEqual([marks]);
  });

  test("letters within a word are not a word of two letters", async () => {
    const ticket = await world.ticket({ messages: ["quagmire"] });
    expect((await hitsOf("gm")).filter((hit) => hit.ticket?.ticketid === ticket.id)).toEqual([]);
  });

  test("an excerpt of a long text is the part around the words", async () => {
    await world.ticket({ messages: [`${"lorem ".repeat(200)}a periwinkle ${"ipsum ".repeat(200)}`] });
    const [hit] = await hitsOf("periwinkle", "messages");
    expect(hit?.text.length).toBeLessThan(200);
    expect(hit && marked(hit)).toEqual(["periwinkle"]);
  });

  test("a mail is found by its subject and by everybody it names", async () => {
    const { ticket, messageid } = await plantMail(world, {
      subject: "Broken kaleidoscope",
      sender: { name: "Olena Kovalenko", address: "olena@quay.example" },
      to: [{ name: null, address: "desk@harbour.example" }],
      cc: [{ name: "Bruno Ferrante", address: "bruno@ferrante.example" }],
      bcc: [{ name: null, address: "archive@silo.example" }],
      text: "See the pictures.",
    });
    const places = [
      ["kaleidoscope", "subject"],
      ["olena@quay.example", "from"],
      ["desk@harbour", "to"],
      ["ferrante", "cc"],
      ["archive@silo", "bcc"],
    ];
    for (const [word = "", place] of places) {
      const [hit, ...others] = await hitsOf(word, "messages");
      expect([hit?.id, hit?.place, others], word).toEqual([messageid, place, []]);
    }
    expect(await ids("kaleidoscope", "tickets")).toEqual([ticket.id]);
    expect(await ids("ferrante", "tickets")).toEqual([]);
  });

  test("a search finds no rating, no closing and no deleted ticket", async () => {
    const ticket = await world.ticket({ messages: ["hello"] });
    await world.message(ticket, { type: "close", content: "Wolpertinger", is_agent: true });
    expect(await hitsOf("wolpertinger")).toEqual([]);
    await world.message(ticket, { content: "Jackalope" });
    expect(await ids("jackalope")).toHaveLength(1);
    await world.as("ingrid").post("/admin/delete-ticket", { ticketid: ticket.id });
    expect((await search("jackalope", "", "ingrid")).groups.flatMap(({ hits }) => hits)).toEqual([]);
  });
});

describe("tickets and clients", () => {
  test("a ticket is found by how its id begins, and by its client's name and numbers", async () => {
    const ticket = await world.ticket({ client: "Zsófia Nagy-Kovács" });
    await world.context.pool.query(
      "update client set account_number = 'ACC-77/42', address = 'Quayside 4, Bergen' where id = $1",
      [ticket.client_id],
    );
    for (const word of [ticket.id, ticket.id.slice(0, 8), ticket.id.slice(0, 11), "zsofia kovacs", "acc-77"])
      expect(await ids(word, "tickets"), word).toEqual([ticket.id]);
    for (const word of ["zsofia", "acc-77/42", "quayside", ticket.client_external_id])
      expect(await ids(word, "clients"), word).toEqual([ticket.client_id]);
  });

  test("a client who was merged into another is found as the other alone", async () => {
    const [kept, gone] = [
      await world.ticket({ client: "Thurstan Vale" }),
      await world.ticket({ client: "Thurstan Vale" }),
    ];
    await world.context.pool.query("update client set merged_into = $1 where id = $2", [
      kept.client_id,
      gone.client_id,
    ]);
    expect(await ids("thurstan", "clients")).toEqual([kept.client_id]);
  });
});

test("a note is found with the message before it, and not once it is deleted", async () => {
  const ticket = await world.ticket({ messages: ["one", "two"] });
  const noteid = randomUUID();
  world.clock.advance(1_000);
  await world
    .as("mira")
    .post("/write-note", { ticketid: ticket.id, content: "The Oyster card was refunded", noteid });
  world.clock.advance(1_000);
  await world.message(ticket, { content: "three" });
  const [hit] = await hitsOf("oyster", "notes");
  expect(hit).toMatchObject({ id: noteid, noteid, seq: 2, author: "Mira Halvorsen", place: "text" });
  await world.as("mira").post("/delete-note", { ticketid: ticket.id, noteid });
  expect(await hitsOf("oyster")).toEqual([]);
});

test("files are found by name: of messages and of notes, none that no message has", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  const mira = world.as("mira");
  const note = await mira.post(
    "/send-note-file",
    undefined,
    form({ ticketid: ticket.id }, { name: "Gangway plan.txt", content: "x" }),
  );
  const sent = await mira.post(
    "/send-file",
    undefined,
    form({ ticketid: ticket.id }, { name: "gangway-bill.txt", content: "y" }),
  );
  expect([note.statusCode, sent.statusCode]).toEqual([201, 201]);
  await world.context.pool.query(
    "insert into file (company_id, ticket_id, name, state) values ($1, $2, 'gangway original.eml', 'ready')",
    [ticket.company_id, ticket.id],
  );
  const hits = await hitsOf("gangway", "files");
  expect(hits.map(({ text, place }) => [text, place]).toSorted()).toEqual([
    ["Gangway plan.txt", "file"],
    ["gangway-bill.txt", "file"],
  ]);
  expect(hits.find(({ text }) => text.startsWith("Gangway"))?.noteid).toBe(note.json().noteid);
  expect(hits.find(({ text }) => text.startsWith("gangway"))?.messageid).toBe(sent.json().messageid);
});

describe("operators", () => {
  test("from, to, has, in and dates narrow what the words find", async () => {
    const { messageid, ticket } = await plantMail(world, {
      subject: "Marmalade",
      sender: { name: "Quentin Ash", address: "quentin@ash.example" },
      to: [{ name: null, address: "desk@harbour.example" }],
      text: "marmalade for all",
    });
    const other = await world.ticket({ client: "Petra Lind", messages: ["more marmalade"] });
    await world.as("mira").post("/write-note", { ticketid: ticket.id, content: "marmalade again" });
    const found = async (q: string) =>
      (await hitsOf(q)).map(
        ({ kind, ticket: of }) =>
          `${kind} ${of?.ticketid === ticket.id ? "mail" : of?.ticketid === other.id ? "chat" : "?"}`,
      );
    expect(await found("marmalade from:quentin")).toEqual(["messages mail"]);
    expect(await found("marmalade from:petra")).toEqual(["messages chat"]);
    expect(await found('marmalade from:"mira halvorsen"')).toEqual(["notes mail"]);
    expect(await found("marmalade to:desk@harbour")).toEqual(["messages mail"]);
    expect(await found("marmalade in:mail")).toEqual(["messages mail"]);
    expect(await found("marmalade in:notes")).toEqual(["notes mail"]);
    expect(await found("marmalade has:file")).toEqual([]);
    expect(await found("marmalade has:note in:messages")).toEqual(["messages mail"]);
    const year = world.clock.now().getUTCFullYear();
    expect(await found(`marmalade before:${year}`)).toEqual([]);
    expect(await found(`marmalade after:${year} in:messages`)).toHaveLength(2);
    expect(await ids("from:quentin")).toEqual([messageid]);
  });

  test("a person of a group is named as the writer and found by name, and the client is named by the ticket alone", async () => {
    const ticket = await world.ticket({ client: "Hiking club", messages: [] });
    const own = await world.message(ticket, { content: "a cloudberry", author: ticket.client_external_id });
    const theirs = await world.message(ticket, { content: "two cloudberry jams", author: "770077" });
    await world.desk("harbour", ({ db, companyId: company_id, now: created_on }) =>
      db
        .insertInto("participant")
        .values({
          company_id,
          ticket_id: ticket.id,
          external_id: "770077",
          name: "Rosalind Ekberg",
          created_on,
        })
        .execute(),
    );
    const writers = (await hitsOf("cloudberry", "messages")).map(({ id, author }) => [id, author]);
    expect(new Map(writers as [string, string | null][])).toEqual(
      new Map([
        [theirs.id, "Rosalind Ekberg"],
        [own.id, null],
      ]),
    );
    expect(await ids("from:rosalind cloudberry", "messages")).toEqual([theirs.id]);
    expect(await ids("from:rosalind", "messages")).toEqual([theirs.id]);
    expect(await ids("from:770077", "messages")).toEqual([]);
  });

  test("status and tag narrow to tickets, and spam is found where it is asked for alone", async () => {
    const [open, closed, spam] = [
      await world.ticket({ messages: ["rutabaga"], handler: "mira" }),
      await world.ticket({ messages: ["rutabaga"], closed: true }),
      await world.ticket({ messages: ["rutabaga"], handler: "mira" }),
    ];
    const marked = await world.as("mira").post("/mark-spam", { ticketid: spam.id });
    expect(marked.statusCode, marked.body).toBe(200);
    const tag = (await world.as("mira").post("/create-tag", { name: "Root vegetable", colour: "red" })).json<{
      tagid: string;
    }>();
    const tagged = await world
      .as("mira")
      .post("/ticket/change-tags", { ticketid: open.id, add: [tag.tagid] });
    expect(tagged.statusCode, tagged.body).toBe(200);
    const tickets = async (q: string) =>
      (await hitsOf(q, "messages")).map(({ ticket }) => ticket?.ticketid).toSorted();
    expect(await tickets("rutabaga")).toEqual([open.id, closed.id].toSorted());
    expect(await tickets("rutabaga status:open")).toEqual([open.id]);
    expect(await tickets("rutabaga status:waiting")).toEqual([]);
    expect(await tickets("rutabaga status:accepted")).toEqual([open.id]);
    expect(await tickets("rutabaga status:closed")).toEqual([closed.id]);
    expect(await tickets("rutabaga status:spam")).toEqual([spam.id]);
    expect(await tickets('rutabaga tag:"root vegetable"')).toEqual([open.id]);
    expect(await ids('tag:"root vegetable"', "tickets")).toEqual([open.id]);
    expect(await tickets("rutabaga tag:root")).toEqual([]);
  });

  test("an operator that is not known, or whose value is none of its own, is a word", async () => {
    const ticket = await world.ticket({ messages: ["see ratio:high and status:sunny before:noon, 12:30"] });
    for (const word of ["ratio:high", "status:sunny", "before:noon", "12:30"])
      expect(
        (await hitsOf(word, "messages")).map((hit) => hit.ticket?.ticketid),
        word,
      ).toEqual([ticket.id]);
  });
});

test("a ticket and its client that are found by the client's address show the address", async () => {
  const address = "ida@quagga.example";
  const ticket = await world.ticket({ client: "Ida Holm", externalId: address, messages: ["Two cabins"] });
  const shown = await hitsOf("quagga");
  expect(shown.map(({ kind, place, text }) => [kind, place, text])).toEqual([
    ["tickets", "address", address],
    ["clients", "address", address],
  ]);
  expect(shown[0]?.id).toBe(ticket.id);
});

test("pages of a kind go on behind one another, the newest first, each result once", async () => {
  const ticket = await world.ticket({ messages: [] });
  for (let count = 1; count <= 60; count += 1) {
    world.clock.advance(1);
    await world.message(ticket, { content: `xerophyte ${count}` });
  }
  const first = await search("xerophyte");
  const messages = first.groups.find(({ kind }) => kind === "messages");
  expect(messages?.hits.map(({ text }) => text)).toEqual([60, 59, 58, 57].map((n) => `xerophyte ${n}`));
  expect(messages?.cursor).not.toBeNull();
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const more: EverythingAnswer = await search(
      "xerophyte",
      `&kind=messages${cursor && `&cursor=${cursor}`}`,
    );
    expect(more.groups.map(({ kind }) => kind)).toEqual(["messages"]);
    seen.push(...(more.groups[0]?.hits.map(({ text }) => text) ?? []));
    cursor = more.groups[0]?.cursor ?? null;
  }
  expect(seen).toEqual(Array.from({ length: 60 }, (_, n) => `xerophyte ${60 - n}`));
});
