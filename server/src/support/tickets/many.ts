import type { ErrorCode } from "@parley/contract/errors";
import type { ChangedTickets, changeTickets, TicketChange } from "@parley/contract/many-tickets";
import { reasonOf } from "@parley/contract/reasons";
import type { z } from "zod";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import type { Visitors } from "../client/block.ts";
import { acceptTicket } from "./accept.ts";
import { closeTicket } from "./close.ts";
import { markSpam, unmarkSpam } from "./mark-spam.ts";
import { setTicketPriority } from "./priority.ts";
import { changeDepartment, reassignUser } from "./reassign.ts";
import { snoozeTicket, unsnoozeTicket } from "./snooze.ts";
import { changeTicketTags } from "./tags.ts";

type Work = (run: (scope: Scope<AgentActor>) => Promise<unknown>) => Promise<unknown>;

/**
 * Changes tickets one after the other, each in a unit of work of its own, so that no lock or connection is held for
 * longer than one needs. A fault of the server ends the call; what was changed before stays, and a repeat goes on.
 */
export async function changeMany(
  work: Work,
  visitors: Visitors,
  { ticketids, change }: z.output<typeof changeTickets>,
): Promise<ChangedTickets> {
  const answer: ChangedTickets = { changed: [], refused: [] };
  for (const ticketid of new Set(ticketids)) {
    try {
      await work((scope) => changeOne(scope, visitors, ticketid, change));
      answer.changed.push(ticketid);
    } catch (error) {
      if (!isAboutTicket(error)) throw error;
      const { message, reason = reasonOf("not_found") } = error.answer();
      answer.refused.push({ ticketid, message: [message].flat().join("\n"), reason });
    }
  }
  return answer;
}

/** The verb of the call that changes one ticket. */
function changeOne(
  scope: Scope<AgentActor>,
  visitors: Visitors,
  ticketid: string,
  change: TicketChange,
): Promise<unknown> {
  switch (change.kind) {
    case "accept":
      return acceptTicket(scope, ticketid);
    case "move": {
      const { newDepartment, newUser } = change;
      return newUser
        ? reassignUser(scope, { ticketid, newDepartment, newUser })
        : changeDepartment(scope, { ticketid, newDepartment });
    }
    case "snooze":
      return snoozeTicket(scope, { ticketid, until: change.until });
    case "wake":
      return unsnoozeTicket(scope, ticketid);
    case "tag":
      return changeTicketTags(scope, { ticketid, ...change });
    case "priority":
      return setTicketPriority(scope, { ticketid, priority: change.priority });
    case "close":
      return closeTicket(scope, { ticketid, silently: change.silently });
    case "spam":
      return markSpam(scope, visitors, { ticketid, block: change.block });
    case "not_spam":
      return unmarkSpam(scope, visitors, { ticketid, unblock: change.unblock, reopen: change.reopen });
  }
}

const statuses = [400, 403, 404, 409];
const aboutCaller: ErrorCode[] = ["forbidden", "two_step_required"];

/** Other refusals are about the caller, or about a busy server: the rest of the tickets would meet them too. */
function isAboutTicket(error: unknown): error is Refusal {
  if (!(error instanceof Refusal) || !statuses.includes(error.status)) return false;
  // An agent who was mentioned in one ticket may still change the others.
  return !aboutCaller.includes(error.code) || error.answer().reason?.code === "only_mentioned";
}
