import type { MessageTemplate } from "@parley/contract/templates";
import type { Scope } from "../../server/src/floor/database/scope.ts";

export type TemplateFacts = Partial<Omit<MessageTemplate, "templateid" | "created_on" | "updated_on">>;

/** An approved template of a channel, "Hello {{client}}" unless given otherwise. Returns its id. */
export async function plantTemplate(
  scope: Scope,
  channelId: string,
  { reason = null, ...facts }: TemplateFacts = {},
): Promise<string> {
  const { id } = await scope.db
    .insertInto("message_template")
    .values({
      company_id: scope.companyId,
      channel_id: channelId,
      provider_id: crypto.randomUUID(),
      title: null,
      name: "greeting",
      language: "en",
      category: "utility",
      status: "approved",
      components: {
        header: null,
        body: "Hello {{client}}, how can we help?",
        footer: null,
        buttons: [],
        variables: [{ part: "body", name: "client", sample: "Dimitar" }],
        other: false,
      },
      created_on: scope.now,
      updated_on: scope.now,
      reason,
      ...facts,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
