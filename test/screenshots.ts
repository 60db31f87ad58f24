/** `npm run screenshots`: the pictures of the documentation and the page that shows them all, taken from the demo's world. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { loadConfig } from "../server/src/app/config.ts";
import { startParley } from "../server/src/app/start.ts";
import { demoWorld } from "../simulator/src/seed.ts";
import { startSimulator } from "../simulator/src/server.ts";
import { launchChromium } from "./e2e/chromium.ts";
import { freePort } from "./outside/desk.ts";
import { plantAutomatic } from "./sample/automatic.ts";
import { demoPhone } from "./sample/demo-phone.ts";
import { furnish } from "./sample/furnish.ts";
import { plantHistory } from "./sample/history.ts";
import { plantSample, samplePassword } from "./sample/plant.ts";
import { plantReplyWindows, sampleClock } from "./sample/reply-windows.ts";
import { furnishVisitors } from "./sample/visitors.ts";
import { type Screen, screens } from "./screens.ts";

const docs = join(import.meta.dirname, "..", "docs");
const folder = join(docs, "pictures");
const only = process.argv.slice(2);
const themes = ["dark", "light"] as const;
const sizes = [
  ["desk", 1440, 900],
  ["phone", 390, 844],
] as const;
type Theme = (typeof themes)[number];

const dataDir = mkdtempSync(join(tmpdir(), "parley-pictures-"));
mkdirSync(folder, { recursive: true });
const clock = sampleClock();
const simulator = await startSimulator({
  seed: demoWorld,
  now: () => clock.now(),
  allowInsecureWebhooks: true,
});
const port = await freePort();
const config = loadConfig({
  NODE_ENV: "test",
  DATA_DIR: dataDir,
  PORT: String(port),
  ...simulator.settings,
});
const parley = await startParley(config);
const browser = await launchChromium();
try {
  const { companyid } = await plantSample(parley.context, simulator.control.accounts());
  await plantHistory(parley.context, companyid);
  await plantReplyWindows(parley.context, simulator, clock);
  await furnish(config.publicUrl, simulator);
  await plantAutomatic(parley.context, companyid);
  await furnishVisitors(config.publicUrl);
  // A colleague is online too.
  await visit(browser, "dark", [1200, 800], "jonas");
  for (const theme of themes) {
    for (const [size, width, height] of sizes) {
      for (const who of [null, "mira", "ingrid"] as const) {
        const wanted = screens.filter((screen) => screen.who === who && isWanted(screen));
        if (wanted.length === 0) continue;
        const page = await visit(browser, theme, [width, height], who);
        for (const screen of wanted)
          await take(page, screen, `${screen.name}-${size}-${theme}`, size === "phone");
        await page.context().close();
      }
    }
  }
  writeFileSync(join(docs, "screens.md"), page());
} finally {
  await browser.close();
  await parley.stop();
  await simulator.close();
  rmSync(dataDir, { recursive: true, force: true });
}

function isWanted({ name }: Screen): boolean {
  return only.length === 0 || only.includes(name);
}

async function visit(
  from: Browser,
  theme: Theme,
  [width, height]: [number, number],
  who: string | null,
): Promise<Page> {
  const context = await from.newContext({
    baseURL: config.publicUrl,
    colorScheme: theme,
    reducedMotion: "reduce",
    viewport: { width, height },
  });
  const page = await context.newPage();
  if (!who) return page;
  await page.goto("/login");
  await page.getByLabel("Email").fill(`${who}@harbour.example`);
  await page.getByLabel("Password", { exact: true }).fill(samplePassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("listitem").first().waitFor();
  return page;
}

async function take(page: Page, screen: Screen, name: string, phone: boolean): Promise<void> {
  await page.goto(screen.client ? phoneOf(screen.client) : screen.path);
  await screen.show?.(page, phone);
  // Fonts and thumbnails load after their surroundings; the floating day of scrolling disappears.
  await page.waitForLoadState("networkidle");
  await page.evaluate("document.fonts.ready");
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.loading === "lazy"),
  );
  await new Promise((resolve) => setTimeout(resolve, 1_800));
  await sharp(await page.screenshot())
    .webp({ quality: 88, effort: 6 })
    .toFile(join(folder, `${name}.webp`));
}

function phoneOf(name: string): string {
  const { account, person } = demoPhone(simulator.control, name);
  return `${simulator.url}/phone?person=${person.id}&account=${account.id}`;
}

/** The page of all screens. */
function page(): string {
  const picture = (name: string, size: string, theme: Theme, width: number) =>
    `<img src="pictures/${name}-${size}-${theme}.webp" alt="${size}, ${theme}" width="${width}">`;
  const sections = screens.map(
    ({ name, title, about }) => `## ${title}

${about}

${themes.map((theme) => `${picture(name, "desk", theme, 600)} ${picture(name, "phone", theme, 160)}`).join("\n\n")}
`,
  );
  return `# The screens

Every screen on a desk (1440 px) and a phone (390 px), dark and light. The pictures are taken from the sample world by
\`npm run screenshots\`, which also writes this page.

${sections.join("\n")}`;
}
