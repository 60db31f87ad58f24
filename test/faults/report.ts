/** Prints each promise as it is shown or broken, and counts. */
export type Report = {
  /** `promise` as quality.md names it, or the fault it is about. No findings: it holds. */
  check(promise: string, what: string, findings: string[] | Promise<string[]>): Promise<void>;
  begin(scenario: string): void;
  passed: number;
  failed: number;
};

const shown = 5;

export function createReport(print: (line: string) => void): Report {
  const report: Report = {
    passed: 0,
    failed: 0,
    begin: (scenario) => print(`\n${scenario}`),
    async check(promise, what, looking) {
      let findings: string[];
      try {
        findings = await looking;
      } catch (error) {
        findings = [(error as Error).stack ?? String(error)];
      }
      if (findings.length === 0) report.passed += 1;
      else report.failed += 1;
      print(`  ${findings.length === 0 ? "✓" : "✗"} ${promise.padEnd(3)} ${what}`);
      for (const finding of findings.slice(0, shown)) print(`        ${finding.slice(0, 20000)}`);
      if (findings.length > shown) print(`        and ${findings.length - shown} more`);
    },
  };
  return report;
}
