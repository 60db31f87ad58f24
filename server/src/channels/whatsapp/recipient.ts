export const isPhoneNumber = (externalId: string): boolean => /^\d+$/.test(externalId);

/** Addresses a client by phone number where we have it, else by the provider's user id ("<country>.<id>"). */
export const addressOf = (externalId: string): { to: string } | { recipient: string } =>
  isPhoneNumber(externalId) ? { to: `+${externalId}` } : { recipient: externalId };
