import type { ReactNode } from "react";
import { Link } from "react-router";

/** From one page before the door to another; on a phone it is felt larger than it looks. */
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
