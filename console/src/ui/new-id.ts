const version4 = "10000000-1000-4000-8000-100000000000";

/**
 * A random UUID. `crypto.randomUUID` is missing on pages served over plain http, as on a local network;
 * `getRandomValues` is not.
 */
export function newId(): string {
  return version4.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ ((random & 15) >> (Number(digit) / 4))).toString(16);
  });
}
