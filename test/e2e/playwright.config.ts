import { defineConfig } from "@playwright/test";
import { launchOptions } from "./chromium.ts";

/** Browser tests: one desk and one simulator for the whole run, a fresh company for each test. */
export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  // Longer than anything takes on a busy machine of two cores; what never comes still ends.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 1,
  // A browser on a busy machine stumbles now and then. What passes at the second try only is told by name.
  retries: 1,
  forbidOnly: true,
  globalSetup: "./start-desk.ts",
  reporter: [
    ["list"],
    ...(process.env.PLAYWRIGHT_JSON
      ? [["json", { outputFile: process.env.PLAYWRIGHT_JSON }] as ["json", object]]
      : []),
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "UTC",
    colorScheme: "dark",
    trace: "retain-on-failure",
    launchOptions: await launchOptions(),
  },
});
