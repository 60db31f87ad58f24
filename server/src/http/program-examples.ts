/** An example of each call for programs, which the document shows and a test carries out. */
import type { ProgramCallName } from "@parley/contract/calls/program-paths";

export const exampleIds = {
  ticket: "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a01",
  client: "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a02",
  department: "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a03",
  agent: "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a04",
  channel: "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a05",
  tag: "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a06",
  ticketField: "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a07",
  clientField: "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a08",
  organisationField: "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a09",
  note: "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0a",
  file: "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0b",
  organisation: "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0c",
  webhook: "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0d",
  delivery: "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0e",
  gateway: "5b1f8a52-7c5e-4f0e-9d8e-3a6b2f1c0a0f",
} as const;
export type ExampleId = keyof typeof exampleIds;

type Example = { params?: Record<string, string>; query?: Record<string, unknown>; body?: object };

const of = (id: ExampleId) => ({ params: { id: exampleIds[id] } });
const noteOf = { params: { id: exampleIds.ticket, note: exampleIds.note } };

export const programExamples: Partial<Record<ProgramCallName, Example>> = {
  v1ListTickets: { query: { state: "waiting", limit: 10, expand: "client,handler" } },
  v1CreateTicket: {
    body: {
      ...{ client_id: exampleIds.client, channel_id: exampleIds.channel },
      ...{ subject: "Your ferry", text: "Your ferry leaves at 14:00." },
    },
  },
  v1GetTicket: { ...of("ticket"), query: { expand: "client" } },
  v1ListMessages: { ...of("ticket"), query: { limit: 50 } },
  v1SendMessage: { ...of("ticket"), body: { text: "Your ferry leaves at 14:00." } },
  v1SendFile: of("ticket"),
  v1GetFile: of("file"),
  v1ChangeTags: { ...of("ticket"), body: { add: [exampleIds.tag], remove: [] } },
  v1SetPriority: { ...of("ticket"), body: { priority: "high" } },
  v1SetTicketFields: { ...of("ticket"), body: { fields: { [exampleIds.ticketField]: "B 12" } } },
  v1SnoozeTicket: { ...of("ticket"), body: { until: "2036-05-04T09:00:00Z" } },
  v1EndSnooze: { ...of("ticket"), body: {} },
  v1AssignTicket: {
    ...of("ticket"),
    body: { department_id: exampleIds.department, handler_id: exampleIds.agent },
  },
  v1AcceptTicket: { ...of("ticket"), body: {} },
  v1CloseTicket: { ...of("ticket"), body: { silently: true } },
  v1ReopenTicket: { ...of("ticket"), body: {} },
  v1ListNotes: { ...of("ticket"), query: { limit: 50 } },
  v1WriteNote: { ...of("ticket"), body: { text: "Paid on Monday." } },
  v1EditNote: { ...noteOf, body: { text: "Paid on Tuesday." } },
  v1DeleteNote: noteOf,
  v1ListClients: { query: { number: "K 12" } },
  v1CreateClient: {
    body: {
      ...{ name: "Henrik Aas", number: "K 12" },
      mail: { channel_id: exampleIds.channel, address: "henrik@aas.example" },
    },
  },
  v1GetClient: of("client"),
  v1UpdateClient: {
    ...of("client"),
    body: { name: "Henrik Aas", address: "Quay 4, Bergen", organisation_id: exampleIds.organisation },
  },
  v1ChangeClientTags: { ...of("client"), body: { add: [exampleIds.tag], remove: [] } },
  v1SetClientFields: { ...of("client"), body: { fields: { [exampleIds.clientField]: "Gold" } } },
  v1ListOrganisations: { query: { limit: 50 } },
  v1CreateOrganisation: { body: { name: "Aas Shipping", domains: ["aas.example"] } },
  v1GetOrganisation: of("organisation"),
  v1UpdateOrganisation: { ...of("organisation"), body: { name: "Aas Ferries" } },
  v1DeleteOrganisation: of("organisation"),
  v1SetOrganisationFields: {
    ...of("organisation"),
    body: { fields: { [exampleIds.organisationField]: "North" } },
  },
  v1ListAgents: { query: { limit: 50 } },
  v1ListDepartments: { query: { limit: 50 } },
  v1ListChannels: { query: { limit: 50 } },
  v1GetFigures: { query: { days: 28, department: exampleIds.department } },
  v1ListTags: { query: { limit: 50 } },
  v1ListFields: { query: { limit: 50 } },
  v1ListViews: { query: { limit: 50 } },
  v1HandInMessage: {
    ...of("gateway"),
    body: { id: "SM-1", from: { id: "+447700900123", name: "Henrik Aas" }, text: "Where is my ferry?" },
  },
  v1HandInReceipt: { ...of("gateway"), body: { id: "SM-2", status: "read" } },
  v1ListEvents: { query: { types: "ticket_message,ticket_close", limit: 50 } },
  v1ListWebhooks: { query: { limit: 50 } },
  v1CreateWebhook: {
    body: { name: "CRM", url: "https://crm.example.com/parley", types: ["ticket_create", "ticket_close"] },
  },
  v1GetWebhook: of("webhook"),
  v1UpdateWebhook: { ...of("webhook"), body: { types: ["ticket_close"] } },
  v1DeleteWebhook: of("webhook"),
  v1RotateWebhook: { ...of("webhook"), body: {} },
  v1PauseWebhook: { ...of("webhook"), body: {} },
  v1StartWebhook: { ...of("webhook"), body: {} },
  v1TestWebhook: { ...of("webhook"), body: { type: "ticket_close" } },
  v1ListDeliveries: { ...of("webhook"), query: { state: "waiting" } },
  v1ResendDelivery: { params: { id: exampleIds.webhook, delivery: exampleIds.delivery }, body: {} },
  v1ResendSince: { ...of("webhook"), body: { since: "2026-05-04T09:00:00Z" } },
};

type Parameter = { in?: string; name?: string; example?: unknown };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { example?: unknown }> };
};

/** Puts the example beside the parameters and the body that it is of. */
export function addExample(operation: Operation, { params, query, body }: Example = {}): void {
  for (const parameter of operation.parameters ?? []) {
    const given = parameter.in === "path" ? params : parameter.in === "query" ? query : undefined;
    const value = given?.[parameter.name ?? ""];
    if (value !== undefined) parameter.example = value;
  }
  const content = operation.requestBody?.content?.["application/json"];
  if (content && body) content.example = body;
}
