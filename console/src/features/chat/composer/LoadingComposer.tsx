import { Skeleton } from "../../../ui/Skeleton.tsx";

/** A placeholder with the size of a mail's composer. */
export function LoadingComposer() {
  return (
    <div className="px-5 pb-4 max-phone:px-2 max-phone:pb-2">
      <Skeleton className="h-44 rounded-card" />
    </div>
  );
}
