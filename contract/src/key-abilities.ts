/** A key gives some of these abilities, which the calls below `/api/v1` need. Free of zod. */
import type { Ability } from "./abilities.ts";

export const keyAbilities = [
  "readTickets",
  "readClients",
  "readColleagues",
  "answerTickets",
  "sendReplies",
  "manageClients",
  "manageWebhooks",
  "handInMessages",
] as const satisfies Ability[];
export type KeyAbility = (typeof keyAbilities)[number];
