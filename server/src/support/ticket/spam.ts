import { sql } from "kysely";
import type { TicketRow } from "./access.ts";

/** The TypeScript form of the SQL function `is_spam`, for a row that is read. */
export const isSpam = ({ closed_on: closed, spam_on: marked }: Pick<TicketRow, "closed_on" | "spam_on">) =>
  closed !== null && marked !== null && marked >= closed;

/** A condition on the query's `ticket`. */
export const countsInFigures = sql<boolean>`not is_spam(ticket.closed_on, ticket.spam_on)`;

/** The columns of a ticket that is no spam. */
export const noSpam = { spam_on: null, spam_by: null, spam_blocked: null } as const;
