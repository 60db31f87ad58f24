import type { Draft, DraftMail } from "@parley/contract/drafts";
import { limits } from "@parley/contract/limits";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { rooms } from "../../floor/actors/rooms.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

const save = (agent: AgentName, body: object) => world.as(agent).post("/save-draft", body);
const listed = async (agent: AgentName) => (await world.as(agent).get("/drafts")).json<Draft[]>();

test("a caller who is signed out has no drafts", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  expect((await world.stranger.get("/drafts")).statusCode).toBe(401);
  expect((await world.stranger.post("/save-draft", { ticketid, content: "Dear" })).statusCode).toBe(401);
});

test("a draft in an invisible ticket, too long or not a text is refused", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  for (const agent of ["naledi", "omar"] as const) {
    expect((await save(agent, { ticketid, content: "Dear" })).statusCode).toBe(404);
  }
  const long = "x".repeat(limits.messageText + 1);
  for (const body of [
    { ticketid },
    { ticketid, content: 7 },
    { ticketid, content: long },
    { content: "a" },
  ]) {
    expect((await save("mira", body)).statusCode).toBe(400);
  }
  expect((await save("mira", { ticketid, content: "a\0b" })).statusCode).toBe(400);
  expect(await listed("mira")).toEqual([]);
});

test("a draft is saved, saved again and removed, each published to the agent's own tabs only", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const tab = crypto.randomUUID();
  const updated_on = world.clock.now().toISOString();
  expect((await save("mira", { ticketid, content: "Dear Dim", tab })).json()).toEqual({
    ticketid,
    content: "Dear Dim",
    updated_on,
    tab,
  });
  await save("mira", { ticketid, content: "Dear Dimitar ", tab });
  expect(await listed("mira")).toEqual([{ ticketid, content: "Dear Dimitar ", updated_on }]);
  for (const agent of ["jonas", "ingrid", "omar"] as const) expect(await listed(agent)).toEqual([]);
  await save("mira", { ticketid, content: "" });
  await save("mira", { ticketid, content: "" });
  expect(await listed("mira")).toEqual([]);
  const to = [rooms.agent(world.companies.harbour.id, world.agents.mira.id)];
  const draftEvent = (payload: object) => ({ event: "updateDraft", payload, rooms: to });
  expect(world.published).toEqual([
    draftEvent({ ticketid, content: "Dear Dim", updated_on, tab }),
    draftEvent({ ticketid, content: "Dear Dimitar ", updated_on, tab }),
    draftEvent({ ticketid, content: "", updated_on }),
    draftEvent({ ticketid, content: "", updated_on }),
  ]);
});

test("a mail's draft keeps its kind, recipients, HTML and files, also while it has no text", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const mail: DraftMail = {
    kind: "forward",
    about: crypto.randomUUID(),
    quoted: true,
    to: [{ name: "Lise", address: "lise@aas.example" }],
    cc: [],
    bcc: [{ name: null, address: "half typed" }],
    subject: "Fwd: Two seats",
    html: "<p><b>Dear</b> Lise</p>",
    files: [
      {
        fileid: crypto.randomUUID(),
        name: "map.pdf",
        size: 7,
        type: "application/pdf",
        path: null,
        inline: false,
      },
    ],
  };
  const own = async () => (await listed("mira")).filter((draft) => draft.ticketid === ticketid);
  expect((await save("mira", { ticketid, content: "", mail })).json()).toMatchObject({ content: "", mail });
  expect(await own()).toMatchObject([{ content: "", mail }]);
  const long = { ...mail, html: "x".repeat(limits.draftHtml + 1) };
  expect((await save("mira", { ticketid, content: "Dear", mail: long })).statusCode).toBe(400);
  await save("mira", { ticketid, content: "Dear" });
  expect(await own()).toEqual([{ ticketid, content: "Dear", updated_on: expect.any(String) }]);
  await save("mira", { ticketid, content: "" });
  expect(await own()).toEqual([]);
});

test("two devices at once leave one draft", async () => {
  const { id: ticketid } = await world.ticket({ handler: "jonas" });
  const texts = Array.from({ length: 10 }, (_, number) => `Text ${number}`);
  const answers = await Promise.all(texts.map((content) => save("jonas", { ticketid, content })));
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(await listed("jonas")).toHaveLength(1);
});

test("a draft in a ticket that went to another department is not shown", async () => {
  const { id: ticketid } = await world.ticket({ handler: "naledi", department: "refunds" });
  await save("naledi", { ticketid, content: "Dear" });
  await world.desk("harbour", ({ db }) =>
    db
      .updateTable("ticket")
      .set({ department_id: world.departments.groups.id })
      .where("id", "=", ticketid)
      .execute(),
  );
  expect(await listed("naledi")).toEqual([]);
});

test("the list of drafts is one statement for any number of them, the last written first", async () => {
  const tickets = await Promise.all(Array.from({ length: 5 }, () => world.ticket({ handler: "ingrid" })));
  for (const { id: ticketid } of tickets) {
    world.clock.advance(1_000);
    await save("ingrid", { ticketid, content: "Dear" });
  }
  const { statements, answer } = await countStatements(world, () => listed("ingrid"));
  expect(answer.map(({ ticketid }) => ticketid)).toEqual(tickets.map(({ id }) => id).toReversed());
  expect(statements.filter((text) => text.includes("from draft"))).toHaveLength(1);
  expect(statements.length).toBeLessThanOrEqual(4);
});
