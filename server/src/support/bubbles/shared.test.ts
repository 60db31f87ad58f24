import { limits } from "@parley/contract/limits";
import type { ImportedBubbles, SharedBubble, SharedBubbles } from "@parley/contract/shared-bubbles";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { blackPng } from "../../../../test/world/black-png.ts";
import { form } from "../../../../test/world/form.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { rooms } from "../../floor/actors/rooms.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const company of ["harbour", "northwind"] as const)
    await world.desk(company, ({ db }) => db.deleteFrom("shared_bubble").execute());
  world.published.length = 0;
});

type Agent = Parameters<World["as"]>[0];
const post = (agent: Agent, path: string, body: object) => world.as(agent).post(path, body);
const make = (name: string, more: object = {}, agent: Agent = "ingrid") =>
  post(agent, "/admin/create-bubble", { name, content: `${name}!`, ...more });
const made = async (...given: Parameters<typeof make>) => (await make(...given)).json<SharedBubble>();
const find = async (agent: Agent, query: Record<string, string> = {}) =>
  (await world.as(agent).get(`/shared-bubbles?${new URLSearchParams(query)}`)).json<SharedBubbles>();
const names = async (...given: Parameters<typeof find>) =>
  (await find(...given)).bubbles.map(({ name }) => name);
const code = (answer: { json(): { reason?: { code: string } } }) => answer.json().reason?.code;
const upload = (
  agent: Agent,
  path: string,
  fields: Record<string, string>,
  file: Parameters<typeof form>[1],
) => {
  const { payload, headers } = form(fields, file);
  return world.as(agent).post(path, undefined, { payload, headers });
};
const importing = (content: string | Buffer, agent: Agent = "ingrid") =>
  upload(agent, "/admin/import-bubbles", {}, { name: "bubbles.csv", content });
const imported = async (content: string) => (await importing(content)).json<ImportedBubbles>();
const exported = async () => (await world.as("ingrid").get("/admin/export-bubbles")).body;
const heard = () => world.published.filter(({ event }) => event === "sharedBubblesChanged");
const picture = { name: "terms.png", content: blackPng(64) };

test("a caller who is signed out reads none, and an agent or moderator changes none", async () => {
  expect((await world.stranger.get("/shared-bubbles")).statusCode).toBe(401);
  expect((await world.stranger.get("/shared-bubbles/folders")).statusCode).toBe(401);
  const { bubbleid } = await made("Hours");
  for (const agent of ["mira", "naledi"] as const) {
    expect((await make("Mine", {}, agent)).statusCode).toBe(403);
    const words = { bubbleid, name: "Mine", content: "Now" };
    expect((await post(agent, "/admin/update-bubble", words)).statusCode).toBe(403);
    expect((await post(agent, "/admin/delete-bubble", { bubbleid })).statusCode).toBe(403);
    expect((await upload(agent, "/admin/add-bubble-file", { bubbleid }, picture)).statusCode).toBe(403);
    expect((await importing("name,content\na,b\n", agent)).statusCode).toBe(403);
    expect((await world.as(agent).get("/admin/export-bubbles")).statusCode).toBe(403);
  }
  expect(await names("mira")).toEqual(["Hours"]);
});

test("an agent sees the bubbles of the company and of their departments, and no others", async () => {
  const { bookings, refunds, general } = world.departments;
  await made("Company");
  await made("Bookings", { departmentid: bookings.id });
  const hidden = await made("Refunds", { departmentid: refunds.id });
  await made("Theirs", { departmentid: general.id }, "freya");
  expect(await names("mira", { sort: "name" })).toEqual(["Bookings", "Company"]);
  expect(await names("naledi", { sort: "name" })).toEqual(["Company", "Refunds"]);
  expect(await names("ingrid", { sort: "name" })).toEqual(["Bookings", "Company", "Refunds"]);
  expect(await names("ingrid", { departmentid: "company" })).toEqual(["Company"]);
  expect(await names("omar")).toEqual(["Theirs"]);
  expect(code(await post("mira", "/count-bubble-use", { bubbleid: hidden.bubbleid }))).toBe("bubble_unknown");
  expect(code(await post("omar", "/count-bubble-use", { bubbleid: hidden.bubbleid }))).toBe("bubble_unknown");
  expect(code(await post("freya", "/admin/delete-bubble", { bubbleid: hidden.bubbleid }))).toBe(
    "bubble_unknown",
  );
  expect((await make("Elsewhere", { departmentid: general.id })).statusCode).toBe(404);
});

test("an agent who gets the sight of a second department sees its bubbles, too", async () => {
  const { id: userid, email } = world.agents.jonas;
  const { bookings, refunds } = world.departments;
  await made("Refunds", { departmentid: refunds.id });
  const see = (departmentids: string[]) =>
    world.as("ingrid").put("/auth/update-account", {
      ...{ userid, email, first_name: "Jonas", last_name: "Weber" },
      ...{ departmentid: bookings.id, departmentids },
    });
  expect(await names("jonas")).toEqual([]);
  await see([refunds.id]);
  expect(await names("jonas")).toEqual(["Refunds"]);
  await see([]);
});

test("a bubble needs a name, and a text, a file or an action; other input is refused", async () => {
  for (const body of [
    { name: " ", content: "x" },
    { name: "x".repeat(limits.bubbleName + 1), content: "x" },
    { name: "two\nlines", content: "x" },
    { name: "Hours", content: "x".repeat(limits.messageText + 1) },
    { name: "Hours", content: " " },
    { name: "Hours", content: "a\0b" },
    { name: "Hours", content: "x", folder: "x".repeat(limits.bubbleFolder + 1) },
    { name: "Hours", content: "x", language: "klingon" },
    { name: "Hours", content: "x", actions: [{ kind: "spam" }] },
    {
      name: "Hours",
      content: "x",
      actions: [
        { kind: "close", silently: false },
        { kind: "close", silently: false },
      ],
    },
    {
      name: "Hours",
      content: "x",
      actions: [
        { kind: "close", silently: false },
        { kind: "snooze", until: "tomorrow" },
      ],
    },
    { name: "Hours", content: "x", actions: [{ kind: "tag", add: [crypto.randomUUID()], remove: [] }] },
    { name: "Hours", content: "x", actions: [{ kind: "move", newDepartment: world.departments.general.id }] },
  ])
    expect([400, 404]).toContain((await post("ingrid", "/admin/create-bubble", body)).statusCode);
  expect(await names("ingrid")).toEqual([]);
});

test("a bubble is made, changed and deleted, which every console and the audit log hear", async () => {
  const bubble = await made("  Hours ", { folder: " Basics ", language: "en" });
  expect(bubble).toMatchObject({ name: "Hours", folder: "Basics", language: "en", uses: 0, files: [] });
  const { bubbleid } = bubble;
  const words = { bubbleid, name: "Hours", content: "From ten.", folder: "Basics", language: "bg" };
  expect((await post("ingrid", "/admin/update-bubble", words)).json()).toMatchObject({
    content: "From ten.",
  });
  await post("ingrid", "/admin/update-bubble", words);
  await post("ingrid", "/admin/delete-bubble", { bubbleid });
  expect(await names("mira")).toEqual([]);
  expect(code(await post("ingrid", "/admin/update-bubble", words))).toBe("bubble_unknown");
  const company = {
    event: "sharedBubblesChanged",
    payload: {},
    rooms: [rooms.company(world.companies.harbour.id)],
  };
  expect(heard()).toEqual([company, company, company]);
  const entries = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("event")
      .select(["kind", "facts"])
      .where("kind", "in", ["bubble_create", "bubble_update", "bubble_delete"])
      .orderBy("number")
      .execute(),
  );
  expect(entries.filter(({ facts }) => (facts as { bubble: string }).bubble === bubbleid)).toEqual([
    { kind: "bubble_create", facts: { bubble: bubbleid } },
    { kind: "bubble_update", facts: { bubble: bubbleid, fields: ["content", "language"] } },
    { kind: "bubble_delete", facts: { bubble: bubbleid } },
  ]);
});

test("a name is there once in a place, folder and language, also made at once", async () => {
  const answers = await Promise.all(["Hóurs", "hours", "HOURS"].map((name) => make(name)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
  expect(code(await make("hours"))).toBe("bubble_exists");
  expect((await make("Hours", { folder: "Basics" })).statusCode).toBe(200);
  expect((await make("Hours", { language: "bg" })).statusCode).toBe(200);
  expect((await make("Hours", { departmentid: world.departments.bookings.id })).statusCode).toBe(200);
});

test("names that begin with the phrase come first, then names and texts that contain it, without case or accents", async () => {
  for (const [name, content] of [
    ["Closing", "Our hóurs are on the page"],
    ["Our hours", "…"],
    ["Hours", "…"],
    ["Address", "100 % here_now"],
  ] as const)
    await made(name, { content });
  expect(await names("mira", { phrase: "HOURS" })).toEqual(["Hours", "Our hours", "Closing"]);
  expect(await names("mira", { phrase: "00 %" })).toEqual(["Address"]);
  expect(await names("mira", { phrase: "_now" })).toEqual(["Address"]);
  expect(await names("mira", { phrase: "%" })).toEqual(["Address"]);
  expect(await names("mira", { phrase: "\\" })).toEqual([]);
});

test("bubbles in the client's language come first, then those without one, then what is used most", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  await world.desk("harbour", ({ db }) =>
    db
      .updateTable("client_identity")
      .set({ lang: "bg-BG" })
      .where("external_id", "=", ticket.client_external_id)
      .execute(),
  );
  const english = await made("Hours en", { language: "en" });
  await made("Hours nl", { language: "nl" });
  await made("Hours");
  await made("Hours bg", { language: "bg" });
  for (const _use of [1, 2]) await post("mira", "/count-bubble-use", { bubbleid: english.bubbleid });
  const found = await find("mira", { ticketid: ticket.id, phrase: "hours" });
  expect(found.bubbles.map(({ name, uses }) => [name, uses])).toEqual([
    ["Hours bg", 0],
    ["Hours", 0],
    ["Hours en", 2],
    ["Hours nl", 0],
  ]);
  expect(found.language).toBe("bg");
  const refunds = await world.ticket({ department: "refunds" });
  expect((await world.as("mira").get(`/shared-bubbles?ticketid=${refunds.id}`)).statusCode).toBe(404);
});

test("folders are listed with the bubbles that the agent sees", async () => {
  await made("A", { folder: "Prices" });
  await made("B", { folder: "Prices", departmentid: world.departments.refunds.id });
  await made("C", { folder: "Basics" });
  await made("D");
  expect((await world.as("mira").get("/shared-bubbles/folders")).json()).toEqual([
    { folder: "Basics", bubbles: 1 },
    { folder: "Prices", bubbles: 1 },
  ]);
  expect(await names("ingrid", { folder: "Prices" })).toEqual(["A", "B"]);
  expect(await names("ingrid", { folder: "" })).toEqual(["D"]);
});

test("files are added, read by agents who see the bubble, and removed with their bytes", async () => {
  const { bubbleid } = await made("Terms", { departmentid: world.departments.refunds.id });
  const added = await upload("ingrid", "/admin/add-bubble-file", { bubbleid }, picture);
  expect(added.statusCode).toBe(201);
  const [file] = added.json<SharedBubble>().files;
  if (!file?.path) throw new Error("There is no file");
  expect(file).toMatchObject({ name: "terms.png", type: "image/png" });
  expect((await world.as("naledi").get(file.path)).statusCode).toBe(200);
  expect((await world.as("mira").get(file.path)).statusCode).toBe(404);
  expect((await world.as("omar").get(file.path)).statusCode).toBe(404);
  expect((await upload("freya", "/admin/add-bubble-file", { bubbleid }, picture)).statusCode).toBe(404);
  const gone = { bubbleid, fileid: file.fileid };
  expect((await post("ingrid", "/admin/remove-bubble-file", gone)).json<SharedBubble>().files).toEqual([]);
  expect((await world.as("naledi").get(file.path)).statusCode).toBe(404);
  expect((await post("ingrid", "/admin/remove-bubble-file", gone)).statusCode).toBe(404);
  expect(await rowsOfFiles()).toBe(0);
});

test("a bubble has a limited number of files, keeps the last one without a text, and takes them along", async () => {
  const { bubbleid } = await made("Terms");
  const add = () => upload("ingrid", "/admin/add-bubble-file", { bubbleid }, picture);
  for (let count = 0; count < limits.bubbleFiles; count += 1) expect((await add()).statusCode).toBe(201);
  expect(code(await add())).toBe("bubble_files_full");
  const words = { bubbleid, name: "Terms" };
  const { files } = (await post("ingrid", "/admin/update-bubble", words)).json<SharedBubble>();
  const remove = (fileid: string) => post("ingrid", "/admin/remove-bubble-file", { bubbleid, fileid });
  for (const { fileid } of files.slice(1)) expect((await remove(fileid)).statusCode).toBe(200);
  expect(code(await remove(files[0]?.fileid ?? ""))).toBe("bubble_empty");
  await post("ingrid", "/admin/delete-bubble", { bubbleid });
  expect(await rowsOfFiles()).toBe(0);
});

const rowsOfFiles = async () =>
  (
    await world.desk("harbour", ({ db }) =>
      db.selectFrom("file").select("id").where("name", "=", "terms.png").execute(),
    )
  ).length;

test("an import makes bubbles and changes those that are there, and says nothing when it is repeated", async () => {
  const kept = await made("Hours", {
    folder: "Basics",
    language: "en",
    actions: [{ kind: "snooze", until: "tomorrow" }],
  });
  const file = [
    "name,content,folder,language,department",
    'Hours,"From nine\nto five",Basics,EN,',
    '"=Greeting","Good day, {{client.first_name}}",,,bookings',
  ].join("\r\n");
  world.published.length = 0;
  expect(await imported(file)).toEqual({ created: 1, updated: 1, faults: [], more: false });
  const { bubbles } = await find("mira", { sort: "name" });
  expect(bubbles).toMatchObject([
    {
      name: "=Greeting",
      content: "Good day, {{client.first_name}}",
      departmentid: world.departments.bookings.id,
    },
    {
      bubbleid: kept.bubbleid,
      content: "From nine\nto five",
      actions: [{ kind: "snooze", until: "tomorrow" }],
    },
  ]);
  expect(heard()).toHaveLength(1);
  expect(await imported(file)).toEqual({ created: 0, updated: 0, faults: [], more: false });
  expect(heard()).toHaveLength(1);
});

test("an import with faulty lines names each, and imports nothing", async () => {
  const file = [
    "name,content,folder,language,department",
    "Fine,Text,,,",
    ",Text,,,",
    `Long,${"x".repeat(limits.messageText + 1)},,,`,
    "Spoken,Text,,klingon,Nowhere",
    "fíne,Again,,,",
  ].join("\n");
  const { faults, ...rest } = await imported(file);
  expect(rest).toEqual({ created: 0, updated: 0, more: false });
  expect(faults.map(({ line, reason }) => [line, reason.code])).toEqual([
    [3, "field_missing"],
    [4, "field_too_long"],
    [5, "language_unknown"],
    [5, "department_unknown"],
    [6, "bubble_exists"],
  ]);
  expect(await names("ingrid")).toEqual([]);
  const many = await imported(`name,content\n${"x,\n".repeat(150)}`);
  expect([many.faults.length, many.more]).toEqual([100, true]);
});

test("a file that is no table of bubbles is refused with the reason", async () => {
  expect(code(await importing(""))).toBe("csv_column_missing");
  expect(code(await importing("name\nHours"))).toBe("csv_column_missing");
  expect(code(await importing("name,content,price\n"))).toBe("csv_column_unknown");
  expect(code(await importing('name,content\nHours,"open'))).toBe("csv_unreadable");
  expect(code(await importing(Buffer.from([0xff, 0xfe, 0x00])))).toBe("csv_unreadable");
  expect(code(await importing(`name,content\n${"a,b\n".repeat(limits.sharedBubbles + 1)}`))).toBe(
    "csv_rows_full",
  );
  expect((await importing(Buffer.alloc(limits.importBytes + 1, "x"))).statusCode).toBe(413);
});

test("an exported file can be imported, and changes nothing", async () => {
  await made("Hours", { content: '- one\n- "two", three; four', folder: "=Basics", language: "en" });
  await made("Greeting", {
    content: "{{client.first_name}}, <b>hello</b>",
    departmentid: world.departments.refunds.id,
  });
  const before = (await find("ingrid", { sort: "name" })).bubbles;
  expect(await imported(await exported())).toEqual({ created: 0, updated: 0, faults: [], more: false });
  expect((await find("ingrid", { sort: "name" })).bubbles).toEqual(before);
});

test("five thousand bubbles are imported, found, exported, and are all that a company has", async () => {
  const text = "The airport bus leaves every twenty minutes from platform six. ".repeat(8);
  const lines = Array.from(
    { length: limits.sharedBubbles },
    (_, at) => `Bubble ${at},${text} Number ${at}.,Folder ${at % 40},,`,
  );
  const file = `name,content,folder,language,department\n${lines.join("\n")}`;
  expect(await imported(file)).toMatchObject({ created: limits.sharedBubbles });
  expect(code(await make("One more"))).toBe("shared_bubbles_full");
  expect((await importing("name,content\nOne,more\n")).statusCode).toBe(409);
  const { bubbles, total } = await swiftly(() => find("mira", { phrase: "number 4321" }));
  expect([bubbles[0]?.name, total]).toEqual(["Bubble 4321", 1]);
  expect(await swiftly(() => find("mira"))).toMatchObject({ total: limits.sharedBubbles });
  expect((await exported()).split("\r\n")).toHaveLength(limits.sharedBubbles + 2);
  const { statements } = await countStatements(world, () => find("mira", { phrase: "bus" }));
  expect(statements.length).toBeLessThanOrEqual(6);
}, 60_000);

/** An agent waits for a search at every word. */
const mostMs = 1_000;

async function swiftly<T>(work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const answer = await work();
  expect(performance.now() - from).toBeLessThan(mostMs);
  return answer;
}
