/** Open time from the rows that `spans.ts` writes, as `open_at` and `due_after` read them in SQL. */
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";

/** Milliseconds since 1970, and of open time. */
export type OpenTime = {
  /** The open time until an instant, since the first span. */
  at(instant: number): number;
  /** The instant at which it has been open for so long since another; null where the spans end before it. */
  after(since: number, length: number): number | null;
  /** The open stretches between two instants. */
  between(from: number, to: number): { from: number; to: number }[];
};

const always: OpenTime = {
  at: (instant) => instant,
  after: (since, length) => since + length,
  between: (from, to) => (from < to ? [{ from, to }] : []),
};

type Span = { from: number; to: number; before: number };

export function openTimeOf(spans: readonly Span[]): OpenTime {
  const lastBefore = (holds: (span: Span) => boolean): Span | undefined => {
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(spans[middle] as Span)) low = middle + 1;
      else high = middle;
    }
    return spans[low - 1];
  };
  const at = (instant: number) => {
    const span = lastBefore(({ from }) => from <= instant);
    return span ? span.before + Math.min(instant, span.to) - span.from : 0;
  };
  return {
    at,
    after(since, length) {
      const total = at(since) + length;
      const span = lastBefore(({ before }) => before < total);
      const due = span && span.from + total - span.before;
      return span && due !== undefined && due <= span.to ? due : null;
    },
    between: (from, to) =>
      spans
        .filter((span) => span.to > from && span.from < to)
        .map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) })),
  };
}

/** The open time of a department: by its own hours, else the company's; always where neither has any. */
export async function readOpenTime({ db, companyId }: Scope, departmentId: string): Promise<OpenTime> {
  const { rows: owners } = await sql<{ owner: string | null }>`
    select hours_owner(${companyId}, ${departmentId}) as owner`.execute(db);
  const owner = owners[0]?.owner;
  if (!owner) return always;
  const { rows } = await sql<{ from_on: Date; to_on: Date; before: number }>`
    select from_on, to_on, before from open_span where company_id = ${companyId} and owner_id = ${owner}
    order by from_on`.execute(db);
  return openTimeOf(
    rows.map(({ from_on, to_on, before }) => ({
      from: from_on.getTime(),
      to: to_on.getTime(),
      before: before * 60_000,
    })),
  );
}

/** Always open, whatever the hours. */
export const alwaysOpen = always;
