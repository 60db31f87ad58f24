/** A program that reads the feed of events by cursor, whatever happens to the desk. */
import { setTimeout as wait } from "node:timers/promises";
import { keyAbilities } from "@parley/contract/key-abilities";
import { type ProgramEventPage, programEventTypes } from "@parley/contract/program-events";
import type { Desk } from "../outside/desk.ts";
import { type Stage, until } from "./stage.ts";

export type EventReader = {
  token: string;
  /** The cursor behind what it has read. */
  cursor(): string;
  /** Waits until it has all there are, stops it, and holds what came against the ledger. */
  compared(): Promise<string[]>;
  count(): number;
};

type Asked = { status: number; page: ProgramEventPage; type: string };

/** It begins at the company's newest event. */
export async function startEventReader({ caller, desk, house }: Stage): Promise<EventReader> {
  const made = await caller("ingrid").surely("/create-key", { name: "Reader", abilities: [...keyAbilities] });
  const { token } = made.body as { token?: string };
  if (!token) throw new Error(`No key was made: ${made.status}`);
  const begun = await beginNow(desk, house.harbour.companyId, token);
  const { first } = begun;
  let { cursor } = begun;
  let reads = true;
  const ids: string[] = [];
  const wrong: string[] = [];
  const loop = (async () => {
    while (reads) {
      const answer = await askEvents(desk.url, token, `?after=${encodeURIComponent(cursor)}&wait=1&limit=50`);
      if (answer?.status === 200) {
        ids.push(...answer.page.data.map(({ id }) => id));
        cursor = answer.page.next;
        continue;
      }
      // A program that is refused for good would stop here.
      if (answer && answer.status < 500 && answer.status !== 429) {
        wrong.push(`${answer.status} ${answer.type}`);
        return;
      }
      await wait(100);
    }
  })();
  const inLedger = () => eventsAfter(desk, house.harbour.companyId, first);
  return {
    token,
    cursor: () => cursor,
    count: () => ids.length,
    async compared() {
      let owed: string[] = [];
      const all = async () => {
        owed = await inLedger();
        return wrong.length > 0 || owed.every((id) => ids.includes(id));
      };
      const late = await until("the reader has all events", all, 20_000);
      reads = false;
      await loop;
      return [...wrong, ...late, ...differences([...new Set(ids)], owed, await inLedger())];
    },
  };
}

/** The cursor behind the newest event, and its place: an event may get one between the two questions. */
async function beginNow(
  desk: Desk,
  companyId: string,
  token: string,
): Promise<{ cursor: string; first: number }> {
  for (let tries = 0; tries < 100; tries += 1) {
    const first = await placeOf(desk, companyId);
    const begun = await askEvents(desk.url, token, "?after=now");
    if (!begun) throw new Error("The events were not answered");
    if ((await placeOf(desk, companyId)) === first) return { cursor: begun.page.next, first };
  }
  throw new Error("Events get places without a pause");
}

/** It returns null where no answer came. */
export async function askEvents(url: string, token: string, query = ""): Promise<Asked | null> {
  try {
    const answer = await fetch(`${url}/api/v1/events${query}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(10_000),
    });
    const body = (await answer.json()) as ProgramEventPage & { type?: string };
    return { status: answer.status, page: body, type: body.type ?? "" };
  } catch {
    // A desk that was killed answers nothing, or half an answer; the reader asks again.
    return null;
  }
}

/** An event that came again counts where it came first. The ledger may have gone on since `owed`. */
function differences(read: string[], owed: string[], ledger: string[]): string[] {
  const [known, there] = [new Set(read), new Set(ledger)];
  const inOrder = ledger.filter((id) => known.has(id));
  const real = read.filter((id) => there.has(id));
  const at = real.findIndex((id, index) => id !== inOrder[index]);
  return [
    ...owed.filter((id) => !known.has(id)).map((id) => `missing: ${id}`),
    ...read.filter((id) => !there.has(id)).map((id) => `not in the ledger: ${id}`),
    ...(at < 0 ? [] : [`out of order from ${at}: ${real[at]} in place of ${inOrder[at]}`]),
  ].slice(0, 10);
}

async function placeOf({ query }: Desk, companyId: string): Promise<number> {
  const sql = "select coalesce(max(place), 0)::integer as place from event where company_id = $1";
  const [row] = await query<{ place: number }>(sql, [companyId]);
  return row?.place ?? 0;
}

/** All that a key of every department and ability sees, in the order of places. */
async function eventsAfter({ query }: Desk, companyId: string, after: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `select subject_id || '_' || number as id from event where company_id = $1 and place > $2 and kind = any($3)
      order by place`,
    [companyId, after, [...programEventTypes]],
  );
  return rows.map(({ id }) => id);
}
