import type { Presence } from "@parley/contract/agents";
import { type ReactNode, useState } from "react";

type Props = {
  name: string;
  /** The path of an uploaded picture; without one initials are shown. */
  picture?: string | null;
  size?: 28 | 36 | 40 | 96;
  status?: Presence;
  badge?: ReactNode;
};

const sizes = {
  28: "size-7 text-[10.5px]",
  36: "size-9 text-xs",
  40: "size-10 text-s",
  96: "size-24 text-[30px]",
};

/** The picture or initials of a person. Hidden from screen readers: the text beside it names the person. */
export function Avatar({ name, picture, size = 40, status, badge }: Props) {
  const [missing, setMissing] = useState<string | null>(null);
  return (
    <span
      aria-hidden="true"
      className={`relative grid shrink-0 place-items-center rounded-full bg-raised-2 font-semibold text-text ring-1 ring-line ring-inset ${sizes[size]}`}
    >
      {initials(name)}
      {picture && picture !== missing && (
        <img
          src={picture}
          alt=""
          onError={() => setMissing(picture)}
          className="absolute inset-0 size-full rounded-full bg-raised-2 object-cover"
        />
      )}
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
