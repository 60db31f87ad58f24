/** The orders of a list of tickets. The choice is kept in this browser for each agent and list. */
import type { Ticket } from "@parley/contract/tickets";
import { create } from "zustand";

export const sorts = ["activity", "waiting"] as const;
export type Sort = (typeof sorts)[number];

/** When the client began to wait for a handler, then for an answer; null where the client is to write next. */
export function waitsSince({
  closed_on,
  userid,
  created_on,
  reopened_on,
  waits_since,
}: Pick<Ticket, "closed_on" | "userid" | "created_on" | "reopened_on" | "waits_since">): string | null {
  if (closed_on !== null) return null;
  if (userid) return waits_since ?? null;
  return reopened_on && reopened_on > created_on ? reopened_on : created_on;
}

/** Sorts tickets that are given by their last activity. The last are those whose client waits for nothing. */
export function sortTickets(tickets: Ticket[], sort: Sort): Ticket[] {
  if (sort === "activity") return tickets;
  const since = new Map(tickets.map((ticket) => [ticket, waitsSince(ticket) ?? "~"]));
  const of = (ticket: Ticket) => since.get(ticket) ?? "~";
  return tickets.toSorted((one, other) => (of(one) === of(other) ? 0 : of(one) < of(other) ? -1 : 1));
}

const keyOf = (userid: string, list: string) => `parley.sort.${userid}.${list}`;
const useChosen = create<Record<string, Sort>>(() => ({}));

/** The agent's choice for a list, or `usual`. */
export function useSort(userid: string, list: string, usual: Sort): Sort {
  const key = keyOf(userid, list);
  return useChosen((chosen) => chosen[key]) ?? kept(key) ?? usual;
}

/** The same outside of a rendering. */
export function sortOf(userid: string, list: string, usual: Sort): Sort {
  const key = keyOf(userid, list);
  return useChosen.getState()[key] ?? kept(key) ?? usual;
}

const kept = (key: string) => sorts.find((sort) => sort === localStorage.getItem(key));

export function chooseSort(userid: string, list: string, sort: Sort): void {
  localStorage.setItem(keyOf(userid, list), sort);
  useChosen.setState({ [keyOf(userid, list)]: sort });
}
