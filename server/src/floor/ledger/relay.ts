/**
 * Gives committed events their positions, in batches, and runs the subscribers that read by cursor. Any process may do
 * it, one at a time: the others find the lock or the cursor in use.
 */
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { Logger } from "pino";
import { acrossCompanies, type WorkContext } from "../database/scope.ts";
import { findBehind, processPlaced, startCursors } from "./cursor.ts";
import type { RelaySignal } from "./signal.ts";

const batch = 1_000;
/** Milliseconds in which the commits of one moment come together. */
const settle = 2;
/** The least milliseconds between two rounds. */
const apart = 200;
/** Milliseconds between two polls, which find events without a nudge: those of a process that ended. */
const pollEvery = 2_000;

type Relaying = Pick<WorkContext, "database" | "shares" | "timeLimits" | "diskRoom" | "subscribers"> & {
  log: Pick<Logger, "warn" | "error">;
  relay: Pick<RelaySignal, "started" | "placed">;
};

/**
 * Returns when every event has its position and was handled, and whether another process was busy with it, which may
 * have missed some.
 */
export async function relayEvents(context: Relaying) {
  const { byCursor } = context.subscribers;
  await startCursors(context, byCursor);
  let busy = false;
  let round: Round;
  do {
    round = await placeEvents(context);
    busy ||= round.placed === null;
    if (round.placed) context.relay.placed();
  } while (round.placed === batch);
  for (const subscriber of byCursor) {
    if (!round.behind.has(subscriber.name)) continue;
    for (let handled: Handled = "more"; handled === "more"; ) {
      handled = await processPlaced(context, subscriber, batch);
      busy ||= handled === "busy";
    }
  }
  return { busy };
}

type Handled = Awaited<ReturnType<typeof processPlaced>>;

/** The number of events that got a place, null when another process is at it, and the subscribers with events ahead. */
type Round = { placed: number | null; behind: ReadonlySet<string> };

async function placeEvents(context: Relaying): Promise<Round> {
  return acrossCompanies(context, async (db) => {
    const { rows } = await sql<{ placed: number | null }>`select place_events(${batch}) as placed`.execute(
      db,
    );
    return { placed: rows[0]?.placed ?? null, behind: await findBehind(db) };
  });
}

/** Relays until stopped: soon after this process has recorded an event, and every two seconds. */
export function startRelay(context: Relaying & { relay: RelaySignal }): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let wake = () => {};
  let nudged = true;
  context.relay.onNudge(() => {
    // A nudge is pending already. Each abort would make an error with its stack.
    if (nudged) return;
    nudged = true;
    wake();
  });
  const going = loop();
  return {
    async stop() {
      context.relay.onNudge(null);
      stopping.abort();
      wake();
      await going;
    },
  };

  async function loop() {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      nudged = false;
      try {
        const { busy } = await relayEvents(context);
        nudged ||= busy;
      } catch (error) {
        context.log.warn({ err: error }, "Events could not be relayed");
      }
      await nudge();
      await pause(Math.max(settle, apart - (performance.now() - startedAt)));
    }
  }

  /** Resolves at the next nudge, when it is time to poll, or when the relay stops. */
  async function nudge() {
    if (nudged || stopping.signal.aborted) return;
    const waiting = new AbortController();
    wake = () => waiting.abort();
    await pause(pollEvery, waiting.signal);
  }

  async function pause(time: number, signal = stopping.signal) {
    try {
      await wait(time, undefined, { signal, ref: false });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
