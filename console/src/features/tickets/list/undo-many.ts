import type { TicketChange } from "@parley/contract/many-tickets";
import type { Priority } from "@parley/contract/priorities";
import type { Ticket } from "@parley/contract/tickets";

export type Step = { ticketids: string[]; change: TicketChange };

/**
 * The changes that undo a change: an accepted ticket is released, a moved one goes back, a snoozed one wakes, a
 * tagged one gets the tags that it had, one of another priority gets its own, one marked as spam is open again. A closing cannot be undone, since its
 * client has been asked or sees it.
 */
export function undoOf(made: TicketChange, before: Ticket[]): Step[] {
  const { kind } = made;
  if (kind === "close" || kind === "wake" || kind === "not_spam") return [];
  if (kind === "tag") return untagged(made, before);
  if (kind === "priority") return prioritised(made, before);
  if (kind === "spam") {
    const change = { kind: "not_spam" as const, reopen: true, unblock: made.block === true };
    return [{ ticketids: before.map(({ ticketid }) => ticketid), change }];
  }
  if (kind === "snooze") {
    const ticketids = before.filter(({ snoozed }) => !snoozed).map(({ ticketid }) => ticketid);
    return ticketids.length > 0 ? [{ ticketids, change: { kind: "wake" } }] : [];
  }
  const byPlace = Map.groupBy(before, ({ departmentid, userid }) => `${departmentid} ${userid}`);
  return [...byPlace.values()].map((tickets) => ({
    ticketids: tickets.map(({ ticketid }) => ticketid),
    change: {
      kind: "move",
      newDepartment: tickets[0]?.departmentid ?? "",
      ...(tickets[0]?.userid && { newUser: tickets[0].userid }),
    },
  }));
}

/** Tickets of one priority are one step. */
function prioritised(
  { priority: made }: Extract<TicketChange, { kind: "priority" }>,
  before: Ticket[],
): Step[] {
  const byPriority = Map.groupBy(before, ({ priority }): Priority => priority ?? "normal");
  byPriority.delete(made);
  return [...byPriority].map(([priority, tickets]) => ({
    ticketids: tickets.map(({ ticketid }) => ticketid),
    change: { kind: "priority" as const, priority },
  }));
}

/** Tickets that got and lost the same tags are one step. */
function untagged({ add, remove }: Extract<TicketChange, { kind: "tag" }>, before: Ticket[]): Step[] {
  const steps = before.map(({ ticketid, tags = [] }) => ({
    ticketid,
    change: {
      kind: "tag" as const,
      add: remove.filter((tag) => tags.includes(tag)),
      remove: add.filter((tag) => !tags.includes(tag)),
    },
  }));
  const alike = Map.groupBy(steps, ({ change }) => JSON.stringify(change));
  return [...alike.values()].flatMap((same) => {
    const change = same[0]?.change;
    if (!change || change.add.length + change.remove.length === 0) return [];
    return [{ ticketids: same.map(({ ticketid }) => ticketid), change }];
  });
}
