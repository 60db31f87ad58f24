/**
 * Calls every route as every identity. The expected outcome is derived from the abilities, so a new route is covered
 * from the start.
 */
import { type Ability, abilities, abilitiesOf, type Role } from "@parley/contract/abilities";
import { calls } from "@parley/contract/calls/table";
import { keyAbilities } from "@parley/contract/key-abilities";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needsSession } from "../../../test/world/abilities.ts";
import { plugInApiKeys } from "../../../test/world/api-keys.ts";
import { makeKey } from "../../../test/world/keys.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { sharedAbilities } from "../floor/actors/actor.ts";
import { routesOf } from "./guard.ts";

let world: World;
/** The header that an identity presents. */
const headers: Record<string, Record<string, string>> = {};
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  // Stops an accepted call before it has any effect.
  world.app.addHook("preParsing", async (request, reply) => {
    if (request.headers["x-matrix"]) await reply.status(204).send();
  });
  for (const name of ["mira", "jonas", "tomas", "ingrid", "omar", "freya"] as const)
    headers[name] = { cookie: await world.as(name).cookie() };
  await world.desk("harbour", ({ db, now }) =>
    db.updateTable("agent").set({ disabled_on: now }).where("id", "=", world.agents.jonas.id).execute(),
  );
  await world.desk("northwind", ({ db, companyId, now }) =>
    db
      .updateTable("company")
      .set({ two_step_required_on: now })
      .where("company_id", "=", companyId)
      .execute(),
  );
  const createKey = await plugInApiKeys(world);
  const companyId = world.companies.harbour.id;
  const revoked = await createKey({ companyId, abilities: [...abilities] });
  headers.revokedKey = revoked.headers;
  headers.ticketKey = (await createKey({ companyId, abilities: ["readTickets"] })).headers;
  headers.fullKey = (await createKey({ companyId, abilities: [...abilities] })).headers;
  headers.emptyKey = (await createKey({ companyId, abilities: [] })).headers;
  await revoked.revoke();
  const made = async (body: object) => (await makeKey(world, "ingrid", body)).headers;
  headers.programKey = await made({ abilities: [...keyAbilities] });
  headers.readingKey = await made({ abilities: ["readTickets"] });
  headers.adminsKey = await made({ abilities: [...keyAbilities], own: true });
  headers.agentsKey = (await makeKey(world, "mira", { abilities: ["readClients"], own: true })).headers;
  const ended = await makeKey(world, "ingrid", { abilities: [...keyAbilities] });
  await ended.end();
  headers.endedKey = ended.headers;
});
afterAll(() => world.close());

type Route = { method: string; url: string; ability: Ability };
const isForPrograms = ({ url }: Pick<Route, "url">) => url.startsWith("/api/v1/");
type Outcome = "in" | "signed_out" | "forbidden" | "two_step_required";

const beforeTwoStep = new Set(
  Object.values(calls)
    .filter((call) => "beforeTwoStep" in call)
    .map(({ method, path }) => `${method} ${path}`),
);
const having = (held: Iterable<Ability>) => {
  const set = new Set(held);
  return ({ ability }: Route): Outcome => (set.has(ability) ? "in" : "forbidden");
};
const pending =
  (role: Role) =>
  (route: Route): Outcome =>
    beforeTwoStep.has(`${route.method} ${route.url}`)
      ? having(abilitiesOf(role))(route)
      : "two_step_required";

/** The routes for programs take a key alone, and no other route takes one. */
const withKey =
  (held: Iterable<Ability>) =>
  (route: Route): Outcome =>
    isForPrograms(route) ? having(held)(route) : "signed_out";
const keys: Record<string, (route: Route) => Outcome> = {
  programKey: withKey(keyAbilities),
  readingKey: withKey(["readTickets"]),
  adminsKey: withKey(keyAbilities),
  agentsKey: withKey(["readClients"]),
  endedKey: () => "signed_out",
};

/** The expected answer to each identity at a route. */
const sessions: Record<string, (route: Route) => Outcome> = {
  nobody: () => "signed_out",
  jonas: () => "signed_out",
  revokedKey: () => "signed_out",
  mira: having(abilitiesOf(null)),
  tomas: having(abilitiesOf("moderator")),
  ingrid: having(abilitiesOf("admin")),
  omar: pending(null),
  freya: pending("admin"),
  ticketKey: having(["readTickets"]),
  fullKey: having(sharedAbilities),
  emptyKey: having([]),
};
const identities: Record<string, (route: Route) => Outcome> = {
  ...keys,
  ...Object.fromEntries(
    Object.entries(sessions).map(([name, expected]) => [
      name,
      (route: Route): Outcome => (isForPrograms(route) ? "signed_out" : expected(route)),
    ]),
  ),
};

const routes = () =>
  routesOf(world.app).filter(
    (route): route is Route => needsSession(route.ability) && route.method !== "HEAD",
  );

describe("every route that needs an ability", () => {
  test.each(Object.entries(identities))(
    "every route that needs an ability answers %s as expected",
    async (name, expected) => {
      const wrong: string[] = [];
      for (const route of routes()) {
        const met = await ask(route, headers[name] ?? {});
        if (met !== expected(route))
          wrong.push(`${route.method} ${route.url}: ${met}, not ${expected(route)}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  test("more than eighty routes need an ability, and use each but the one that tickets check", () => {
    expect(routes().length).toBeGreaterThan(80);
    const asked = new Set(routes().map(({ ability }) => ability));
    expect(abilities.filter((ability) => !asked.has(ability))).toEqual(["manageTickets"]);
  });
});

test("a public route needs no identity, a webhook the provider's secret, a visitor's route a token", async () => {
  const met = { public: "in", webhook: "signed_out", visitor: "signed_out" };
  const open = routesOf(world.app).filter(({ method }) => method !== "HEAD");
  const ways = new Set<string>();
  for (const { ability, ...route } of open) {
    if (needsSession(ability)) continue;
    expect([route.url, await ask(route, {})]).toEqual([route.url, met[ability as keyof typeof met]]);
    ways.add(ability);
  }
  expect(ways.size).toBe(3);
});

test("no session of an agent or administrator counts as a visitor", async () => {
  const visitors = routesOf(world.app).filter(
    ({ method, ability }) => method !== "HEAD" && ability === "visitor",
  );
  expect(visitors.length).toBeGreaterThan(10);
  const cookie = await world.as("ingrid").cookie();
  for (const route of visitors)
    expect([route.url, await ask(route, { cookie })]).toEqual([route.url, "signed_out"]);
});

async function ask({ method, url }: { method: string; url: string }, own: Record<string, string>) {
  const path = url.replace(/:\w+/g, "00000000-0000-4000-8000-000000000000").replace("*", "x");
  const origin = world.context.config.consoleOrigin;
  const answer = await world.app.inject({
    method: method as "GET",
    url: path,
    headers: { ...own, origin, "x-matrix": "1" },
  });
  return answer.statusCode === 204 ? "in" : (answer.json() as { code: string }).code;
}
