/**
 * Component tests: the behaviour of one widget, in the Chromium of the browser tests, with an answer to each call that
 * the test gives.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { launchOptions } from "../test/e2e/chromium.ts";
import { guide } from "./vite/guide.ts";

/** A browser loads a frame itself: no test can answer that call. A mail whose id begins with "gone" has no frame. */
const mailFrames: Plugin = {
  name: "mail-frames",
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const id = /\/mails\/([^/]+)\/frame/.exec(request.url ?? "")?.[1];
      if (!id) return next();
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.statusCode = id.startsWith("gone") ? 404 : 200;
      response.end(
        id.startsWith("gone")
          ? "<p>Not found</p>"
          : '<body data-mail><p style="height:300px">Hello <b>you</b></p>',
      );
    });
  },
};

const include = "src/**/*.component.test.tsx";

/** A file that replaces a module, or needs modules as a page loads them, says so and has its own frame. */
const alone = globSync(include, { cwd: import.meta.dirname }).filter((file) =>
  /vi\.mock\(|^\/\/ Own frame:/m.test(readFileSync(join(import.meta.dirname, file), "utf8")),
);

export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: [{ find: /^zustand$/, replacement: join(import.meta.dirname, "src/sample/stores.ts") }] },
  plugins: [react(), tailwind(), guide(), mailFrames],
  // All imports of any component are known before the first test: a library found later would bring a second React.
  optimizeDeps: { entries: ["src/main.tsx", "src/**/*.component.test.tsx"] },
  test: {
    name: "components",
    include: [include],
    setupFiles: ["src/sample/components.setup.ts"],
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: await launchOptions(),
        contextOptions: { locale: "en-GB", timezoneId: "UTC", colorScheme: "dark", reducedMotion: "reduce" },
        actionTimeout: 15_000,
      }),
      viewport: { width: 1440, height: 900 },
      // The other files share a frame and its modules: loading those takes longer than the tests.
      instances: [
        { browser: "chromium", name: "components", exclude: alone, isolate: false, fileParallelism: false },
        { browser: "chromium", name: "components alone", include: alone },
      ],
    },
  },
});
