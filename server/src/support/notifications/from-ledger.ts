import type { Notification } from "@parley/contract/notifications";
import type { SharedTicket } from "@parley/contract/tickets";
import type { Scope } from "../../floor/database/scope.ts";
import type { LedgerEvent } from "../../floor/ledger/event.ts";
import { inTransaction } from "../../floor/ledger/subscribers.ts";
import { notify } from "./notify.ts";
import { tellFollowers } from "./tell-followers.ts";
import { scheduleTicketNotice } from "./unread.ts";

const kinds = ["ticket_message", "ticket_rating", "ticket_reassign", "ticket_take_over"] as const;

/** The inbox lines of an event, added at once or when its message stays unread. */
export const addInboxLines = inTransaction(kinds, async (scope, event) => {
  switch (event.kind) {
    case "ticket_message":
      if (event.inHand.before) await scheduleTicketNotice(scope, event.inHand.before);
      return;
    case "ticket_rating":
      if (!event.facts.agent || event.inHand.ticket.spam) return;
      await notify(scope, event.facts.agent, about("rating", event.inHand.ticket));
      return tellFollowersOf(scope, event, "rating", event.facts.agent, []);
    case "ticket_reassign": {
      const { from_handler: from, to_handler: to } = event.facts;
      if (!to || to === from) return;
      await tellFollowersOf(scope, event, "handover", scope.actor.id, [to]);
      if (to === scope.actor.id) return;
      await notify(scope, to, { ...about("handover", event.inHand.ticket), byName: scope.actor.name });
      return;
    }
    case "ticket_take_over": {
      const { from_handler: from } = event.facts;
      await tellFollowersOf(scope, event, "takeover", scope.actor.id, [from]);
      if (!from) return;
      await notify(scope, from, { ...about("takeover", event.inHand.ticket), byName: scope.actor.name });
    }
  }
});

/** Nobody is told of their own action, or twice. */
const tellFollowersOf = (
  scope: Scope,
  { subject: ticketId }: LedgerEvent,
  about: "rating" | "handover" | "takeover",
  by: string | null,
  others: (string | null)[],
) => tellFollowers(scope, { ticketId, about, by }, [by, ...others]);

const about = (
  type: Notification["type"],
  { ticketid, client_name, created_on, platform }: SharedTicket,
) => ({
  type,
  name: client_name,
  ticket: { id: ticketid, created_on: new Date(created_on), platform },
});
