import type { ReactNode } from "react";

/** A control that names itself, beneath its label. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <span aria-hidden="true" className="text-s font-semibold text-text-2">
        {label}
      </span>
      {children}
    </div>
  );
}
