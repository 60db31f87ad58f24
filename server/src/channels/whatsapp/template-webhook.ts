/**
 * Parses the provider's report on a template (webhooks `message_template_status_update` and
 * `template_category_update`).
 */
import { z } from "zod";
import { acrossCompanies } from "../../floor/database/scope.ts";
import type { EventOf } from "../inbound/receiving.ts";
import type { ChannelRow, Delivery, SharedCall } from "../seam/module.ts";
import { provider } from "./api.ts";
import { rejectionReason } from "./template-rejection.ts";

export const templateFields: ReadonlySet<string> = new Set([
  "message_template_status_update",
  "template_category_update",
]);

const change = z.object({
  // The id is a number here and a text elsewhere. 2^53 is above the ids in use.
  message_template_id: z.coerce.string(),
  event: z.string().optional(),
  reason: z.string().nullish(),
  rejection_info: z.object({ reason: z.string().nullish() }).nullish(),
  new_category: z.string().optional(),
});

/** Events that are not statuses themselves. */
const statuses: Record<string, string> = {
  reinstated: "approved",
  unarchived: "approved",
  flagged: "approved",
};

/** Null: the report is not stored. */
export function parseTemplateChange(value: unknown): EventOf<"template"> | null {
  const { data } = change.safeParse(value);
  if (!data) return null;
  const event = data.event?.toLowerCase();
  const status = event && (statuses[event] ?? event);
  if (!status && !data.new_category) return null;
  return {
    kind: "template",
    templateId: data.message_template_id,
    change: {
      ...(status && {
        status,
        reason: rejectionReason(provider, data.reason, data.rejection_info?.reason),
      }),
      ...(data.new_category && { category: data.new_category.toLowerCase() }),
    },
  };
}

/**
 * One delivery for each company that has the template, where `counts` accepts its number: templates are reported by
 * business account, not by number. At a channel's own address an unknown one counts, too.
 */
export async function templateDeliveries(
  { context, row }: SharedCall,
  value: unknown,
  counts: (row: ChannelRow) => boolean,
): Promise<Delivery[]> {
  const event = parseTemplateChange(value);
  if (!event) return [];
  const rows = await acrossCompanies(context, (db) =>
    db
      .selectFrom("channel")
      .selectAll("channel")
      .innerJoin("message_template as t", (join) =>
        join.onRef("t.company_id", "=", "channel.company_id").onRef("t.channel_id", "=", "channel.id"),
      )
      .where("t.provider_id", "=", event.templateId)
      .where("channel.platform", "=", "whatsapp")
      .where("channel.removed_on", "is", null)
      .limit(100)
      .execute(),
  );
  const known = new Map(rows.filter(counts).map((of) => [of.company_id, of]));
  if (known.size === 0 && row) return [{ row, events: [event] }];
  return [...known.values()].map((of) => ({ row: of, events: [event] }));
}
