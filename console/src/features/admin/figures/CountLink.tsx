import type { ReactNode } from "react";
import { Link } from "react-router";

/** A number in a table that leads to the tickets behind it; without an address, of nothing, it is plain text. */
export function CountLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (!to) return children;
  return (
    <Link
      to={to}
      className="text-accent-text hover:underline max-phone:-my-3 max-phone:inline-block max-phone:py-3"
    >
      {children}
    </Link>
  );
}
