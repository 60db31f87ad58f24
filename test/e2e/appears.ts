/// <reference lib="dom" />
import type { Page } from "@playwright/test";

/**
 * Resolves once the text is on the page, within an element that matches `selector`. For texts that disappear after a
 * second or two: an assertion polls only once a second, and may miss them. Call it before the action that shows the
 * text.
 */
export function appears(page: Page, text: string, selector = "body"): Promise<void> {
  return page.evaluate(
    ([words, within]) =>
      new Promise<void>((resolve) => {
        const isThere = () =>
          [...document.querySelectorAll(within)].some(({ textContent }) => textContent.includes(words));
        const observer = new MutationObserver(look);
        observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
        look();
        function look() {
          if (!isThere()) return;
          observer.disconnect();
          resolve();
        }
      }),
    [text, selector] as const,
  );
}
