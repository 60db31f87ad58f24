import type { AutomaticSettings } from "@parley/contract/automatic";
import type { Context } from "../../server/src/floor/context.ts";
import { inCompany } from "../../server/src/floor/database/scope.ts";
import { createAutomatic } from "../../server/src/support/automatic/change.ts";

const usual = {
  enabled: true,
  delay: 0,
  closes: false,
  channelids: [],
  departmentids: [],
  default_language: "en",
  template: null,
  template_variables: [],
} satisfies Partial<AutomaticSettings>;

const messages: AutomaticSettings[] = [
  {
    ...usual,
    name: "Outside opening hours",
    occasion: "outside_hours",
    texts: {
      en: "Hello {{client.first_name}}, {{company.name}} is closed now. We are back {{next_opening}}.",
      bg: "Здравейте, {{client.first_name}}! В момента не работим. Отваряме отново: {{next_opening}}.",
      nl: "Dag {{client.first_name}}, we zijn nu gesloten. We zijn er weer op {{next_opening}}.",
    },
  },
  {
    ...usual,
    name: "Still waiting",
    occasion: "not_accepted",
    delay: 15,
    texts: {
      en: "Thank you for your patience, {{client.first_name}}. {{department.name}} will answer as soon as someone is free.",
      bg: "Благодарим за търпението, {{client.first_name}}. Ще Ви отговорим възможно най-скоро.",
    },
  },
  {
    ...usual,
    name: "Are you still there?",
    occasion: "client_silent",
    delay: 1_440,
    closes: true,
    texts: {
      en: "We have not heard from you, {{client.first_name}}. Do you still need our help with {{ticket.number}}?",
    },
  },
];

/** Three automatic messages of the company, switched on last, so that they write to no existing conversation. */
export function plantAutomatic(context: Context, companyId: string): Promise<void> {
  return inCompany(context, { kind: "desk", companyId }, async (scope) => {
    for (const message of messages) await createAutomatic(scope, message);
  });
}
