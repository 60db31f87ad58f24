const version4 = "10000000-1000-4000-8000-100000000000";

/**
 * A random UUID. The browser's own function is missing on a page that came over plain http from another machine, as a
 * desk within a house may; random numbers are there everywhere.
 */
export function newId(): string {
  return version4.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ ((random & 15) >> (Number(digit) / 4))).toString(16);
  });
}
