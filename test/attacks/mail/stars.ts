/** Links that rate a ticket: invented, changed, another company's, pressed again, opened by scanners. */
import { randomUUID } from "node:crypto";
import { starLinks } from "../../../server/src/channels/email/marks/star-links.ts";
import { plantTicket } from "../../world/tickets.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import type { Answer } from "../visitor.ts";

const urlencoded = { "content-type": "application/x-www-form-urlencoded", origin: undefined };

export async function starLinkCalls(stage: Stage, trial: Trial): Promise<void> {
  const press = (path: string): Promise<Answer> =>
    stage.visitor().call(path, { method: "POST", body: "stars=3", headers: urlencoded });
  const own = await closedTicket(stage, "bookings");
  const theirs = await closedTicket(stage, "general");
  const ratings = async () => {
    const sql = "select id, rating from ticket where id = any($1)";
    const found = await stage.desk.query<{ id: string; rating: number | null }>(sql, [[own.id, theirs.id]]);
    return new Map(found.map(({ id, rating }) => [id, rating]));
  };
  const [one = "", , three = ""] = own.paths;
  const forged = {
    "the stars of another link": one.replace("/1/", "/3/"),
    "a fourth star": three.replace("/3/", "/4/"),
    "another company's ticket": three.replace(own.id, theirs.id),
    "a ticket that never was": three.replace(own.id, randomUUID()),
    "a longer signature": `${three}x`,
    "no signature": three.replace(/[^/]*$/, ""),
    "a long signature": three.replace(/[^/]*$/, "x".repeat(5_000)),
    "a path": three.replace(own.id, "..%2f..%2fetc"),
  };
  for (const [what, path] of Object.entries(forged)) {
    trial.refused(`GET: ${what}`, await stage.visitor().get(path), [404, 414]);
    trial.refused(`POST: ${what}`, await press(path), [404, 414]);
  }
  for (const path of own.paths) {
    for (const method of ["GET", "HEAD", "OPTIONS"]) await stage.visitor().call(path, { method });
  }
  const before = await ratings();
  trial.note(before.get(own.id) === null ? null : "opening a link rated");
  await Promise.all(own.paths.flatMap((path) => [press(path), press(path)]));
  const first = (await ratings()).get(own.id);
  await Promise.all(own.paths.toReversed().map(press));
  const after = await ratings();
  trial.note(
    after.get(own.id) === first && first !== null ? null : "a rating was changed by a link pressed again",
  );
  trial.note(after.get(theirs.id) === null ? null : "another company's ticket was rated");
}

async function closedTicket(stage: Stage, department: "bookings" | "general") {
  const handler = department === "bookings" ? "mira" : "omar";
  const { id } = await plantTicket(stage.inside, stage.house.planted, { department, handler, closed: true });
  const links = starLinks(stage.inside.secrets, stage.desk.url, id);
  return { id, paths: links.map((link) => new URL(link).pathname) };
}
