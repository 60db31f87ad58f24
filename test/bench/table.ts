import type { Measured, Spread } from "./measure.ts";

export type Row = {
  work: string;
  times?: Spread;
  perSecond?: number;
  ratio?: string;
  goal?: string;
  /** Undefined where there is no goal. */
  met?: boolean;
};

const columns = ["", "work", "p50 ms", "p95 ms", "p99 ms", "per s", "ratio", "goal"];

export function printTable(rows: Row[]): void {
  const cells = rows.map(({ work, times, perSecond, ratio = "", goal = "", met }) => [
    met === undefined ? " " : met ? "✓" : "✗",
    work,
    ...[times?.p50, times?.p95, times?.p99].map((time) => time?.toFixed(2) ?? ""),
    perSecond ? Math.round(perSecond).toString() : "",
    ratio,
    goal,
  ]);
  const widths = columns.map((title, at) =>
    Math.max(...[columns, ...cells].map((row) => (row[at] ?? title).length)),
  );
  const line = (row: string[]) =>
    row
      .map((cell, at) => (at >= 2 && at <= 5 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join("  ");
  process.stdout.write(`\n${[columns, ...cells].map((row) => line(row).trimEnd()).join("\n")}\n`);
}

/** Failures of the load itself, which make its figures worthless. */
export function faultsOf(work: string, { sent, heard, refused }: Measured): string[] {
  if (refused === 0 && heard === sent) return [];
  return [`${work}: of ${sent} sent, ${refused} were refused and ${heard} were heard`];
}
