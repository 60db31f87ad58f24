import type { ReactNode } from "react";
import { Link } from "react-router";
import { type Place, usePlace } from "./place.ts";

type Props = { to: Place; label?: string; className?: string; children: ReactNode };

/** Links to a place, from which Back leads here again. */
export function PlaceLink({ to, label, className = "", children }: Props) {
  const { place, addressOf } = usePlace();
  return (
    <Link to={addressOf(to)} state={{ from: place }} aria-label={label} className={className}>
      {children}
    </Link>
  );
}
