/** Applies what calls and live events say of texts that have not left yet. */
import type { Outgoing, TicketOutgoing } from "@parley/contract/outgoing";
import type { Actor } from "@parley/contract/permissions";
import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../../api/queries.ts";

/** The next to leave first, then those that have stopped. */
const order = (one: Outgoing, other: Outgoing): number =>
  Number(one.due_on === null) - Number(other.due_on === null) ||
  (one.due_on ?? "").localeCompare(other.due_on ?? "") ||
  one.created_on.localeCompare(other.created_on);

export const withOutgoing = (list: Outgoing[], next: Outgoing): Outgoing[] =>
  [...list.filter(({ messageid }) => messageid !== next.messageid), next].sort(order);

export type Gone = Pick<Outgoing, "ticketid" | "messageid">;

const without = (list: Outgoing[], { messageid }: Gone): Outgoing[] =>
  list.filter((one) => one.messageid !== messageid);

type Viewer = { id: string; abilities?: Actor["abilities"] };

/** An administrator's own list has also those of colleagues who have left. */
export function applyOutgoing(cache: QueryClient, { id, abilities }: Viewer, next: Outgoing): void {
  change(cache, next.ticketid, (list) => withOutgoing(list, next));
  const own = next.userid === id || (next.writer_left && abilities?.has("manageAgents"));
  changeOwn(cache, (list) => (own ? withOutgoing(list, next) : without(list, next)));
}

/** The cached text, if there is one. */
export function knownOf(cache: QueryClient, { ticketid, messageid }: Gone): Outgoing | undefined {
  const lists = [
    ticketid ? cache.getQueryData<TicketOutgoing>(keys.outgoing(ticketid))?.outgoing : [],
    cache.getQueryData<Outgoing[]>(keys.ownOutgoing),
  ];
  return lists.flatMap((list) => list ?? []).find((one) => one.messageid === messageid);
}

export function applyGone(cache: QueryClient, gone: Gone): void {
  change(cache, gone.ticketid, (list) => without(list, gone));
  changeOwn(cache, (list) => without(list, gone));
}

/** A mail that begins a conversation is in its writer's list alone. */
function change(cache: QueryClient, ticketid: string | null, to: (list: Outgoing[]) => Outgoing[]): void {
  if (ticketid === null) return;
  cache.setQueryData<TicketOutgoing>(
    keys.outgoing(ticketid),
    (old) => old && { ...old, outgoing: to(old.outgoing) },
  );
}

function changeOwn(cache: QueryClient, to: (list: Outgoing[]) => Outgoing[]): void {
  cache.setQueryData<Outgoing[]>(keys.ownOutgoing, (old) => old && to(old));
}
