/** The shape of something on its way. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span aria-hidden="true" className={`block animate-breathe rounded-chip bg-raised-2 ${className}`} />
  );
}
