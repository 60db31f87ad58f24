import { type Ability, abilitiesOf, type CallAbility } from "@parley/contract/abilities";

export const needsSession = (ability: CallAbility): ability is Ability =>
  ability !== "public" && ability !== "webhook" && ability !== "visitor";

/** Every agent of a company may. */
export const isEveryday = (ability: CallAbility): boolean =>
  needsSession(ability) && abilitiesOf(null).has(ability);

/** Administrators alone may. */
export const isManaging = (ability: CallAbility): boolean => needsSession(ability) && !isEveryday(ability);

/** Of the named people one who may, with no more rights than it takes. */
export const agentWith = (ability: CallAbility) => (isManaging(ability) ? "ingrid" : "mira");
