/** What a key may give: the abilities of the calls below `/api/v1`. Free of zod. */
import type { Ability } from "./abilities.ts";

export const keyAbilities = [
  "readTickets",
  "readClients",
  "readColleagues",
  "answerTickets",
  "sendReplies",
] as const satisfies Ability[];
export type KeyAbility = (typeof keyAbilities)[number];
