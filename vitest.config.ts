import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/**
 * Test files of a project share their worker's modules: importing the server again for each would take longer than its
 * tests. A file that replaces a module (`vi.mock`) has its own worker.
 */
function projects(name: string, include: string, more: object = {}) {
  const mocking = globSync(include).filter((file) => readFileSync(file, "utf8").includes("vi.mock("));
  const project = (title: string, files: object) => ({
    test: {
      name: title,
      setupFiles: ["test/setup.ts"],
      restoreMocks: true,
      expect: { poll: { timeout: 15_000 } },
      ...more,
      ...files,
    },
  });
  const shared = project(name, { include: [include], exclude: mocking, isolate: false });
  if (mocking.length === 0) return [shared];
  return [shared, project(`${name}, modules replaced`, { include: mocking })];
}

const onDatabase = { globalSetup: ["test/database.global.ts"], testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // One more than cores, since many tests wait for a process they have started.
    maxWorkers: availableParallelism() + 1,
    // Ten times the duration of a test on two idle cores; a hang still ends.
    testTimeout: 30_000,
    projects: [
      ...projects("contract", "contract/src/**/*.test.ts"),
      ...projects("server", "server/src/**/*.test.ts", onDatabase),
      ...projects("simulator", "simulator/src/**/*.test.ts"),
      ...projects("console", "console/src/**/*.test.ts"),
      "console/vitest.config.ts",
      ...projects("widget", "widget/**/*.test.ts", { globalSetup: ["widget/test/build.global.ts"] }),
      ...projects("scripts", "scripts/**/*.test.ts"),
      ...projects("test", "test/**/*.test.ts", onDatabase),
    ],
  },
});
