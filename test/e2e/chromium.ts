/**
 * A real Chromium that npm installs. On Linux it is the build that needs no system packages; elsewhere Playwright's
 * own, which `npx playwright install chromium` fetches once.
 */
import sparticuz from "@sparticuz/chromium";
import { chromium } from "playwright-core";

/** Quiet on a closed network, and without the switches of the Linux build that would loosen web security. */
const args = [
  "--no-sandbox",
  "--no-zygote",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--font-render-hinting=none",
  "--force-color-profile=srgb",
];

export async function launchOptions() {
  if (process.platform !== "linux" || process.arch !== "x64") return { args: [] };
  return { args, executablePath: await sparticuz.executablePath() };
}

export async function launchChromium() {
  return chromium.launch({ ...(await launchOptions()), headless: true });
}
