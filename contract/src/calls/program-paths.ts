/** The calls of programs, apart from those of the console, whose first load does without them. */
export const programPaths = {
  v1ListTickets: "GET /api/v1/tickets",
  v1GetTicket: "GET /api/v1/tickets/:id",
  v1ListMessages: "GET /api/v1/tickets/:id/messages",
  v1SendMessage: "POST /api/v1/tickets/:id/messages",
  v1ChangeTags: "POST /api/v1/tickets/:id/tags",
  v1SetPriority: "POST /api/v1/tickets/:id/priority",
  v1CloseTicket: "POST /api/v1/tickets/:id/close",
  v1ListNotes: "GET /api/v1/tickets/:id/notes",
  v1ListClients: "GET /api/v1/clients",
  v1GetClient: "GET /api/v1/clients/:id",
  v1ListAgents: "GET /api/v1/agents",
  v1ListDepartments: "GET /api/v1/departments",
  v1ListChannels: "GET /api/v1/channels",
  v1ListTags: "GET /api/v1/tags",
  v1ListFields: "GET /api/v1/fields",
  v1ListViews: "GET /api/v1/views",
  v1HandInMessage: "POST /api/v1/channels/:id/messages",
  v1HandInReceipt: "POST /api/v1/channels/:id/receipts",
  v1ListEvents: "GET /api/v1/events",
} as const satisfies Record<string, `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /api/v1/${string}`>;

export type ProgramCallName = keyof typeof programPaths;
