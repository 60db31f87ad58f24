/** The people of each browser test's company. */
export const departments = {
  general: "General",
  bookings: "Bookings",
  refunds: "Refunds",
  groups: "Groups",
} as const;

export const agents = {
  mira: ["Mira", "Halvorsen", "bookings", null],
  jonas: ["Jonas", "Weber", "bookings", null],
  naledi: ["Naledi", "Mokoena", "refunds", null],
  tomas: ["Tomáš", "Novák", "refunds", "moderator"],
  emre: ["Emre", "Yıldız", "groups", null],
  ingrid: ["Ingrid", "Solheim", "general", "admin"],
} as const;

export type AgentName = keyof typeof agents;

/** The password of all. */
export const password = "Parley-demo-1";

export type Company = {
  id: string;
  name: string;
  /** The number of its Telegram bot. */
  bot: number;
  emails: Record<AgentName, string>;
};

/** A conversation that exists before the test begins. */
export type PlantedChat = {
  companyId: string;
  client: { id: number; name: string };
  /** Texts of the client, oldest first. */
  messages: string[];
  /** The ticket's handler; pending when omitted. */
  handler?: AgentName;
};
