import type { AutomaticMessage, AutomaticSettings } from "@parley/contract/automatic";
import type { Occasion } from "@parley/contract/automatic-text";
import type { Language } from "@parley/contract/sessions";
import type { Selectable } from "kysely";
import type { AutomaticMessageTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";

export type AutomaticRow = Selectable<AutomaticMessageTable>;

export const mostAutomatic = 100;

export function selectAutomatic(scope: Scope) {
  return scope.db
    .selectFrom("automatic_message")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("deleted_on", "is", null)
    .orderBy("created_on")
    .orderBy("id")
    .limit(mostAutomatic);
}

export async function listAutomatic(scope: Scope): Promise<AutomaticMessage[]> {
  return (await selectAutomatic(scope).execute()).map(viewAutomatic);
}

export function viewAutomatic(row: AutomaticRow): AutomaticMessage {
  return {
    automaticid: row.id,
    name: row.name,
    occasion: row.occasion as Occasion,
    enabled: row.enabled_on !== null,
    delay: row.delay_minutes,
    closes: row.closes,
    channelids: row.channel_ids,
    departmentids: row.department_ids,
    default_language: row.default_language as Language,
    texts: row.texts as AutomaticMessage["texts"],
    template: row.template,
    template_variables: row.template_variables as AutomaticMessage["template_variables"],
  };
}

export const columnsOf = (settings: AutomaticSettings, now: Date) => ({
  name: settings.name,
  occasion: settings.occasion,
  enabled_on: settings.enabled ? now : null,
  delay_minutes: settings.delay,
  closes: settings.closes && settings.occasion === "client_silent",
  channel_ids: settings.channelids,
  department_ids: settings.departmentids,
  default_language: settings.default_language,
  texts: JSON.stringify(settings.texts),
  template: settings.template,
  template_variables: JSON.stringify(settings.template === null ? [] : settings.template_variables),
});
