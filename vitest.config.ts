import { defineConfig } from "vitest/config";

const project = (name: string, include: string[], more: object = {}) => ({
  test: { name, include, setupFiles: ["test/setup.ts"], restoreMocks: true, ...more },
});

const onDatabase = { globalSetup: ["test/database.global.ts"], testTimeout: 20_000, hookTimeout: 30_000 };

export default defineConfig({
  test: {
    // Longer than a test takes on a busy machine of two cores; a hang still ends.
    testTimeout: 10_000,
    projects: [
      project("contract", ["contract/src/**/*.test.ts"]),
      project("server", ["server/src/**/*.test.ts"], onDatabase),
      project("simulator", ["simulator/**/*.test.ts"]),
      project("console", ["console/src/**/*.test.{ts,tsx}"]),
      project("scripts", ["scripts/**/*.test.ts"]),
      project("test", ["test/**/*.test.ts"], onDatabase),
    ],
  },
});
