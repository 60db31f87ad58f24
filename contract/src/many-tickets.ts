/** A change of many tickets at once. */
import { z } from "zod";
import { limits } from "./limits.ts";
import { reason } from "./reasons.ts";
import { tagChange } from "./tags.ts";
import {
  changeDepartment,
  closeTicket,
  markSpam,
  reassignUser,
  setTicketPriority,
  snoozeTicket,
  unmarkSpam,
} from "./tickets.ts";
import { uuid } from "./values.ts";

export const ticketChange = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("accept") }),
  /** Without an agent the tickets wait in the department to be accepted. */
  z.object({
    kind: z.literal("move"),
    ...changeDepartment.pick({ newDepartment: true }).shape,
    ...reassignUser.pick({ newUser: true }).partial().shape,
  }),
  z.object({ kind: z.literal("snooze"), ...snoozeTicket.pick({ until: true }).shape }),
  z.object({ kind: z.literal("wake") }),
  z.object({ kind: z.literal("tag"), ...tagChange.shape }),
  z.object({ kind: z.literal("priority"), ...setTicketPriority.pick({ priority: true }).shape }),
  z.object({ kind: z.literal("close"), ...closeTicket.pick({ silently: true }).shape }),
  z.object({ kind: z.literal("spam"), ...markSpam.pick({ block: true }).shape }),
  z.object({ kind: z.literal("not_spam"), ...unmarkSpam.omit({ ticketid: true }).shape }),
]);
export type TicketChange = z.infer<typeof ticketChange>;

export const changeTickets = z.object({
  ticketids: z.array(uuid).min(1).max(limits.ticketsAtOnce),
  change: ticketChange,
});

/** Each ticket once, in the order of the call. */
export const changedTickets = z.object({
  changed: z.array(uuid),
  refused: z.array(z.object({ ticketid: uuid, message: z.string(), reason })),
});
export type ChangedTickets = z.infer<typeof changedTickets>;
