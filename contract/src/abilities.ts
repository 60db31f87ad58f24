/**
 * What an identity may do in its company. Every call names the one ability it needs; what a ticket allows beyond that is
 * in `permissions.ts`. Free of zod, which the console's first load does without.
 */

/** None is an agent. */
export type Role = "admin" | "moderator" | null;

/** Of every agent. */
const everyday = [
  /** One's own profile, sessions, second step, drafts, bubbles, inbox and push. */
  "account",
  /** Names, pictures and departments of the company's agents. */
  "readColleagues",
  "messageColleagues",
  /** Tickets of the departments one sees: lists, chats, files, search. */
  "readTickets",
  /** Accept, send, pin, close and reassign what one handles, note the client's number. */
  "answerTickets",
  "readClients",
  /** Figures and exports of the tickets one sees. */
  "readReports",
] as const;

/** Close and reassign any ticket one sees. Of moderators too. */
const overseeing = ["manageTickets"] as const;

/** Of administrators. */
const managing = [
  /** Edit, block, merge. */
  "manageClients",
  /** Accounts, roles, invitations, and the agents' own actions. */
  "manageAgents",
  "manageDepartments",
  "manageChannels",
  /** The company's settings, state and first steps. */
  "manageSettings",
  "readAudit",
  /** The reference of the HTTP calls. */
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
