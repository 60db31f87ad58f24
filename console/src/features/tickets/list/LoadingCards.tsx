import { Skeleton } from "../../../ui/Skeleton.tsx";

/** Placeholders for ticket cards that are loading. */
export function LoadingCards() {
  return (
    <div aria-hidden="true" className="grid gap-1 px-2">
      {[72, 56, 64].map((width) => (
        <div key={width} className="flex gap-3 px-2.5 py-3">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="grid flex-1 gap-2 pt-1">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-4/5" />
            <Skeleton className="h-2.5 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  );
}
