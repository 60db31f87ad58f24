/** Replaces our list of an account's templates by the provider's. */
import { z } from "zod";
import type { Context } from "../../floor/context.ts";
import { inCompany } from "../../floor/database/scope.ts";
import { type KnownTemplate, replaceTemplates } from "../accounts/store-templates.ts";
import type { ChannelRow } from "../seam/module.ts";
import { ask, openAccount } from "./accounts.ts";
import { provider } from "./api.ts";
import { fromProvider, providerComponents } from "./template-components.ts";
import { rejectionReason } from "./template-rejection.ts";

const page = z.object({
  data: z.array(
    z.object({
      id: z.coerce.string(),
      name: z.string(),
      language: z.string(),
      status: z.string(),
      category: z.string().default("utility"),
      components: providerComponents.default([]),
      rejected_reason: z.string().nullish(),
    }),
  ),
  paging: z
    .object({ next: z.string().nullish(), cursors: z.object({ after: z.string().nullish() }).nullish() })
    .nullish(),
});

const fields = "id,name,status,category,language,components,rejected_reason";
/** The number of pages of 100. */
const mostPages = 10;

/** False when the provider did not answer with the whole list: then ours stays. */
export async function fetchTemplates(context: Context, row: ChannelRow): Promise<boolean> {
  const { accessToken, wabaId } = openAccount(context, row).credentials;
  const found: KnownTemplate[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const answer = await ask(context, accessToken, `${wabaId}/message_templates`, {
      query: { fields, limit: 100, after },
      result: page,
    });
    if ("reason" in answer) return false;
    const { data, paging } = answer.result;
    for (const { id, components, rejected_reason, ...template } of data) {
      found.push({
        providerId: id,
        name: template.name,
        language: template.language,
        category: template.category.toLowerCase(),
        status: template.status.toLowerCase(),
        reason: rejectionReason(provider, rejected_reason),
        components: fromProvider(components),
      });
    }
    after = paging?.next ? (paging.cursors?.after ?? undefined) : undefined;
    if (!after) break;
  }
  const { company_id: companyId, id } = row;
  await inCompany(context, { kind: "desk", companyId }, (scope) => replaceTemplates(scope, id, found));
  return true;
}
