import type { MessageTemplate } from "@parley/contract/templates";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { plantTemplate } from "../../../../test/world/templates.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { id } = world.channels.harbour;
  await world.desk("harbour", async (scope) => {
    await plantTemplate(scope, id, { name: "we_are_back", title: "We are back" });
    await plantTemplate(scope, id, { name: "booking_changed", language: "bg" });
    await plantTemplate(scope, id, {
      name: "booking_changed",
      status: "rejected",
      reason: { code: "text", facts: { says: "No." } },
    });
  });
});
afterAll(() => world.close());

const path = (id: string) => `/channels/${id}/templates`;
const list = (agent: AgentName, id = world.channels.harbour.id) => world.as(agent).get(path(id));

test("templates are refused signed out, to another company, without a ticket of the account, and for an unknown account", async () => {
  const { id } = world.channels.harbour;
  expect((await world.stranger.get(path(id))).statusCode).toBe(401);
  for (const agent of ["freya", "omar", "naledi"] as const) {
    expect((await list(agent, id)).statusCode).toBe(404);
  }
  expect((await list("ingrid", crypto.randomUUID())).statusCode).toBe(404);
  expect((await list("ingrid", "no-id")).statusCode).toBe(404);
});

test("an administrator sees all templates by name and language, an agent those of accounts of their tickets", async () => {
  const rows = (await list("ingrid")).json<MessageTemplate[]>();
  expect(rows.map(({ name, language, status }) => [name, language, status])).toEqual([
    ["booking_changed", "bg", "approved"],
    ["booking_changed", "en", "rejected"],
    ["we_are_back", "en", "approved"],
  ]);
  expect(rows[1]?.reason).toEqual({ code: "text", facts: { says: "No." } });
  expect(rows[2]).toMatchObject({
    title: "We are back",
    category: "utility",
    components: {
      body: "Hello {{client}}, how can we help?",
      variables: [{ part: "body", name: "client", sample: "Dimitar" }],
    },
  });
  await world.ticket({ department: "refunds" });
  expect((await list("naledi")).json()).toEqual(rows);
});

test("a disconnected account offers no templates", async () => {
  const { id } = world.channels.northwind;
  expect((await list("freya", id)).json()).toEqual([]);
  await world.as("freya").post(`/channels/${id}/disconnect`, {});
  expect((await list("freya", id)).statusCode).toBe(404);
});
