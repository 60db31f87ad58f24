const production = { NODE_ENV: "production" };
const pages = ["console", "widget"];
const all = [...pages, "server"];

/**
 * `entry` is below the root, `builds` names parts to build first; a task may be only that. A task that `stays` runs
 * until it is stopped. One that is `inMemory` keeps its temporary files there, where there is room.
 */
export const tasks = {
  start: { entry: ["server/dist/main.js"], builds: all, env: production, stays: true },
  demo: { entry: ["test/demo.ts"], builds: pages, env: production, stays: true },
  simulator: { entry: ["simulator/src/main.ts"], stays: true },
  dev: { entry: ["scripts/dev.ts"], builds: ["widget"], stays: true },
  parley: { entry: ["server/src/cli.ts"], env: production },
  test: { entry: ["scripts/test.ts"], builds: all, inMemory: true },
  "test:unit": {
    entry: ["node_modules/vitest/vitest.mjs", "run"],
    builds: ["server", "widget"],
    inMemory: true,
  },
  "test:e2e": {
    entry: ["node_modules/@playwright/test/cli.js", "test", "--config", "test/e2e"],
    builds: all,
    inMemory: true,
  },
  "test:faults": { entry: ["test/faults/faults.ts"], builds: ["server"], inMemory: true },
  "test:attacks": { entry: ["test/attacks/attacks.ts"], builds: all, inMemory: true },
  "test:cluster": { entry: ["test/cluster/cluster.ts"], builds: ["server"], inMemory: true },
  "test:mutations": { entry: ["test/mutations/mutations.ts"], inMemory: true },
  // Ten thousand tickets and 200 agents, or as many as `ROUTED` says.
  "test:routing": {
    entry: ["node_modules/vitest/vitest.mjs", "run", "server/src/decide/routing/simulation.test.ts"],
    env: { ROUTED: process.env.ROUTED ?? "10000" },
    inMemory: true,
  },
  "test:release": { entry: ["test/release/release.ts"], builds: all },
  "test:image": { entry: ["test/image/image.ts"] },
  "test:proxy": { entry: ["test/proxy/proxy.ts"], builds: all },
  "test:mail": { entry: ["test/mail/dovecot.ts"], builds: ["server"] },
  build: { builds: all },
  release: { entry: ["scripts/release.ts"], builds: all },
  check: { entry: ["scripts/check.ts"] },
  format: {
    entry: ["node_modules/@biomejs/biome/bin/biome", "check", "--write", "--skip=style/noRestrictedImports"],
  },
  schema: { entry: ["scripts/generate-schema.ts"] },
  openapi: { entry: ["scripts/openapi.ts"] },
  bench: { entry: ["test/bench/bench.ts"], builds: all },
  notices: { entry: ["scripts/notices.ts"] },
  icons: { entry: ["scripts/icons.ts"] },
  guide: { entry: ["scripts/guide.ts"] },
  screenshots: { entry: ["test/screenshots.ts"], builds: pages },
};
