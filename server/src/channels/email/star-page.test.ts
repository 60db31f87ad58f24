/** Stars by signed links: opening a link rates nothing, pressing the button does. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { starLinks } from "./marks/star-links.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function asked() {
  const ticket = await world.ticket({ handler: "mira", closed: true });
  const links = starLinks(world.context.secrets, world.context.config.publicUrl, ticket.id);
  return { ticket, paths: links.map((link) => new URL(link).pathname) };
}
const ratingOf = async (id: string) =>
  (
    await world.desk("harbour", ({ db }) =>
      db.selectFrom("ticket").select("rating").where("id", "=", id).executeTakeFirstOrThrow(),
    )
  ).rating;
const urlencoded = { "content-type": "application/x-www-form-urlencoded" };
const press = (path: string, words = "") =>
  world.stranger.post(path, undefined, {
    headers: urlencoded,
    payload: `stars=1&words=${encodeURIComponent(words)}`,
  });

test("opening a link, however often, rates nothing", async () => {
  const { ticket, paths } = await asked();
  for (const path of paths) {
    const answer = await world.stranger.get(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(`action="${path}"`);
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
  }
  expect(await ratingOf(ticket.id)).toBeNull();
});

test("the button rates, and the first press stands", async () => {
  const { ticket, paths } = await asked();
  expect((await press(paths[1] ?? "")).body).toContain("2 of 3 stars");
  expect(await ratingOf(ticket.id)).toBe(2);
  expect((await press(paths[0] ?? "")).body).toContain("2 of 3 stars");
  expect(await ratingOf(ticket.id)).toBe(2);
});

test("words of the form stand beside the stars, cut where they are too long", async () => {
  const { ticket, paths } = await asked();
  await press(paths[2] ?? "", `Thank you\0\r\n${"ü".repeat(1_200)}`);
  const { rows } = await world.context.pool.query(
    "select content, caption from message where ticket_id = $1 and type = 'rating'",
    [ticket.id],
  );
  expect(rows).toEqual([{ content: "3", caption: `Thank you\n${"ü".repeat(990)}` }]);
});

test("a link that the desk did not make rates nothing", async () => {
  const { ticket, paths } = await asked();
  const other = await asked();
  const [one = "", , three = ""] = paths;
  const forged = [
    one.replace(/\/1\//, "/3/"),
    `${three}x`,
    three.replace(ticket.id, other.ticket.id),
    three.replace("/3/", "/4/"),
    "/stars/1/3/x",
  ];
  for (const path of forged) {
    expect((await world.stranger.get(path)).statusCode, path).toBe(404);
    expect((await press(path)).statusCode, path).toBe(404);
  }
  expect([await ratingOf(ticket.id), await ratingOf(other.ticket.id)]).toEqual([null, null]);
});

test.each([
  ["af", "Stuur beoordeling"],
  ["ja,en;q=0.5", "評価を送信"],
  ["fr", "Send rating"],
])("the page speaks the browser's language: %s", async (language, words) => {
  const { paths } = await asked();
  const answer = await world.stranger.get(paths[2] ?? "", { headers: { "accept-language": language } });
  expect(answer.body).toContain(words);
});
