/**
 * Places in the ledger, as programs keep them: sealed, so that they tell nothing of other companies' traffic. A cursor names
 * the ledger's epoch and the event at its place: one that stands for another event there is of a ledger that has gone back.
 */
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import { openCursor, sealCursor } from "../api/page.ts";

type Sealing = Parameters<typeof openCursor>[0];
export type PlacedRow = { place: number; subject_id: string; number: number };

const list = "events";
/** The epoch and the event, by a few characters of each: enough to tell them from others. */
type Position = [epoch: string, place: number, event: string];

const short = (id: string) => id.slice(0, 8);
const eventAt = ({ subject_id, number }: Pick<PlacedRow, "subject_id" | "number">) =>
  `${short(subject_id)}${number}`;
/** The place before the oldest event. */
const beginning = (epoch: string): Position => [short(epoch), 0, ""];

export async function currentEpoch({ db }: Pick<Scope, "db">): Promise<string> {
  const { epoch } = await db.selectFrom("ledger_epoch").select("epoch").executeTakeFirstOrThrow();
  return epoch;
}

export type Cursors = {
  seal(at: PlacedRow): string;
  sealBeginning(): string;
};

export function createCursors(sealing: Sealing, companyId: string, epoch: string): Cursors {
  const where = { companyId, list };
  return {
    seal: (at) => sealCursor(sealing, where, [short(epoch), at.place, eventAt(at)] satisfies Position),
    sealBeginning: () => sealCursor(sealing, where, beginning(epoch)),
  };
}

/** The place behind which to read. Throws 400 for a cursor of anything else, and 410 for one of another ledger. */
export async function openPlace(
  sealing: Sealing,
  scope: Pick<Scope, "db" | "companyId">,
  epoch: string,
  after: string | undefined,
): Promise<number> {
  const position = openCursor<Position>(sealing, { companyId: scope.companyId, list }, after);
  if (!position) return 0;
  const [of, place, event] = position;
  if (of !== short(epoch)) throw beginAnew();
  if (place === 0) return 0;
  const row = await rowAt(scope, place);
  if (!row || eventAt(row) !== event) throw beginAnew();
  return place;
}

const beginAnew = () => new Refusal(410, "events_begin_anew", "events_begin_anew");

function rowAt({ db, companyId }: Pick<Scope, "db" | "companyId">, place: number) {
  return db
    .selectFrom("event")
    .select(["subject_id", "number"])
    .where("company_id", "=", companyId)
    .where("place", "=", place)
    .executeTakeFirst();
}

/** The company's newest event that has a place; null without one. */
export async function newestPlaced({ db, companyId }: Pick<Scope, "db" | "companyId">) {
  const { rows } = await sql<PlacedRow>`select place, subject_id, number from event
    where company_id = ${companyId} and place is not null order by place desc limit 1`.execute(db);
  return rows[0] ?? null;
}
