/// <reference lib="dom" />
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import { smallTargets } from "./targets.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Checks every rule in the present theme, then the contrast in the other one: the rest is the same in both. Transitions
 * must be off, or a colour is read while it changes.
 */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await expectNoFaults(page, screen);
  await expectTouchable(page, screen);
}

/**
 * Resolves to true after two frames, for which a click waits too: a change of size and what it makes React render are on
 * screen then. Resolves to false after five seconds without them.
 */
function drawsFrames(page: Page): Promise<boolean> {
  return page.evaluate(
    (milliseconds) =>
      Promise.race([
        new Promise<boolean>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))),
        ),
        new Promise<boolean>((resolve) => setTimeout(() => resolve(false), milliseconds)),
      ]),
    5_000,
  );
}

/** True for a screen that a phone's width would close. */
export async function expectNoFaults(page: Page, screen: string): Promise<void> {
  await drawsFrames(page);
  const faults = await run(page);
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const other = (await theme()) === "light" ? "dark" : "light";
  await page.emulateMedia({ colorScheme: other, reducedMotion: "reduce" });
  await expect.poll(theme).toBe(other);
  const contrast = await run(page, "color-contrast");
  await page.emulateMedia({ colorScheme: other === "light" ? "dark" : "light", reducedMotion: "reduce" });
  await expect.poll(theme).not.toBe(other);
  expect([...faults, ...contrast].map((fault) => `${screen}: ${fault}`)).toEqual([]);
}

/** On a phone's width a finger hits every control. Dialogs and menus of a desktop stay when the width changes. */
export async function expectTouchable(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const small = async () => (await smallTargets(page)).map((target) => `${screen}: under 44 px: ${target}`);
  // Waits until everything is rendered for that width.
  await expect.configure({ soft: true }).poll(small, { timeout: 3_000 }).toEqual([]);
  if (before) await resizeBack(page, before);
}

/**
 * Chromium without a screen has twice drawn no frame, or one alone, after two changes of size, without any work, and a
 * click waits for frames. Another change of size asks it for one.
 */
async function resizeBack(page: Page, { width, height }: { width: number; height: number }): Promise<void> {
  for (let tries = 1; tries <= 3; tries++) {
    await page.setViewportSize({ width, height });
    if (await drawsFrames(page)) return;
    process.stdout.write(`✗ no frame is drawn at ${width} × ${height}, try ${tries}\n`);
    await page.setViewportSize({ width, height: height - tries });
  }
  throw new Error("Chromium draws no frame after a change of size");
}

/**
 * A focus guard of Base UI is hidden and takes the focus only to pass it on, so the rule against hidden focus does not
 * apply to it.
 */
async function run(page: Page, rule?: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(async (only) => {
    const { axe: library } = window as unknown as { axe: typeof axe };
    const { violations } = await library.run(
      { include: document, exclude: [["[data-base-ui-focus-guard]"]] },
      {
        resultTypes: ["violations"],
        ...(only && { runOnly: { type: "rule", values: [only] } }),
      },
    );
    const theme = document.documentElement.dataset.theme;
    return violations.map(({ id, nodes }) => `${theme}: ${id} ${nodes[0]?.html}`);
  }, rule);
}
