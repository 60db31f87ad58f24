import { Skeleton } from "../../../ui/Skeleton.tsx";

export function LoadingMessages() {
  return (
    <div aria-hidden="true" className="flex flex-1 flex-col justify-end gap-3 px-7 py-6">
      <Skeleton className="h-12 w-3/5 rounded-card" />
      <Skeleton className="h-16 w-1/2 self-end rounded-card" />
      <Skeleton className="h-10 w-2/5 rounded-card" />
      <Skeleton className="h-12 w-1/3 self-end rounded-card" />
    </div>
  );
}
