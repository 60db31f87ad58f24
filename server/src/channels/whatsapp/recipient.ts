/** A client by phone number where we have it, else by the provider's user id ("<country>.<id>"). */
export const addressOf = (externalId: string): { to: string } | { recipient: string } =>
  /^\d+$/.test(externalId) ? { to: `+${externalId}` } : { recipient: externalId };
