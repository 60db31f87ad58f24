import type { PrivateChatAnswer, PrivateChatCounts, PrivateMessage } from "@parley/contract/private-chat";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { rooms } from "../../floor/actors/rooms.ts";
import { markPrivateSeen } from "./read.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.context.database.deleteFrom("private_chat").execute();
  world.published.length = 0;
});

const id = (agent: AgentName) => world.agents[agent].id;
const write = (from: AgentName, to: AgentName, content: string, more: object = {}) =>
  world.as(from).post("/create-private-msg", { receiverid: id(to), content, type: "text", ...more });
const open = async (reader: AgentName, other: AgentName, query = "") =>
  (await world.as(reader).get(`/${id(other)}/private-chat${query}`)).json<PrivateChatAnswer>();
const counts = async (agent: AgentName) =>
  (await world.as(agent).get("/private-chats")).json<PrivateChatCounts[]>();
const texts = ({ sections }: PrivateChatAnswer) =>
  Object.values(sections)
    .flat()
    .map(({ content }) => content);
const disable = (agent: AgentName, on: Date | null) =>
  world.context.database.updateTable("agent").set({ disabled_on: on }).where("id", "=", id(agent)).execute();

describe("a private chat", () => {
  test("a private chat is refused when signed out", async () => {
    expect((await world.stranger.get(`/${id("jonas")}/private-chat`)).statusCode).toBe(401);
    expect((await world.stranger.post("/create-private-msg", {})).statusCode).toBe(401);
  });

  test("a private chat is refused with oneself, another company's agent, a disabled or unknown one", async () => {
    expect((await write("mira", "mira", "Note to self")).statusCode).toBe(404);
    expect((await write("mira", "omar", "Hello")).statusCode).toBe(404);
    await write("mira", "jonas", "Hello");
    await disable("jonas", world.clock.now());
    expect((await write("mira", "jonas", "Are you there?")).statusCode).toBe(404);
    expect((await world.as("mira").get(`/${id("jonas")}/private-chat`)).statusCode).toBe(404);
    expect(await counts("mira")).toEqual([]);
    await disable("jonas", null);
    expect(texts(await open("mira", "jonas"))).toEqual(["Hello"]);
  });

  test("a private chat with a third colleague, even an admin, is a different one", async () => {
    await write("mira", "jonas", "Between us");
    for (const third of ["tomas", "ingrid"] as const) {
      expect(texts(await open(third, "mira"))).toEqual([]);
      expect(texts(await open(third, "jonas"))).toEqual([]);
      expect(await counts(third)).toEqual([]);
    }
    const published = world.published.filter(({ event }) => event === "newPrivateMessage");
    const company = world.companies.harbour.id;
    expect(published.map((one) => [...one.rooms].sort())).toEqual([
      [rooms.agent(company, id("mira")), rooms.agent(company, id("jonas"))].sort(),
    ]);
  });

  test("a private chat is not opened by a call from another site's page", async () => {
    await write("mira", "jonas", "Hello");
    const headers = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
    expect((await world.as("jonas").get(`/${id("mira")}/private-chat`, { headers })).statusCode).toBe(403);
    expect(await counts("jonas")).toMatchObject([{ unread: 1 }]);
  });
});

describe("writing a message", () => {
  test.each([
    ["", 400],
    ["  \n ", 400],
    ["x".repeat(16_001), 400],
  ])("writing a message refuses %j", async (content, status) => {
    expect((await write("mira", "jonas", content)).statusCode).toBe(status);
  });

  test("writing a message trims the text, returns it, and publishes it to both", async () => {
    const answer = await write("mira", "jonas", "  Can you take HT-20874? \n");
    expect(answer.statusCode).toBe(200);
    expect(answer.json<PrivateMessage>()).toMatchObject({
      seq: 1,
      sender_no: 1,
      senderid: id("mira"),
      sender_name: "Mira Halvorsen",
      receiverid: id("jonas"),
      type: "text",
      content: "Can you take HT-20874?",
      path: null,
    });
    expect(world.published).toMatchObject([{ event: "newPrivateMessage", payload: answer.json() }]);
  });

  test("writing a message stores a repeated id as one; another agent's or chat's id is refused", async () => {
    const messageid = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => write("mira", "jonas", "Once", { messageid })),
    );
    answers.push(await write("mira", "jonas", "Once", { messageid }));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(texts(await open("jonas", "mira"))).toEqual(["Once"]);
    expect((await write("jonas", "mira", "Mine?", { messageid })).statusCode).toBe(409);
    expect((await write("mira", "naledi", "There?", { messageid })).statusCode).toBe(409);
  });

  test("two who write at once leave numbers without hole or repeat", async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 ? write("mira", "jonas", `m${at}`) : write("jonas", "mira", `j${at}`),
      ),
    );
    const [hers, his] = [await open("mira", "jonas"), await open("jonas", "mira")];
    expect(
      Object.values(hers.sections)
        .flat()
        .map(({ seq }) => seq),
    ).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    expect(his.chatid).toBe(hers.chatid);
    expect(texts(his)).toEqual(texts(hers));
    const numbers = Object.values(hers.sections)
      .flat()
      .filter(({ senderid }) => senderid === id("mira"))
      .map(({ sender_no }) => sender_no);
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});

describe("reading a chat", () => {
  test("reading a chat gives slices of 30 from the newest, older ones by number, days in the requested zone", async () => {
    for (let at = 1; at <= 35; at++) await write("mira", "jonas", `m${at}`);
    const newest = await open("jonas", "mira", "?tz=Asia/Tokyo");
    const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Tokyo" }).format(world.clock.now());
    expect(Object.keys(newest.sections)).toEqual([day]);
    expect(texts(newest)).toHaveLength(30);
    expect(texts(newest)[0]).toBe("m6");
    expect(texts(await open("jonas", "mira", "?before=6"))).toEqual(["m1", "m2", "m3", "m4", "m5"]);
    expect(texts(await open("jonas", "mira", "?before=6&limit=2"))).toEqual(["m4", "m5"]);
    expect(texts(await open("jonas", "mira", "?before=1"))).toEqual([]);
    expect((await world.as("jonas").get(`/${id("mira")}/private-chat?tz=Nowhere`)).statusCode).toBe(200);
  });

  test("opening a chat marks it read and publishes that to both; reading without opening does not", async () => {
    await write("mira", "jonas", "one");
    await write("mira", "jonas", "two");
    expect(await open("jonas", "mira", "?seen=false")).toMatchObject({ own_read: 0 });
    expect(await counts("jonas")).toMatchObject([{ userid: id("mira"), written: 2, read: 0, unread: 2 }]);
    world.published.length = 0;
    const opened = await open("jonas", "mira");
    expect(opened).toMatchObject({ own_read: 0, colleague_read: 0 });
    const company = world.companies.harbour.id;
    expect(world.published).toEqual([
      {
        event: "privateRead",
        payload: { chatid: opened.chatid, readerid: id("jonas"), otherid: id("mira"), seq: 2, written: 2 },
        rooms: expect.arrayContaining([rooms.agent(company, id("mira")), rooms.agent(company, id("jonas"))]),
      },
    ]);
    expect(await counts("jonas")).toMatchObject([{ written: 2, read: 2, unread: 0 }]);
    expect(await open("mira", "jonas")).toMatchObject({ colleague_read: 2 });
  });

  test("the number read never moves back, nor past the end", async () => {
    for (const text of ["one", "two", "three"]) await write("mira", "jonas", text);
    const see = (seq: number) => world.work("jonas", (scope) => markPrivateSeen(scope, id("mira"), seq));
    await Promise.all([2, 1, 2].map(see));
    expect(await counts("jonas")).toMatchObject([{ unread: 1 }]);
    await see(900);
    await see(1);
    expect(await counts("jonas")).toMatchObject([{ unread: 0 }]);
    await write("mira", "jonas", "four");
    expect(await counts("jonas")).toMatchObject([{ unread: 1 }]);
  });

  test("reading a chat costs the same number of statements at any size", async () => {
    const look = async () =>
      (await countStatements(world, () => open("jonas", "mira", "?seen=false&tz=UTC"))).statements.length;
    const list = async () => (await countStatements(world, () => counts("jonas"))).statements.length;
    await write("mira", "jonas", "one");
    const [few, short] = [await look(), await list()];
    for (let at = 0; at < 10; at++) await write("mira", "jonas", `m${at}`);
    await write("naledi", "jonas", "And me");
    expect([await look(), await list()]).toEqual([few, short]);
  });
});
