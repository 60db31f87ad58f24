import { ChevronLeft } from "lucide-react";
import { Link } from "react-router";
import { listPlace } from "./list-place.ts";

type Props = { list: string; label: string };

/** Links from a profile to its list, as it was shown last. */
export function BackTo({ list, label }: Props) {
  return (
    <Link
      to={listPlace(list)}
      className="mb-2 inline-flex min-h-11 items-center gap-1 text-s font-semibold text-text-2 transition duration-150 hover:text-text"
    >
      <ChevronLeft size={16} aria-hidden="true" />
      {label}
    </Link>
  );
}
