import type { ReactNode } from "react";

/** Labelled values, a line each. */
export function InfoRows({ rows }: { rows: [label: string, value: ReactNode][] }) {
  return (
    <dl className="grid">
      {rows.map(([label, value]) => (
        <div key={label} className="flex gap-3 border-t border-line py-2.5 text-s">
          <dt className="w-40 shrink-0 max-phone:w-28 text-text-3">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
