/** `entry` is below the root, `pages` says that the console must be built first; a task may be only that. */
const production = { NODE_ENV: "production" };

export const tasks = {
  start: { entry: ["server/src/main.ts"], pages: true, env: production },
  demo: { entry: ["test/demo.ts"], pages: true, env: production },
  dev: { entry: ["scripts/dev.ts"] },
  parley: { entry: ["server/src/cli.ts"], env: production },
  test: { entry: ["scripts/test.ts"], pages: true },
  "test:unit": { entry: ["node_modules/vitest/vitest.mjs", "run"] },
  "test:e2e": {
    entry: ["node_modules/@playwright/test/cli.js", "test", "--config", "test/e2e"],
    pages: true,
  },
  "test:faults": { entry: ["test/faults/faults.ts"] },
  "test:attacks": { entry: ["test/attacks/attacks.ts"], pages: true },
  build: { pages: true },
  check: { entry: ["scripts/check.ts"] },
  schema: { entry: ["scripts/generate-schema.ts"] },
  bench: { entry: ["test/bench/bench.ts"], pages: true },
  icons: { entry: ["scripts/icons.ts"] },
  screenshots: { entry: ["test/screenshots.ts"], pages: true },
};
