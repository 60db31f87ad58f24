import type { ReactNode } from "react";

/** A line of the profile: what it is, and its value. */
export function ProfileRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(110px,200px)_minmax(0,1fr)] gap-x-4 gap-y-0.5 py-3 max-phone:grid-cols-1">
      <dt className="text-s text-text-2">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
