import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { findCompanyBySlug } from "./slug.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const change = (slug: string, name: "ingrid" | "freya" = "ingrid") =>
  world.as(name).put("/admin/settings", { slug });
const shown = async () => (await world.as("ingrid").get("/admin/settings")).json().slug;
const found = (slug: string) => findCompanyBySlug(world.context, slug);

test.each(["a", "ab", "two--hyphens", "-first", "last-", "with space", "ünï", "x".repeat(36)])(
  "the value %j is no slug",
  async (slug) => {
    expect((await change(slug)).statusCode).toBe(400);
  },
);

test("an agent who is no administrator does not change the slug", async () => {
  expect((await world.as("mira").put("/admin/settings", { slug: "mine-now" })).statusCode).toBe(403);
});

test("a reserved slug and one of another company are refused, and nothing changes", async () => {
  const before = await shown();
  const others = (await world.as("freya").get("/admin/settings")).json().slug;
  for (const slug of ["admin", others]) {
    const answer = await change(slug);
    expect([slug, answer.statusCode, answer.json().reason.code]).toEqual([slug, 409, "slug_taken"]);
  }
  expect(await shown()).toBe(before);
});

test("a company has a slug of its name, and a change is in the audit log", async () => {
  expect(await shown()).toBe("harbour-travel");
  expect((await change("Harbour")).json()).toMatchObject({ slug: "harbour" });
  const [entry] = (await world.as("ingrid").get("/admin/audit-log")).json();
  expect(entry).toMatchObject({
    verb: "company_update",
    changes: { slug: { from: "harbour-travel", to: "harbour" } },
  });
});

test("an earlier slug leads to the present one, and no other company gets it", async () => {
  const companyId = world.companies.harbour.id;
  expect(await found("harbour-travel")).toEqual({ companyId, slug: "harbour", moved: true });
  expect(await found("harbour")).toEqual({ companyId, slug: "harbour", moved: false });
  expect(await found("nobody")).toBeNull();
  expect((await change("harbour-travel", "freya")).statusCode).toBe(409);
});

test("a company goes back to an earlier slug", async () => {
  expect((await change("harbour-travel")).json()).toMatchObject({ slug: "harbour-travel" });
  expect(await found("harbour")).toMatchObject({ slug: "harbour-travel", moved: true });
});

test("two changes at once follow one another", async () => {
  const answers = await Promise.all([change("harbour-east"), change("harbour-west")]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(["harbour-east", "harbour-west"]).toContain(await shown());
});

test("a company has twenty slugs at most, and still goes back to one of them", async () => {
  for (let number = 1; number <= 16; number++)
    expect((await change(`harbour-${number}`)).statusCode).toBe(200);
  const refused = await change("harbour-17");
  expect([refused.statusCode, refused.json().reason]).toEqual([
    409,
    { code: "slugs_used_up", facts: { max: 20 } },
  ]);
  expect((await change("harbour")).statusCode).toBe(200);
});
