import { limits } from "@parley/contract/limits";
import type { Tag, TagList, TagUses } from "@parley/contract/tags";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { rooms } from "../../floor/actors/rooms.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.desk("harbour", async ({ db }) => {
    await db.deleteFrom("ticket_tag").execute();
    await db.updateTable("tag").set({ deleted_on: new Date() }).execute();
    await db.updateTable("company").set({ tags_closed: false }).execute();
  });
  world.published.length = 0;
});

type Agent = Parameters<World["as"]>[0];
const post = (agent: Agent, path: string, body: object) => world.as(agent).post(path, body);
const make = (agent: Agent, name: string, more: object = {}) => post(agent, "/create-tag", { name, ...more });
const made = async (name: string) => (await make("ingrid", name)).json<Tag>().tagid;
const list = async (agent: Agent) => (await world.as(agent).get("/tags")).json<TagList>();
const names = async (agent: Agent) => (await list(agent)).tags.map(({ name }) => name);
const uses = async () => (await world.as("ingrid").get("/admin/tag-uses")).json<TagUses>();
const tagged = async (...tags: string[]) => {
  const { id } = await world.ticket({ handler: "mira" });
  await post("mira", "/ticket/change-tags", { ticketid: id, add: tags });
  return id;
};
const tagsOf = async (id: string) => (await world.as("ingrid").get(`/tickets/${id}`)).json<Ticket>().tags;
const company = () => [rooms.company(world.companies.harbour.id)];
const heard = () => world.published.filter(({ event }) => event === "tagsChanged");

test("a caller who is signed out reads and makes no tags, and an agent changes none", async () => {
  expect((await world.stranger.get("/tags")).statusCode).toBe(401);
  expect((await world.stranger.post("/create-tag", { name: "Refund" })).statusCode).toBe(401);
  const tagid = await made("Refund");
  for (const agent of ["mira", "naledi"] as const) {
    expect((await world.as(agent).get("/admin/tag-uses")).statusCode).toBe(403);
    expect((await post(agent, "/admin/update-tag", { tagid, name: "Mine" })).statusCode).toBe(403);
    expect((await post(agent, "/admin/delete-tag", { tagid })).statusCode).toBe(403);
    expect((await post(agent, "/admin/merge-tag", { tagid, into: tagid })).statusCode).toBe(403);
    expect((await post(agent, "/admin/switch-tag-list", { closed: true })).statusCode).toBe(403);
  }
  expect(await list("mira")).toMatchObject({ closed: false, tags: [{ name: "Refund" }] });
});

test("another company's tags are neither listed nor found", async () => {
  const tagid = await made("Refund");
  const into = (await make("freya", "Theirs")).json<Tag>().tagid;
  expect(await names("freya")).toEqual(["Theirs"]);
  for (const [path, body] of [
    ["/admin/update-tag", { tagid, name: "Mine" }],
    ["/admin/delete-tag", { tagid }],
    ["/admin/merge-tag", { tagid, into }],
    ["/admin/merge-tag", { tagid: into, into: tagid }],
  ] as const) {
    const answer = await post("freya", path, body);
    expect([answer.statusCode, answer.json().reason.code], path).toEqual([404, "tag_unknown"]);
  }
  expect(await names("freya")).toEqual(["Theirs"]);
  expect(await names("ingrid")).toEqual(["Refund"]);
});

test("a name that is empty, too long or of several lines, and an unknown colour are refused", async () => {
  for (const body of [
    {},
    { name: " " },
    { name: "x".repeat(limits.tagName + 1) },
    { name: "two\nlines" },
    { name: "a\0b" },
    { name: "Refund", colour: "mauve" },
  ])
    expect((await post("mira", "/create-tag", body)).statusCode, JSON.stringify(body)).toBe(400);
  expect(await names("mira")).toEqual([]);
});

test("agents make tags while the list is not closed, and administrators always", async () => {
  const answer = await make("mira", "  Refund ", { colour: "red" });
  expect(answer.json()).toEqual({
    tagid: expect.any(String),
    name: "Refund",
    colour: "red",
    archived_on: null,
  });
  expect((await post("ingrid", "/admin/switch-tag-list", { closed: true })).statusCode).toBe(200);
  expect((await make("mira", "Late")).json()).toMatchObject({ reason: { code: "tag_list_closed" } });
  expect((await make("ingrid", "Late")).json()).toMatchObject({ name: "Late", colour: "grey" });
  expect(await list("naledi")).toMatchObject({ closed: true });
  expect(heard()).toEqual(
    Array(3).fill({ event: "tagsChanged", payload: { tickets: false }, rooms: company() }),
  );
});

test("two names that differ in case and accents are one, also made at once, and a deleted one is free", async () => {
  const answers = await Promise.all(["Réfund", "refund", "REFUND"].map((name) => make("mira", name)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
  const tagid = await made("Late");
  const rename = await post("ingrid", "/admin/update-tag", { tagid, name: "réfund" });
  expect(rename.json()).toMatchObject({ reason: { code: "tag_exists" } });
  expect((await post("ingrid", "/admin/update-tag", { tagid, name: "LATE" })).json()).toMatchObject({
    name: "LATE",
  });
  await post("ingrid", "/admin/delete-tag", { tagid });
  expect((await make("mira", "late")).statusCode).toBe(200);
});

test("a company has a limited number of tags", async () => {
  await world.desk("harbour", async ({ db, companyId: company_id, now: created_on }) => {
    const rows = Array.from({ length: limits.tagsPerCompany }, (_, at) => `Tag ${at}`).map((name) => ({
      ...{ company_id, created_on, name, colour: "grey" as const },
    }));
    await db.insertInto("tag").values(rows).execute();
  });
  expect((await make("ingrid", "One more")).json()).toMatchObject({ reason: { code: "tags_full" } });
  expect((await list("mira")).tags).toHaveLength(limits.tagsPerCompany);
});

test("a tag is renamed, recoloured, archived and restored, with an entry of the audit log for each change", async () => {
  const tagid = await made("Refund");
  const change = (body: object) => post("ingrid", "/admin/update-tag", { tagid, ...body });
  await change({ name: "Money back", colour: "teal" });
  await change({ name: "Money back" });
  expect((await change({ archived: true })).json<Tag>().archived_on).not.toBeNull();
  expect((await change({ archived: false })).json<Tag>()).toEqual({
    ...{ tagid, name: "Money back", colour: "teal", archived_on: null },
  });
  const entries = await world.desk("harbour", ({ db }) =>
    db.selectFrom("event").select("facts").where("kind", "=", "tag_update").orderBy("number").execute(),
  );
  const own = entries.map(({ facts }) => facts as { tag: string }).filter(({ tag }) => tag === tagid);
  expect(own).toMatchObject([
    { tag: tagid, fields: ["name", "colour"] },
    { tag: tagid, fields: ["archived"] },
    { tag: tagid, fields: ["archived"] },
  ]);
});

test("an archived tag stays on its tickets, and no other ticket gets it", async () => {
  const tagid = await made("Refund");
  const before = await tagged(tagid);
  await post("ingrid", "/admin/update-tag", { tagid, archived: true });
  expect(await tagsOf(before)).toEqual([tagid]);
  expect(await tagsOf(await tagged(tagid))).toBeUndefined();
});

test("tickets lose a deleted tag, and consoles fetch tags and tickets anew", async () => {
  const [gone, kept] = [await made("Refund"), await made("Late")];
  const ids = [await tagged(gone), await tagged(gone, kept)];
  expect((await uses()).toSorted((a, b) => b.tickets - a.tickets)).toEqual([
    { tagid: gone, tickets: 2, clients: 0 },
    { tagid: kept, tickets: 1, clients: 0 },
  ]);
  expect((await post("ingrid", "/admin/delete-tag", { tagid: gone })).json()).toEqual({});
  expect(await Promise.all(ids.map(tagsOf))).toEqual([undefined, [kept]]);
  expect(await names("mira")).toEqual(["Late"]);
  expect(heard().at(-1)).toEqual({ event: "tagsChanged", payload: { tickets: true }, rooms: company() });
  expect((await post("ingrid", "/admin/delete-tag", { tagid: gone })).statusCode).toBe(404);
});

test("tickets of a merged tag have the other one, once", async () => {
  const [gone, into] = [await made("Money back"), await made("Refund")];
  const ids = [await tagged(gone), await tagged(gone, into), await tagged(into)];
  expect((await post("ingrid", "/admin/merge-tag", { tagid: gone, into: gone })).statusCode).toBe(400);
  expect((await post("ingrid", "/admin/merge-tag", { tagid: gone, into })).json()).toEqual({});
  expect(await Promise.all(ids.map(tagsOf))).toEqual([[into], [into], [into]]);
  expect(await uses()).toEqual([{ tagid: into, tickets: 3, clients: 0 }]);
  expect(await names("mira")).toEqual(["Refund"]);
  expect(heard().at(-1)?.payload).toEqual({ tickets: true });
});

test("a merge into an unknown tag archives nothing", async () => {
  const tagid = await made("Money back");
  const into = crypto.randomUUID();
  const refused = await post("ingrid", "/admin/merge-tag", { tagid, into });
  expect([refused.statusCode, refused.json().reason.code]).toEqual([404, "tag_unknown"]);
  expect((await list("ingrid")).tags).toMatchObject([{ tagid, archived_on: null }]);
});

test("a tag of more tickets than a step takes is deleted whole", async () => {
  const tagid = await made("Refund");
  const { id, client_id, channel_id } = await world.ticket({ handler: "mira" });
  await world.desk("harbour", async ({ db }) => {
    const { client_id: _client, ...row } = await db
      .selectFrom("ticket")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 5_001 }, (_, at) => ({
      ...{ ...row, id: `a0000000-0000-4000-8000-${String(at).padStart(12, "0")}`, client_id, channel_id },
      ...{ thread: `copy ${at}`, closed_on: row.created_on },
    }));
    for (let at = 0; at < copies.length; at += 500)
      await db
        .insertInto("ticket")
        .values(copies.slice(at, at + 500))
        .execute();
    await db
      .insertInto("ticket_tag")
      .values(copies.map(({ company_id, id: ticket_id }) => ({ company_id, ticket_id, tag_id: tagid })))
      .execute();
  });
  expect(await uses()).toEqual([{ tagid, tickets: 5_001, clients: 0 }]);
  const answer = await post("ingrid", "/admin/delete-tag", { tagid });
  expect(answer.json()).toEqual({});
  expect(await uses()).toEqual([]);
  expect(heard().filter(({ payload }) => (payload as { tickets: boolean }).tickets)).toHaveLength(1);
});
