/** Prints each promise as shown or broken, and counts them. */
export type Report = {
  /** `promise` is its name in quality.md, or the tested fault. Without findings it holds. */
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
