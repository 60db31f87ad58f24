import type { ReactNode } from "react";
import { Link } from "react-router";

type Props = {
  to: string;
  /** Read by screen readers and shown on hover. */
  label: string;
  /** True to open a new tab. */
  newTab?: boolean;
  children: ReactNode;
};

/** A link that looks like an `IconButton`. */
export function IconLink({ to, label, newTab = false, children }: Props) {
  return (
    <Link
      to={to}
      {...(newTab && { target: "_blank", rel: "noreferrer" })}
      aria-label={label}
      title={label}
      className="relative grid size-9 shrink-0 place-items-center rounded-m text-text-2 transition duration-150 hover:bg-raised-2 hover:text-text max-phone:size-11"
    >
      {children}
    </Link>
  );
}
