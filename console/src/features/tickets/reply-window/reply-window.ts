/** The end of the reply window, by this computer's clock and the server's refusals. */
import type { Ticket } from "@parley/contract/tickets";
import { useEffect, useState } from "react";
import { create } from "zustand";

/** Minutes before its end in which the window is shown. */
const shownFor = 120;
const minute = 60_000;
/** The longest timer of a browser in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** Minutes left, rounded up, once they are few. */
export type WindowState = "open" | "closed" | number;

export function windowAt(until: string | null, now: number): WindowState {
  if (until === null) return "open";
  const left = Date.parse(until) - now;
  if (left <= 0) return "closed";
  const minutes = Math.ceil(left / minute);
  return minutes <= shownFor ? minutes : "open";
}

/** Milliseconds until `windowAt` changes; null when it never will. */
export function changesIn(until: string | null, now: number): number | null {
  const state = windowAt(until, now);
  if (until === null || state === "closed") return null;
  const left = Date.parse(until) - now;
  return state === "open" ? left - shownFor * minute : left - (state - 1) * minute;
}

/** Ends that the server has declared over, by ticket: its clock decides. */
const useRefused = create<Record<string, string>>(() => ({}));

export function markClosed({ ticketid, reply_window_until: until }: Ticket): void {
  if (until) useRefused.setState({ [ticketid]: until });
}

/** Renders again when the state changes, at most once a minute. */
export function useReplyWindow({ ticketid, reply_window_until: until }: Ticket): WindowState {
  const [turn, setTurn] = useState(0);
  const refused = useRefused((all) => until !== null && all[ticketid] === until);
  const state = windowAt(until, Date.now());
  useEffect(() => {
    const now = Date.now();
    // The clock has moved on since the rendering, as when a computer wakes.
    if (windowAt(until, now) !== state) return setTurn(turn + 1);
    const wait = changesIn(until, now);
    if (wait === null) return;
    const timer = setTimeout(() => setTurn(turn + 1), Math.min(Math.max(wait, 1), longestTimer));
    return () => clearTimeout(timer);
  }, [until, turn, state]);
  return refused ? "closed" : state;
}
