const production = { NODE_ENV: "production" };

/**
 * `entry` is below the root, `pages` says that the console must be built first; a task may be only that. One that `stays`
 * runs until it is stopped.
 */
export const tasks = {
  start: { entry: ["server/src/main.ts"], pages: true, env: production, stays: true },
  demo: { entry: ["test/demo.ts"], pages: true, env: production, stays: true },
  simulator: { entry: ["simulator/src/main.ts"], stays: true },
  dev: { entry: ["scripts/dev.ts"], stays: true },
  parley: { entry: ["server/src/cli.ts"], env: production },
  test: { entry: ["scripts/test.ts"], pages: true },
  "test:unit": { entry: ["node_modules/vitest/vitest.mjs", "run"] },
  "test:e2e": {
    entry: ["node_modules/@playwright/test/cli.js", "test", "--config", "test/e2e"],
    pages: true,
  },
  "test:faults": { entry: ["test/faults/faults.ts"] },
  "test:attacks": { entry: ["test/attacks/attacks.ts"], pages: true },
  "test:cluster": { entry: ["test/cluster/cluster.ts"] },
  "test:release": { entry: ["test/release/release.ts"], pages: true },
  "test:image": { entry: ["test/image/image.ts"] },
  "test:proxy": { entry: ["test/proxy/proxy.ts"], pages: true },
  "test:mail": { entry: ["test/mail/dovecot.ts"] },
  build: { pages: true },
  release: { entry: ["scripts/release.ts"], pages: true },
  check: { entry: ["scripts/check.ts"] },
  format: {
    entry: ["node_modules/@biomejs/biome/bin/biome", "check", "--write", "--skip=style/noRestrictedImports"],
  },
  schema: { entry: ["scripts/generate-schema.ts"] },
  openapi: { entry: ["scripts/openapi.ts"] },
  bench: { entry: ["test/bench/bench.ts"], pages: true },
  icons: { entry: ["scripts/icons.ts"] },
  guide: { entry: ["scripts/guide.ts"] },
  screenshots: { entry: ["test/screenshots.ts"], pages: true },
};
