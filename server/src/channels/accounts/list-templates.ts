import { limits } from "@parley/contract/limits";
import type { MessageTemplate } from "@parley/contract/templates";
import type { Selectable } from "kysely";
import type { MessageTemplateTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { hasTicketFor } from "../../support/tickets/of-channel.ts";

/** Templates in order of their names. 404 for an account that the actor does not see in the list of accounts. */
export async function listTemplates(scope: Scope, channelId: string): Promise<MessageTemplate[]> {
  await checkVisible(scope, channelId);
  const rows = await scope.db
    .selectFrom("message_template")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channelId)
    .orderBy("name")
    .orderBy("language")
    .limit(limits.templatesListed)
    .execute();
  return rows.map(viewTemplate);
}

async function checkVisible(scope: Scope, channelId: string): Promise<void> {
  const manages = scope.actor.abilities.has("manageChannels");
  const channel = await scope.db
    .selectFrom("channel")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", channelId)
    .where("removed_on", "is", null)
    .where((eb) => (manages ? eb.lit(true) : hasTicketFor(scope.actor)))
    .executeTakeFirst();
  if (!channel) throw notFound();
}

export function viewTemplate(row: Selectable<MessageTemplateTable>): MessageTemplate {
  return {
    templateid: row.id,
    title: row.title,
    name: row.name,
    language: row.language,
    category: row.category,
    status: row.status,
    reason: row.reason,
    components: row.components,
    created_on: row.created_on.toISOString(),
    updated_on: row.updated_on.toISOString(),
  };
}
