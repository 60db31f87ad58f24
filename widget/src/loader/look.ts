/** How the company wants its launcher to look. */
import type { WidgetLook } from "@parley/contract/widget";
import type { Options } from "./options.ts";

const within = 10_000;
/** Waits before another try, in milliseconds; then only opening the chat tries again. */
const pauses = [5_000, 30_000, 120_000];

export class UnknownKey extends Error {}

/** @throws {UnknownKey} when the desk has no such key; any other error: it is out of reach. */
export async function fetchLook(
  { key, origin }: Options,
  { isEnded }: { isEnded: () => boolean },
): Promise<WidgetLook> {
  for (let tried = 0; ; tried++) {
    try {
      return await fetchOnce(`${origin}/chat/look/${encodeURIComponent(key)}`);
    } catch (error) {
      const pause = pauses[tried];
      if (error instanceof UnknownKey || pause === undefined || isEnded()) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (isEnded()) throw error;
    }
  }
}

async function fetchOnce(address: string): Promise<WidgetLook> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), within);
  try {
    const answer = await fetch(address, { credentials: "omit", signal: controller.signal });
    if (answer.status === 404) throw new UnknownKey("unknown key");
    if (!answer.ok) throw new Error(`the desk answered ${answer.status}`);
    return await answer.json();
  } finally {
    clearTimeout(timer);
  }
}
