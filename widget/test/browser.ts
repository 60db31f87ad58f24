/** One Chromium for the tests of a file, and pages that fail the test by an unexpected error. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { launchChromium } from "../../test/e2e/chromium.ts";

/** Milliseconds. On a busy machine everything takes several times as long. */
const patience = 20_000;

export function useBrowser() {
  let browser: Browser;
  const unexpected: string[] = [];
  const leave: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async () => {
    for (const one of leave.splice(0).reverse()) await one();
    expect(unexpected.splice(0)).toEqual([]);
  });
  afterAll(() => browser.close());

  return {
    async newPage(options: BrowserContextOptions = {}): Promise<Page> {
      const context = await browser.newContext({
        locale: "en-GB",
        timezoneId: "UTC",
        reducedMotion: "reduce",
        viewport: { width: 1440, height: 900 },
        ...options,
      });
      context.setDefaultTimeout(patience);
      leave.push(() => context.close());
      const page = await context.newPage();
      page.on("pageerror", (error) => unexpected.push(error.message));
      return page;
    },
    /** Runs after the test, in reverse order. */
    after(undo: () => Promise<unknown>) {
      leave.push(undo);
    },
  };
}

/** Waits for conditions that Playwright's own waits do not see. */
export async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  await expect.poll(what, { timeout: patience, interval: 25 }).toBe(true);
}
