/** The company's settings of its launcher. */
import type { WidgetLook } from "@parley/contract/widget";
import type { Options } from "./options.ts";

const within = 10_000;
/** Milliseconds before another try; then only opening the chat tries again. */
const pauses = [5_000, 30_000, 120_000];

export type LookFault = "unknown_key" | "unreachable";

type Uses = {
  found: (look: WidgetLook) => void;
  /** Called when the desk has no such key, or is unreachable after all tries. */
  failed: (fault: LookFault) => void;
  isEnded: () => boolean;
};

/**
 * Uses callbacks and a plain request: promises and streams would cost the page's main thread more than the rest of it.
 */
export function fetchLook(options: Options, uses: Uses, tried = 0): void {
  const request = new XMLHttpRequest();
  request.onloadend = () => {
    const { status } = request;
    if (uses.isEnded()) return;
    const look = status === 200 ? readLook(request.responseText) : null;
    if (look) return uses.found(look);
    const pause = pauses[tried];
    if (status === 404 || pause === undefined)
      return uses.failed(status === 404 ? "unknown_key" : "unreachable");
    setTimeout(() => {
      if (!uses.isEnded()) fetchLook(options, uses, tried + 1);
    }, pause);
  };
  request.open("GET", `${options.origin}/chat/look/${encodeURIComponent(options.key)}`);
  request.timeout = within;
  request.send();
}

/** Null for an answer that is not the desk's, such as a proxy's page. */
function readLook(text: string): WidgetLook | null {
  try {
    return JSON.parse(text) as WidgetLook;
  } catch {
    return null;
  }
}
