/** `npm run screenshots`: the pictures of the documentation, taken from the demo's world. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { loadConfig } from "../server/src/config.ts";
import { startParley } from "../server/src/start.ts";
import { demoWorld } from "../simulator/src/seed.ts";
import { startSimulator } from "../simulator/src/server.ts";
import { launchChromium } from "./e2e/chromium.ts";
import { freePort } from "./outside/desk.ts";
import { furnish } from "./sample/furnish.ts";
import { plantHistory } from "./sample/history.ts";
import { plantSample, samplePassword } from "./sample/plant.ts";

const folder = join(import.meta.dirname, "..", "docs", "pictures");
const dataDir = mkdtempSync(join(tmpdir(), "parley-pictures-"));
mkdirSync(folder, { recursive: true });

const simulator = await startSimulator({ seed: demoWorld });
const port = await freePort();
const config = loadConfig({
  NODE_ENV: "test",
  DATA_DIR: dataDir,
  PORT: String(port),
  TELEGRAM_API_URL: simulator.url,
});
const parley = await startParley(config);
const browser = await launchChromium();
try {
  await plantHistory(parley.context, (await plantSample(parley.context)).companyid);
  await furnish(config.publicUrl, simulator.control);
  const jonas = await visit(browser, "dark", [1200, 800], "jonas");
  for (const theme of ["dark", "light"] as const) {
    const desk = await visit(browser, theme, [1440, 900], "mira");
    await openChat(desk, "Dimitar Petrov");
    await picture(desk, `workspace-${theme}`);
    await desk.setViewportSize({ width: 1200, height: 800 });
    await desk.getByRole("tab", { name: "Closed" }).click();
    await openChat(desk, "Eleanor Whitcombe");
    await picture(desk, `closed-${theme}`);
    await desk.context().close();

    const phone = await visit(browser, theme, [390, 844], "mira");
    await picture(phone, `phone-tickets-${theme}`);
    await openChat(phone, "Dimitar Petrov");
    await picture(phone, `phone-chat-${theme}`);
    await phone.context().close();

    const context = await browser.newContext({ colorScheme: theme, viewport: { width: 1440, height: 900 } });
    const stranger = await context.newPage();
    await stranger.goto(`${config.publicUrl}/login`);
    await stranger.getByRole("button", { name: "Sign in" }).waitFor();
    await picture(stranger, `sign-in-${theme}`);
    await context.close();
  }
  await jonas.context().close();
} finally {
  await browser.close();
  await parley.stop();
  await simulator.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function visit(
  from: Browser,
  theme: "dark" | "light",
  size: [number, number],
  who: string,
): Promise<Page> {
  const [width, height] = size;
  const context = await from.newContext({
    baseURL: config.publicUrl,
    colorScheme: theme,
    reducedMotion: "reduce",
    viewport: { width, height },
  });
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel("Email").fill(`${who}@harbour.example`);
  await page.getByLabel("Password", { exact: true }).fill(samplePassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("listitem").first().waitFor();
  return page;
}

async function openChat(page: Page, client: string): Promise<void> {
  await page.getByRole("listitem").filter({ hasText: client }).getByRole("link").click();
  await page.getByRole("log").getByRole("article").first().waitFor();
}

async function picture(page: Page, name: string): Promise<void> {
  // Fonts and thumbnails arrive after what they are shown in; the day that floats while scrolling goes.
  await page.waitForLoadState("networkidle");
  await page.evaluate("document.fonts.ready");
  await page.waitForFunction("[...document.images].every((image) => image.complete)");
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
