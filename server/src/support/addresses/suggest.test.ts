import type { AddressSuggestion } from "@parley/contract/address-suggestions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectMailbox, type MailAccount } from "../../../../test/world/mail-account.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
let desk: MailAccount;
beforeAll(async () => {
  world = await createWorld();
  desk = await connectMailbox(world);
  await desk.receive({ from: "Olena Koval <olena@pier.example>" });
  await desk.receive({ from: "Olena Twin <twin@jetty.example>", subject: "Another" });
  await desk.receive({ from: "Boris_Under <under_score@pier.example>", subject: "Third" });
  await (await connectMailbox(world, { company: "northwind", address: "north@wind.example" })).receive({
    from: "Olena North <north@olena.example>",
  });
});
afterAll(() => world.close());

const suggested = async (phrase: string, agent: AgentName = "mira") => {
  const answer = await world.as(agent).get(`/address-suggestions?phrase=${encodeURIComponent(phrase)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<AddressSuggestion[]>();
};
const addresses = (list: AddressSuggestion[]) =>
  list.flatMap(({ kind, addresses }) => addresses.map(({ address }) => `${kind} ${address}`)).sort();

test("suggestions are refused signed out, and without two characters", async () => {
  expect((await world.stranger.get("/address-suggestions?phrase=olena")).statusCode).toBe(401);
  for (const phrase of ["", "o", " o ", "x".repeat(101)])
    expect(
      (await world.as("mira").get(`/address-suggestions?phrase=${encodeURIComponent(phrase)}`)).statusCode,
      phrase,
    ).toBe(400);
});

test("an agent finds clients by any part of the name, by address and by domain, without case or accents", async () => {
  expect(await suggested("KOVÁL")).toEqual([
    {
      kind: "client",
      name: "Olena Koval",
      addresses: [{ name: "Olena Koval", address: "olena@pier.example" }],
    },
  ]);
  expect(addresses(await suggested("ole"))).toEqual([
    "client olena@pier.example",
    "client twin@jetty.example",
  ]);
  expect(addresses(await suggested("twin@j"))).toEqual(["client twin@jetty.example"]);
  expect(addresses(await suggested("jetty"))).toEqual(["client twin@jetty.example"]);
  // A sign of a pattern is a letter.
  expect(addresses(await suggested("s_u"))).toEqual(["client under_score@pier.example"]);
  expect(await suggested("%%")).toEqual([]);
});

test("an address that begins so comes before a name that contains it", async () => {
  const [first] = await suggested("olena");
  expect(first?.addresses).toMatchObject([{ address: "olena@pier.example" }]);
});

test("an agent finds no client of a department that they do not see, none of another company, and none who is blocked", async () => {
  expect(addresses(await suggested("olena", "naledi"))).toEqual([]);
  expect(addresses(await suggested("olena", "omar"))).toEqual(["client north@olena.example"]);
  expect(addresses(await suggested("olena", "ingrid"))).toHaveLength(2);
  await world.context.pool.query("update client set blocked_on = now() where name = 'Olena Twin'");
  expect(addresses(await suggested("olena"))).toEqual(["client olena@pier.example"]);
  await world.context.pool.query("update client set blocked_on = null");
});

test("colleagues are found by name and address, without oneself and those who left", async () => {
  expect(await suggested("jonas")).toMatchObject([{ kind: "colleague", name: "Jonas Weber" }]);
  expect(await suggested("weber", "naledi")).toMatchObject([{ kind: "colleague", name: "Jonas Weber" }]);
  expect(await suggested("mira")).toEqual([]);
  expect(await suggested("weber", "omar")).toEqual([]);
  await world.context.pool.query("update agent set disabled_on = now() where id = $1", [
    world.agents.jonas.id,
  ]);
  expect(await suggested("jonas")).toEqual([]);
  await world.context.pool.query("update agent set disabled_on = null where id = $1", [
    world.agents.jonas.id,
  ]);
});

test("an organisation brings the addresses of its clients whom the agent sees", async () => {
  const created = await world.as("ingrid").post("/admin/create-organisation", { name: "Pier Ltd" });
  expect(created.statusCode, created.body).toBeLessThan(300);
  await world.context.pool.query(
    `update client set organisation_id = (select id from organisation where name = 'Pier Ltd' limit 1)
      where name like '%Koval' or name like 'Boris%'`,
  );
  expect(await suggested("pier l")).toEqual([
    {
      kind: "organisation",
      name: "Pier Ltd",
      addresses: [
        { name: "Boris_Under", address: "under_score@pier.example" },
        { name: "Olena Koval", address: "olena@pier.example" },
      ],
    },
  ]);
  expect(await suggested("pier l", "naledi")).toEqual([]);
  expect(await suggested("pier l", "omar")).toEqual([]);
});

test("suggestions come in time among fifty thousand clients", { timeout: 120_000 }, async () => {
  await world.context.pool.query(
    `with made as (
      insert into client (company_id, id, name, short_id, created_on)
      select $1, gen_random_uuid(), 'Person ' || n, 'X' || n, now() from generate_series(1, 50000) n
      returning id, name)
    insert into client_identity (company_id, channel_id, external_id, client_id)
      select $1, $2, replace(lower(name), ' ', '') || '@many.example', id from made`,
    [desk.companyId, desk.id],
  );
  await world.context.pool.query("analyze client, client_identity");
  const times: number[] = [];
  for (const phrase of ["nobody at all", "olena", "person4", "many.ex"]) {
    const begun = performance.now();
    await suggested(phrase, "ingrid");
    times.push(performance.now() - begun);
  }
  expect(Math.max(...times), times.map(Math.round).join()).toBeLessThan(2_000);
});
