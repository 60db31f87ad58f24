/** What `npm run test:faults` tries of backup and restore, so that every run of the tests sees it. */
import { expect, test } from "vitest";
import { createReport } from "./report.ts";
import { backupUnderLoad } from "./scenarios/backup.ts";
import { openStage } from "./stage.ts";

test("a backup under load, restored elsewhere, both also killed", { timeout: 120_000 }, async () => {
  const lines: string[] = [];
  const report = createReport((line) => lines.push(line));
  const stage = await openStage(report);
  try {
    await backupUnderLoad(stage);
    await stage.checkAll("in the end");
  } finally {
    await stage.close();
  }
  expect(report.failed, lines.join("\n")).toBe(0);
  expect(report.passed).toBeGreaterThan(10);
});
