import type { ReactNode } from "react";
import { Link } from "react-router";

/** A link between pages without a session. Its touch target on a phone is larger than its text. */
export function EntryLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="relative inline-block font-semibold text-accent-text hover:underline max-phone:before:absolute max-phone:before:-inset-x-2 max-phone:before:-inset-y-3"
    >
      {children}
    </Link>
  );
}
