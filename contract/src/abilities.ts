/**
 * Lists what an identity may do in its company. Every call names the one ability it needs; what a ticket allows beyond that is
 * in `permissions.ts`. Free of zod, which the console's first load does without.
 */

/** The role null is an agent. */
export type Role = "admin" | "moderator" | null;

/** Abilities that every agent has. */
const everyday = [
  /** The agent's own profile, sessions, second step, drafts, bubbles, inbox and push. */
  "account",
  /** The ability to read names, pictures and departments of the company's agents. */
  "readColleagues",
  "messageColleagues",
  /** The ability to read tickets of the departments the agent sees: lists, chats, files, search. */
  "readTickets",
  /**
   * The ability to accept tickets, and to send, pin, close, reassign and note the client's number in tickets
   * one handles.
   */
  "answerTickets",
  /** The ability to write to clients: agents in tickets they handle, programs in any ticket they see. */
  "sendReplies",
  "readClients",
  /** The ability to read figures and exports of the tickets the agent sees. */
  "readReports",
] as const;

/** Moderators have it, too: they close and reassign any ticket they see. */
const overseeing = ["manageTickets"] as const;

/** Abilities of administrators. */
const managing = [
  /** The ability to edit, block and merge clients. */
  "manageClients",
  /** The ability to manage accounts, roles, invitations, and the agents' own actions. */
  "manageAgents",
  "manageDepartments",
  /** The ability to delete tickets, and to restore those that are deleted. */
  "deleteTickets",
  "manageChannels",
  /** The ability to hand in what clients wrote, and receipts, over a gateway. */
  "handInMessages",
  /** The ability to manage the company's settings, state and first steps. */
  "manageSettings",
  /** The ability to send events to addresses outside, and to see what was sent. */
  "manageWebhooks",
  "readAudit",
  /** The ability to open the reference of the HTTP calls. */
  "readApiReference",
] as const;

export const abilities = [...everyday, ...overseeing, ...managing];
export type Ability = (typeof abilities)[number];

/**
 * A call's requirement: an ability, or one of the three ways without a session. `webhook` is authenticated by the
 * provider's secret, `visitor` by the token of a page's visitor, who sees their own conversations and nothing else.
 */
export type CallAbility = Ability | "public" | "webhook" | "visitor";

const ofAgents: ReadonlySet<Ability> = new Set(everyday);
const ofModerators: ReadonlySet<Ability> = new Set([...everyday, ...overseeing]);
const ofAdmins: ReadonlySet<Ability> = new Set(abilities);

export function abilitiesOf(role: Role): ReadonlySet<Ability> {
  if (role === "admin") return ofAdmins;
  return role === "moderator" ? ofModerators : ofAgents;
}
