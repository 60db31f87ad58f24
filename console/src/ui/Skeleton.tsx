/** A placeholder while something loads. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span aria-hidden="true" className={`block animate-breathe rounded-chip bg-raised-2 ${className}`} />
  );
}
