import { type Ability, abilitiesOf, type CallAbility } from "@parley/contract/abilities";

export const needsSession = (ability: CallAbility): ability is Ability =>
  ability !== "public" && ability !== "webhook" && ability !== "visitor";

/** True if every agent of a company has the ability. */
export const isEveryday = (ability: CallAbility): boolean =>
  needsSession(ability) && abilitiesOf(null).has(ability);

/** True if only administrators have it. */
export const isManaging = (ability: CallAbility): boolean => needsSession(ability) && !isEveryday(ability);

/** A named person with the ability, and no more rights than needed. */
export const agentWith = (ability: CallAbility) => (isManaging(ability) ? "ingrid" : "mira");
