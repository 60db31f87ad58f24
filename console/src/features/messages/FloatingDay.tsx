import { limits } from "@parley/contract/limits";
import { useEffect, useState } from "react";
import type { ListItem } from "./list-items.ts";
import { localDay } from "./list-items.ts";

type Props = { items: ListItem[]; topItem: number; scrolledOn: number };

/** The day of what is at the top, while scrolling and a moment after. Each day has its own title in the list already. */
export function FloatingDay({ items, topItem, scrolledOn }: Props) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (scrolledOn === 0) return;
    setShown(true);
    const timer = setTimeout(() => setShown(false), limits.floatingTitleHides);
    return () => clearTimeout(timer);
  }, [scrolledOn]);
  const day = dayOf(items[topItem]);
  if (!day) return null;
  return (
    <div
      aria-hidden="true"
      className={`pointer-events-none absolute top-2 left-1/2 z-10 -translate-x-1/2 rounded-full border border-line bg-raised px-3 py-0.5 text-xs text-text-2 tabular-nums shadow-float transition-opacity duration-150 ${shown ? "opacity-100" : "opacity-0"}`}
    >
      {day}
    </div>
  );
}

function dayOf(item: ListItem | undefined): string | null {
  if (!item || item.kind === "unread") return null;
  if (item.kind === "day") return item.day;
  if (item.kind === "unsent") return localDay(item.unsent.writtenOn);
  return localDay(item.kind === "album" ? (item.messages[0]?.created_on ?? "") : item.message.created_on);
}
