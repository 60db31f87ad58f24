import type { SearchResult } from "@parley/contract/messages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import type { TicketRow } from "../ticket/access.ts";

let world: World;
/** 700 messages, more than are searched without the index; number 3 and number 690 have other words. */
let long: TicketRow;
beforeAll(async () => {
  world = await createWorld();
  const messages = Array.from({ length: 700 }, (_, index) => `Nachricht ${index + 1}`);
  messages[2] = "Das Gepäckstück ist da";
  messages[689] = "GEPACKSTUCK noch einmal";
  long = await world.ticket({ messages });
  // The same words in another ticket of the company.
  await world.ticket({ messages: ["Gepäckstück", "Nachricht 701"] });
});
afterAll(() => world.close());

const search = (ticketid: string, keyword: string) =>
  world.as("mira").get(`/search-message?${new URLSearchParams({ ticketid, keyword })}`);
const seqs = async (ticketid: string, keyword: string) =>
  (await search(ticketid, keyword)).json<SearchResult[]>().map(({ seq }) => seq);

test("an empty keyword is refused, another company's ticket is not found", async () => {
  expect((await search(long.id, " ")).statusCode).toBe(400);
  expect((await search(long.id, "x".repeat(201))).statusCode).toBe(400);
  const refunds = await world.ticket({ department: "refunds", messages: ["secret"] });
  expect((await search(refunds.id, "secret")).statusCode).toBe(404);
});

test("another company's scope finds nothing of a ticket, even past the access check", async () => {
  const theirs = await world.ticket({ department: "general", messages: ["parcel"] });
  const { searchMessages } = await import("./search.ts");
  expect(await world.work("omar", (scope) => searchMessages(scope, theirs, "parcel"))).toHaveLength(1);
  expect(await world.work("mira", (scope) => searchMessages(scope, theirs, "parcel"))).toEqual([]);
});

test("a result has the specification's fields and the message's number", async () => {
  const [newest, ...others] = (await search(long.id, "noch einmal")).json<SearchResult[]>();
  expect(others).toEqual([]);
  expect(newest).toEqual({
    messageid: expect.any(String),
    ticketid: long.id,
    seq: 690,
    created_on: expect.stringMatching(/Z$/),
    type: "text",
    content: "GEPACKSTUCK noch einmal",
    isagent: false,
    created_by_name: null,
  });
});

test("a search folds case and accents, near the end and far from it", async () => {
  for (const keyword of ["gepäckstück", "GEPÄCKSTÜCK", "gepackstuck", "Päckst"]) {
    expect(await seqs(long.id, keyword), keyword).toEqual([690, 3]);
  }
  const other = await world.ticket({ messages: ["ПРИВЕТ, Ёж", "返金してください"] });
  expect(await seqs(other.id, "привет, еж")).toEqual([1]);
  expect(await seqs(other.id, "返金")).toEqual([2]);
});

test("one and two letters are searched in every message", async () => {
  expect(await seqs(long.id, "ü")).toEqual([690, 3]);
  expect(await seqs(long.id, "ck")).toEqual([690, 3]);
  expect(await seqs(long.id, "q")).toEqual([]);
});

test("the fifty newest matches come, newest first", async () => {
  const found = await seqs(long.id, "nachricht");
  expect(found).toHaveLength(50);
  expect(found.slice(0, 3)).toEqual([700, 699, 698]);
  expect(found).toEqual([...found].sort((one, other) => other - one));
  // Fewer than fifty of the newest 500 match, so the whole ticket is searched.
  expect(await seqs(long.id, "nachricht 1")).toHaveLength(50);
});

test("a database's special characters are searched literally", async () => {
  const { id } = await world.ticket({ messages: ["100% sure_thing \\o/", "100 sure thing"] });
  for (const keyword of ["0%", "e_t", "\\o", "100% sure_"])
    expect(await seqs(id, keyword), keyword).toEqual([1]);
});

test("captions are found, the timeline's own lines are not", async () => {
  const ticket = await world.ticket({ messages: ["hello"] });
  await world.message(ticket, {
    type: "document",
    content: "",
    caption: "Boarding pass",
    agent: world.agents.mira,
  });
  await world.message(ticket, { type: "close", content: "Boarding Officer" });
  expect((await search(ticket.id, "boarding")).json()).toMatchObject([
    { seq: 2, content: "Boarding pass", isagent: true, created_by_name: "Mira Halvorsen" },
  ]);
});

test("one statement searches, however many messages there are", async () => {
  const { statements } = await countStatements(world, () => search(long.id, "gepackstuck"));
  // The statements are session, begin, ticket, search, commit.
  expect(statements).toHaveLength(5);
});
