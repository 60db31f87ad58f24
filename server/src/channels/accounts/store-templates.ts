/** Stores what a provider reports of an account's templates. */
import { limits } from "@parley/contract/limits";
import type { Reason } from "@parley/contract/reasons";
import type { MessageTemplate, TemplateComponents } from "@parley/contract/templates";
import type { Scope } from "../../floor/database/scope.ts";
import { viewTemplate } from "./list-templates.ts";
import { publishChannel } from "./publish.ts";

export type KnownTemplate = {
  providerId: string;
  name: string;
  language: string;
  category: string;
  status: string;
  reason: Reason | null;
  components: TemplateComponents;
};

/** Replaces the stored templates by the provider's whole list; a title that was entered here stays. */
export async function replaceTemplates(
  scope: Scope,
  channelId: string,
  found: readonly KnownTemplate[],
): Promise<void> {
  const kept = found.slice(0, limits.templatesListed);
  if (kept.length > 0) await save(scope, channelId, kept, null).execute();
  const ids = kept.map(({ providerId }) => providerId);
  await scope.db
    .deleteFrom("message_template")
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channelId)
    .$if(ids.length > 0, (query) => query.where("provider_id", "not in", ids))
    .execute();
  publishChannel(scope, channelId, { tickets: false });
}

export async function addTemplate(
  scope: Scope,
  channelId: string,
  template: KnownTemplate,
  title: string,
): Promise<MessageTemplate> {
  const row = await save(scope, channelId, [template], title).returningAll().executeTakeFirstOrThrow();
  publishChannel(scope, channelId, { tickets: false });
  return viewTemplate(row);
}

/** Saves by name and language: the template stays the same when it was deleted and the provider gives it another id. */
function save(scope: Scope, channelId: string, templates: readonly KnownTemplate[], title: string | null) {
  const rows = templates.map(({ providerId, ...template }) => ({
    company_id: scope.companyId,
    channel_id: channelId,
    provider_id: providerId,
    title,
    ...template,
    created_on: scope.now,
    updated_on: scope.now,
  }));
  return scope.db
    .insertInto("message_template")
    .values(rows)
    .onConflict((on) =>
      on.columns(["company_id", "channel_id", "name", "language"]).doUpdateSet((eb) => ({
        provider_id: eb.ref("excluded.provider_id"),
        title: eb.fn.coalesce("excluded.title", "message_template.title"),
        category: eb.ref("excluded.category"),
        status: eb.ref("excluded.status"),
        reason: eb.ref("excluded.reason"),
        components: eb.ref("excluded.components"),
        updated_on: eb.ref("excluded.updated_on"),
      })),
    );
}

export type TemplateChange = Partial<Pick<KnownTemplate, "status" | "category" | "reason">>;

/** Changes the template in every account of the company that has it; false when none has. */
export async function changeTemplate(
  scope: Scope,
  providerId: string,
  change: TemplateChange,
): Promise<boolean> {
  const rows = await scope.db
    .updateTable("message_template")
    .set({ ...change, updated_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("provider_id", "=", providerId)
    .returning("channel_id")
    .execute();
  for (const { channel_id } of rows) publishChannel(scope, channel_id, { tickets: false });
  return rows.length > 0;
}
