/** Administrators who want the figures by mail get them once for each week, from Monday at eight in the company's zone. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { compose } from "../../mail/compose.ts";
import type { MailContent } from "../../mail/texts/content.ts";
import { countAll } from "../figures/figures.fixture.ts";
import { sweepFigureMails } from "./weekly.ts";

const hour = 3_600_000;
const day = 24 * hour;
let world: World;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  await countAll(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const table of ["mail", "figure_mail"]) await query(`delete from ${table}`);
  await query("update agent set role = 'admin', lang = 'en' where id = $1", [world.agents.ingrid.id]);
  await query("update company set time_zone = 'UTC'");
});

type Agent = Parameters<World["as"]>[0];
const query = async (text: string, values: unknown[] = []) =>
  (await world.context.pool.query(text, values)).rows;
async function advance(length: number) {
  world.clock.advance(length);
  const later = new Date(world.clock.now().getTime() + 40 * day);
  await query("update session set created_on = $1, expires_on = $2", [world.clock.now(), later]);
}
/** Goes on to an hour of a day, 1 is Monday, in UTC. */
async function until(weekday: number, at: number) {
  const now = world.clock.now();
  const today = now.getUTCDay() || 7;
  const midnight = Math.floor(now.getTime() / day) * day;
  const then = midnight + (weekday - today) * day + at * hour;
  await advance(then - now.getTime() + (then > now.getTime() ? 0 : 7 * day));
}
const choose = (agent: Agent, weekly: boolean) => world.as(agent).post("/save-figure-mail", { weekly });
const sweep = () => sweepFigureMails(world.context);
async function letters() {
  const rows = await query("select address, sealed from mail order by created_on");
  const contents = rows.map(({ address, sealed }) => ({
    address,
    content: JSON.parse(world.context.secrets.open(sealed)) as MailContent,
  }));
  return Promise.all(contents.map(({ address, content }) => compose(world.context, address, content)));
}

test("only administrators may ask for it, and a stranger may not look", async () => {
  expect((await world.stranger.get("/figure-mail")).statusCode).toBe(401);
  expect((await choose("mira", true)).statusCode).toBe(403);
  expect((await world.as("ingrid").get("/figure-mail")).json()).toEqual({ weekly: false });
  expect((await choose("ingrid", true)).json()).toEqual({ weekly: true });
  expect((await choose("ingrid", true)).statusCode).toBe(200);
  expect((await world.as("ingrid").get("/figure-mail")).json()).toEqual({ weekly: true });
  expect((await world.as("freya").get("/figure-mail")).json()).toEqual({ weekly: false });
});

test("a week is mailed once, from Monday at eight, with the numbers of the page and their tickets", async () => {
  await until(3, 10);
  await choose("ingrid", true);
  const ticket = await world.ticket({ department: "bookings", handler: "mira" });
  await advance(10 * 60_000);
  await world.as("mira").post("/send-message", { ticketid: ticket.id, content: "Here" });
  await countAll(world);
  await sweep();
  await until(1, 7);
  await sweep();
  expect(await letters()).toEqual([]);
  await advance(hour);
  await Promise.all([sweep(), sweep(), sweep()]);
  await advance(2 * day);
  await sweep();
  const [letter, ...more] = await letters();
  expect(more).toEqual([]);
  expect(letter?.to).toBe(world.agents.ingrid.email);
  expect(letter?.text).toContain("Opened: 1\nthe week before: 0\n");
  expect(letter?.text).toMatch(/First answer: 10 min/);
  const [from] = await query("select (mailed_week - 7)::text as day from figure_mail");
  expect(letter?.text).toContain(`/admin-panel/tickets?figure=opened&from=${from.day}&to=`);
  expect(letter?.text).toContain("Stop this mail:\n");
  expect(letter?.html).toContain("Your week");
  await until(1, 8);
  await sweep();
  expect(await letters()).toHaveLength(2);
});

test("a mail whose queueing fails at the end is queued again, once", async () => {
  await until(2, 9);
  await choose("ingrid", true);
  await until(1, 9);
  await query(`create function ends() returns trigger language plpgsql as $$ begin raise 'ended'; end $$`);
  await query("create trigger ends before update on figure_mail for each row execute function ends()");
  await sweep();
  await query("drop function ends cascade");
  expect(await letters()).toEqual([]);
  await sweep();
  await sweep();
  expect(await letters()).toHaveLength(1);
});

test("after a standstill of weeks the newest is mailed alone", async () => {
  await choose("ingrid", true);
  await advance(30 * day);
  await sweep();
  await sweep();
  expect(await letters()).toHaveLength(1);
});

test("Monday begins in the company's zone", async () => {
  await query("update company set time_zone = 'Pacific/Kiritimati'");
  await choose("ingrid", true);
  await until(7, 17);
  await sweep();
  expect(await letters()).toEqual([]);
  await advance(hour);
  await sweep();
  expect(await letters()).toHaveLength(1);
});

test("the mail is in the reader's language", async () => {
  await choose("ingrid", true);
  await query("update agent set lang = 'nl' where id = $1", [world.agents.ingrid.id]);
  await until(1, 8);
  await sweep();
  const [letter] = await letters();
  expect(letter?.subject).toMatch(/^Parley: cijfers van /);
  expect(letter?.text).toContain("Heropend: ");
});

test("a reader who stops it, or is no administrator any more, gets none", async () => {
  await choose("ingrid", true);
  await choose("ingrid", false);
  await until(1, 8);
  await sweep();
  expect(await letters()).toEqual([]);
  await choose("ingrid", true);
  await query("update agent set role = null where id = $1", [world.agents.ingrid.id]);
  await until(1, 8);
  await sweep();
  expect(await letters()).toEqual([]);
  expect(await query("select from figure_mail")).toEqual([]);
});
