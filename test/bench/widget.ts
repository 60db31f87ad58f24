/**
 * The cost of the web chat for a visitor: bytes, and time of the page's main thread on a processor four times slower.
 */
import { join } from "node:path";
import { measure, sizeLimits } from "../../widget/sizes.ts";
import { startDesk } from "../../widget/test/desk.ts";
import { startHostPage } from "../../widget/test/host-page.ts";
import { type MainThread, measureMainThread } from "../../widget/test/main-thread.ts";
import { launchChromium } from "../e2e/chromium.ts";

export async function widgetLines(visits: number): Promise<string> {
  const { loader, frame } = measure(join(import.meta.dirname, "../../widget/dist"));
  const { total, frame: element, longest } = await leastWork(visits);
  return [
    `web chat: loader ${loader} bytes gzipped, goal at most ${sizeLimits.loader}`,
    `web chat: frame ${frame} bytes gzipped, goal at most ${sizeLimits.frame}`,
    `web chat: the loader takes ${(total - element).toFixed(1)} ms of the page's main thread at a quarter of its speed, goal at most 10 ms; ` +
      `making the frame takes the browser ${element.toFixed(1)} ms more; at most ${longest.toFixed(1)} ms at a time`,
  ].join("\n");
}

/** The least of some visits, since other load on the machine only adds to it. */
async function leastWork(visits: number): Promise<MainThread> {
  const desk = await startDesk();
  const shop = await startHostPage(`<script src="${desk.origin}/chat.js" data-key="wk_test" async></script>`);
  const browser = await launchChromium();
  const found: MainThread[] = [];
  try {
    for (let visit = 0; visit < visits; visit++) {
      const page = await (await browser.newContext()).newPage();
      found.push(await measureMainThread(page, shop.origin));
      await page.context().close();
    }
  } finally {
    await browser.close();
    await shop.stop();
    await desk.stop();
  }
  return found.reduce((least, one) => (one.total < least.total ? one : least));
}
