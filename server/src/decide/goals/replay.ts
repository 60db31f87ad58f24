/** The clocks of a ticket as the trigger `keep_goals` would have kept them, from what happened in it; nothing is read or written. */
import type { GoalName } from "@parley/contract/goal-words";
import type { OpenTime } from "../../support/hours/open-time.ts";

/** `client` and `agent` are messages of people; a ticket is closed and reopened. Milliseconds. */
export type Happened = { kind: "client" | "agent" | "closed" | "reopened"; at: number };

export type Clock = { goal: GoalName; began: number; due: number | null; ended: number | null };

export type Terms = {
  minutes: Record<GoalName, number | null>;
  pauses: boolean;
  open: OpenTime;
};

/** `happened` is in order. A clock without a due moment has none in its hours, or pauses. */
export function replay(
  created: number,
  happened: readonly Happened[],
  { minutes, pauses, open }: Terms,
): Clock[] {
  const clocks: Clock[] = [];
  let answered = false;
  let waits: Clock | null = null;
  let solves: (Clock & { paused: number; since: number | null }) | null = null;

  const begin = (goal: GoalName, began: number): Clock | null => {
    const length = minutes[goal];
    if (length === null) return null;
    const clock = { goal, began, due: open.after(began, length * 60_000), ended: null };
    clocks.push(clock);
    return clock;
  };
  const solve = (began: number) => {
    const clock = begin("solved", began);
    solves = clock && Object.assign(clock, { paused: 0, since: null });
  };
  const pause = (at: number) => {
    if (!solves || solves.since !== null || !pauses || (solves.due !== null && solves.due <= at)) return;
    solves.since = at;
    solves.due = null;
  };
  const resume = (at: number) => {
    if (!solves || solves.since === null) return;
    solves.paused += open.at(at) - open.at(solves.since);
    solves.since = null;
    solves.due = open.after(solves.began, (minutes.solved ?? 0) * 60_000 + solves.paused);
  };

  let closed = false;
  let asking = false;
  solve(created);
  for (const { kind, at } of happened) {
    switch (kind) {
      case "client":
        resume(at);
        if (!asking && !closed) waits = begin(answered ? "next" : "first", at);
        asking = !closed;
        break;
      case "agent":
        if (waits) waits.ended = at;
        [waits, asking, answered] = [null, false, true];
        pause(at);
        break;
      case "closed":
        for (const clock of [waits, solves as Clock | null]) if (clock) clock.ended = at;
        [waits, solves, asking, closed] = [null, null, false, true];
        break;
      case "reopened":
        closed = false;
        solve(at);
    }
  }
  return clocks;
}

export const isMissed = ({ due, ended }: Clock, now: number): boolean => due !== null && due < (ended ?? now);
