import type { Signature } from "@parley/contract/signatures";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { fillSignature } from "./fill.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const shown = async (agent: AgentName, query = "") =>
  (await world.as(agent).get(`/signature${query}`)).json<Signature>();
const departmentOf = (name: "bookings" | "refunds" | "general") => world.departments[name].id;
const saveFor = (agent: AgentName, departmentid: string, html: string) =>
  world.as(agent).post("/admin/save-signature", { departmentid, html });

test("a caller who is signed out, or of another company, gets no department's signature", async () => {
  expect((await world.stranger.get("/signature")).statusCode).toBe(401);
  expect((await world.stranger.post("/save-signature", { html: "" })).statusCode).toBe(401);
  const path = `/signature?departmentid=${departmentOf("general")}`;
  expect((await world.as("mira").get(path)).statusCode).toBe(404);
});

test("only administrators change a department's signature, in their own company", async () => {
  expect((await saveFor("mira", departmentOf("bookings"), "x")).statusCode).toBe(403);
  expect((await world.as("mira").get("/admin/signatures")).statusCode).toBe(403);
  expect((await saveFor("ingrid", departmentOf("general"), "x")).statusCode).toBe(404);
  expect((await shown("omar")).department).toBe("");
  const long = { html: "x".repeat(20_001) };
  expect((await world.as("mira").post("/save-signature", long)).statusCode).toBe(400);
});

test("the agent's own signature stands above the department's, with names filled in as text", async () => {
  await world.as("mira").post("/save-signature", { html: "<p>{{agent.first_name}} {{agent.last_name}}</p>" });
  await saveFor(
    "ingrid",
    departmentOf("bookings"),
    "<p>{{ department.name }}, {{company.name}} {{unknown}}</p>",
  );
  expect(await shown("mira")).toMatchObject({
    own: "<p>{{agent.first_name}} {{agent.last_name}}</p>",
    shown: "<p>Mira Halvorsen</p><p>Bookings, Harbour Travel {{unknown}}</p>",
  });
  expect((await shown("mira", `?departmentid=${departmentOf("refunds")}`)).shown).toBe(
    "<p>Mira Halvorsen</p>",
  );
  expect((await shown("jonas")).own).toBe("");
  const listed = (await world.as("ingrid").get("/admin/signatures")).json<
    { departmentid: string; html: string }[]
  >();
  expect(listed.find(({ departmentid }) => departmentid === departmentOf("bookings"))?.html).toContain(
    "department.name",
  );
});

test("a changed signature is in the audit log with its text before and after; a repeat is not", async () => {
  type Entry = { verb: string; actor_name: string; subject_name: string; changes: object };
  const entries = async () => {
    const listed = (await world.as("ingrid").get("/admin/audit-log")).json<Entry[]>();
    return listed
      .filter(({ verb }) => verb.endsWith("_signature"))
      .slice(0, 2)
      .map(({ verb, actor_name, subject_name, changes }) => [verb, actor_name, subject_name, changes]);
  };
  await world.as("naledi").post("/save-signature", { html: "<p>Naledi</p><p><b>Refunds</b></p>" });
  await saveFor("ingrid", departmentOf("refunds"), "<p>Money back</p>");
  const changed = (from: string, to: string) => ({ signature: { from, to } });
  const expected = [
    ["department_signature", "Ingrid Solheim", "Refunds", changed("", "Money back")],
    ["agent_signature", "Naledi Mokoena", "Naledi Mokoena", changed("", "Naledi Refunds")],
  ];
  expect(await entries()).toEqual(expected);
  await world.as("naledi").post("/save-signature", { html: "<p>Naledi</p><p><b>Refunds</b></p>" });
  await saveFor("ingrid", departmentOf("refunds"), "<p>Money back</p>");
  expect(await entries()).toEqual(expected);
});

test("a name in a signature is never markup, and an object's own property is no variable", () => {
  const values = {
    "agent.first_name": `<b>"Mira"&</b>`,
    "agent.last_name": "",
    "department.name": "{{company.name}}",
    "company.name": "Harbour",
  };
  expect(
    fillSignature("{{agent.first_name}}|{{department.name}}|{{constructor}}|{{agent.last_name}}", values),
  ).toBe("&#60;b&#62;&#34;Mira&#34;&#38;&#60;/b&#62;|{{company.name}}|{{constructor}}|");
});
