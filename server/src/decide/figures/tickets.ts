import type { FigureFilter } from "@parley/contract/figures";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { visibleTo } from "../../support/ticket/access.ts";
import { countsInFigures } from "../../support/ticket/spam.ts";

/** The tickets of the filter that its actor sees. */
export function ticketsOf(
  scope: Scope,
  { department, channel, agent, tag }: Pick<FigureFilter, "department" | "channel" | "agent" | "tag">,
) {
  let tickets = scope.db
    .selectFrom("ticket")
    .where("ticket.company_id", "=", scope.companyId)
    .where("ticket.merged_into", "is", null)
    .where(visibleTo(scope.actor))
    .where(countsInFigures);
  if (department) tickets = tickets.where("ticket.department_id", "=", department);
  if (channel) tickets = tickets.where("ticket.channel_id", "=", channel);
  if (agent) tickets = tickets.where(sql<boolean>`coalesce(ticket.handler_id, ticket.closed_by) = ${agent}`);
  if (tag)
    tickets = tickets.where(({ exists, selectFrom }) =>
      exists(
        selectFrom("ticket_tag")
          .select("ticket_tag.tag_id")
          .whereRef("ticket_tag.company_id", "=", "ticket.company_id")
          .whereRef("ticket_tag.ticket_id", "=", "ticket.id")
          .where("ticket_tag.tag_id", "=", tag),
      ),
    );
  return tickets;
}
