/** Keeps the height of each mail's frame, so that a frame that is drawn again has its height at once. */

const most = 2_000;
const heights = new Map<string, number>();

/** The same mail is higher in a narrow column, and with its quotes. */
const keyOf = (mail: string, width: number) => `${mail} ${Math.round(width)}`;

export const keptHeight = (mail: string, width: number): number | null =>
  heights.get(keyOf(mail, width)) ?? null;

export function keepHeight(mail: string, width: number, height: number): void {
  const key = keyOf(mail, width);
  heights.delete(key);
  heights.set(key, height);
  const [oldest] = heights.keys();
  if (heights.size > most && oldest !== undefined) heights.delete(oldest);
}
