import { defineConfig } from "@playwright/test";
import { launchOptions } from "./chromium.ts";

/** Browser tests: one desk and one simulator for the whole run, a company for each test, any order. */
export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  // Longer than any test takes on a busy machine of two cores; a hang still ends.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  workers: 2,
  // A test that passes only at a second try is a defect of the product or of the test.
  retries: 0,
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
    // The processor renders each frame of an animation here. The main job is tested with motion.
    contextOptions: { reducedMotion: "reduce" },
    // A trace of each step costs a fifth of the run: PWTRACE=1 keeps those of failed tests.
    trace: process.env.PWTRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: await launchOptions(),
  },
});
