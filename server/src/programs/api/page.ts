/** Pages of lists for programs. A cursor is sealed: it tells nothing, and is of one company and one list. */
import { invalid } from "../../floor/errors/errors.ts";
import type { Secrets } from "../../floor/secrets/secrets.ts";

export type Asked = { limit: number; after?: string | undefined };
type Sealing = { secrets: Pick<Secrets, "seal" | "open"> };
type Where = { companyId: string; list: string };

/** The position behind which the page begins; null for the first. Throws 400 for a cursor of anything else. */
export function openCursor<Position>(
  { secrets }: Sealing,
  { companyId, list }: Where,
  after?: string,
): Position | null {
  if (after === undefined) return null;
  const held = read(secrets, after);
  if (held?.company !== companyId || held.list !== list) throw invalid("cursor_invalid");
  return held.at as Position;
}

export const sealCursor = ({ secrets }: Sealing, { companyId, list }: Where, at: unknown): string =>
  secrets.seal(JSON.stringify({ company: companyId, list, at })).toString("base64url");

type Held = { company: string; list: string; at: unknown };

function read(secrets: Sealing["secrets"], cursor: string): Held | null {
  if (!/^[\w-]+$/.test(cursor)) return null;
  try {
    return JSON.parse(secrets.open(Buffer.from(cursor, "base64url"))) as Held;
  } catch {
    // It was made elsewhere, or changed: the caller learns no more than that.
    return null;
  }
}

/** Cuts rows, of which one more than the limit was read, to a page. */
export function pageOf<Row, Item>(
  context: Sealing,
  where: Where,
  { limit }: Asked,
  rows: Row[],
  { shape, positionOf }: { shape: (row: Row) => Item; positionOf: (row: Row) => unknown },
): { data: Item[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next =
    rows.length > limit && last !== undefined ? sealCursor(context, where, positionOf(last)) : null;
  return { data: shown.map(shape), next };
}
