/** A secret by Standard Webhooks, of 32 random bytes. Pages may be http, where `randomUUID` is missing. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
