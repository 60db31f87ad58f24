/** The page around the frame. Commands count only from there, and none can do more than its purpose. */
import type { PageAddress, ToFrame, ToPage } from "../protocol.ts";
import { pageOrigin } from "./address.ts";

const pageWithin = 1_000;

/** True if the frame's address was opened as a page. */
export const isOwnPage = window.parent === window;

let receivePage: ((page: PageAddress | null) => void) | null = null;

export function postToPage(message: ToPage): void {
  if (!isOwnPage) window.parent.postMessage(message, pageOrigin);
}

export function onPageMessage(receive: (message: ToFrame) => void): void {
  window.addEventListener("message", ({ source, origin, data }) => {
    if (source !== window.parent || origin !== pageOrigin || typeof data?.parley !== "string") return;
    if (data.parley === "page") receivePage?.(addressOf(data.page));
    else receive(data);
  });
}

/** Asked for only with the first message, when the company wants it. Null: the page gives none. */
export function requestPageAddress(): Promise<PageAddress | null> {
  if (isOwnPage) return Promise.resolve(null);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), pageWithin);
    receivePage = (page) => {
      clearTimeout(timer);
      receivePage = null;
      resolve(page);
    };
    postToPage({ parley: "wants-page" });
  });
}

function addressOf(said: unknown): PageAddress | null {
  const { url, title, referrer } = (said ?? {}) as Partial<PageAddress>;
  if (typeof url !== "string" || !/^https?:\/\//.test(url) || url.length > 2_000) return null;
  return { url, title: String(title ?? "").slice(0, 200), ...(referrer && { referrer: String(referrer) }) };
}
