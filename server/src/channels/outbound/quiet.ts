/** Tickets and accounts, by id, for which this process pauses signs. */
import type { Context } from "../../floor/context.ts";

const quietUntil = new WeakMap<Context, Map<string, number>>();

export const isQuiet = (context: Context, id: string): boolean =>
  (quietUntil.get(context)?.get(id) ?? 0) > context.clock().getTime();

export function pauseSends(context: Context, id: string, milliseconds: number): void {
  const quiet = quietUntil.get(context) ?? new Map<string, number>();
  quietUntil.set(context, quiet);
  const now = context.clock().getTime();
  for (const [known, until] of quiet) if (until <= now) quiet.delete(known);
  quiet.set(id, now + milliseconds);
}
