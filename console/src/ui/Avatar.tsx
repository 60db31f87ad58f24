import type { Presence } from "@parley/contract/agents";
import type { ReactNode } from "react";

type Props = { name: string; size?: 36 | 40; status?: Presence; badge?: ReactNode };

/** The initials of a person. What else it shows is said by the text beside it, so it is silent to screen readers. */
export function Avatar({ name, size = 40, status, badge }: Props) {
  return (
    <span
      aria-hidden="true"
      className={`relative grid shrink-0 place-items-center rounded-full bg-raised-2 font-semibold text-text ring-1 ring-line ring-inset ${size === 40 ? "size-10 text-s" : "size-9 text-xs"}`}
    >
      {initials(name)}
      {status && (
        <i
          className={`absolute -right-px -bottom-px size-[11px] rounded-full border-[2.5px] border-pane ${status === "online" ? "bg-ok" : "bg-text-3"}`}
        />
      )}
      {badge}
    </span>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? "")][0] ?? "?";
  // Names in scripts without capitals read better as one character.
  if (first.toLowerCase() === first.toUpperCase()) return first;
  const last = words.length > 1 ? ([...(words.at(-1) ?? "")][0] ?? "") : "";
  return (first + last).toUpperCase();
}
