/** Signs to clients, such as typing: best effort, a few at a time for each account, and none during a pause. */
import type { Context } from "../../floor/context.ts";

/** This process's knowledge of signs, by the id of an account or a ticket. */
type Signs = {
  pausedUntil: Map<string, number>;
  typing: Map<string, number>;
  readMarks: Map<string, number>;
};

declare module "../../floor/context.ts" {
  interface Context {
    signs: Signs;
  }
}

export const createSigns = (): Signs => ({
  pausedUntil: new Map(),
  typing: new Map(),
  readMarks: new Map(),
});

/** The number of signs of a kind under way for an account. */
const most = 8;

/** Runs `show` unless too many are under way. */
export async function showSign(
  { signs }: Context,
  kind: "typing" | "readMarks",
  channelId: string,
  show: () => Promise<void>,
): Promise<void> {
  const underWay = signs[kind];
  const count = underWay.get(channelId) ?? 0;
  if (count >= most) return;
  underWay.set(channelId, count + 1);
  try {
    await show();
  } finally {
    const left = (underWay.get(channelId) ?? 1) - 1;
    if (left > 0) underWay.set(channelId, left);
    else underWay.delete(channelId);
  }
}

/** True while the ticket or account gets no signs. */
export const isPaused = ({ signs, clock }: Context, id: string): boolean =>
  (signs.pausedUntil.get(id) ?? 0) > clock().getTime();

export function pauseSigns({ signs, clock }: Context, id: string, milliseconds: number): void {
  const { pausedUntil } = signs;
  const now = clock().getTime();
  for (const [known, until] of pausedUntil) if (until <= now) pausedUntil.delete(known);
  pausedUntil.set(id, now + milliseconds);
}
