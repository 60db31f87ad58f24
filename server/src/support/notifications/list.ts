import type { NotificationsAnswer, notificationsQuery } from "@parley/contract/notifications";
import { sql } from "kysely";
import type { z } from "zod";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { groupBySection } from "../messages/sections.ts";
import { countUnseen } from "./inbox.ts";
import { viewNotification } from "./view.ts";

/**
 * A page of the agent's inbox. If the line that `before` names was removed, the list ends rather than starting again.
 */
export async function listNotifications(
  scope: Scope<AgentActor>,
  { before, limit, tz }: z.output<typeof notificationsQuery>,
): Promise<NotificationsAnswer> {
  const rows = await findLines(scope, before, limit + 1);
  const lines = rows.slice(0, limit).map(({ ticket_created_on, ticket_platform, ...row }) => {
    const ticket =
      ticket_created_on && ticket_platform
        ? { created_on: ticket_created_on, platform: ticket_platform }
        : null;
    return viewNotification(row, ticket);
  });
  return {
    sections: groupBySection(lines, tz ?? (await companyTimeZone(scope))),
    count: await countUnseen(scope, scope.actor.id),
    more: rows.length > limit,
  };
}

function findLines(scope: Scope<AgentActor>, before: string | undefined, limit: number) {
  const own = scope.db
    .selectFrom("notification")
    .leftJoin("ticket", (join) =>
      join
        .onRef("ticket.company_id", "=", "notification.company_id")
        .onRef("ticket.id", "=", "notification.ticket_id"),
    )
    .selectAll("notification")
    .select(["ticket.created_on as ticket_created_on", "ticket.platform as ticket_platform"])
    .where("notification.company_id", "=", scope.companyId)
    .where("notification.agent_id", "=", scope.actor.id)
    .where("notification.listed", "=", true)
    .orderBy("notification.created_on", "desc")
    .orderBy("notification.id", "desc")
    .limit(limit);
  if (!before) return own.execute();
  return own
    .where(
      sql<boolean>`(notification.created_on, notification.id) < (select created_on, id from notification
        where company_id = ${scope.companyId} and agent_id = ${scope.actor.id} and id = ${before})`,
    )
    .execute();
}
