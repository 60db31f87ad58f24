/** Minutes before a due moment from which it is soon. */
const soon = 15;

export type DueState = "later" | "soon" | "overdue";

/** `minutes`: until the moment, the begun one counted; after it, those that have passed. */
export function leftUntil(on: string, now: Date): { state: DueState; minutes: number } {
  const left = (Date.parse(on) - now.getTime()) / 60_000;
  if (left <= 0) return { state: "overdue", minutes: Math.floor(-left) };
  const minutes = Math.ceil(left);
  return { state: minutes <= soon ? "soon" : "later", minutes };
}
