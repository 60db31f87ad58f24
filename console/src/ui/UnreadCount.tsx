type Props = {
  count: number;
  /** Said to screen readers; absent where a button's own name says it. */
  label?: string;
  className?: string;
};

/** How much waits, in the accent that is spent on what matters now. */
export function UnreadCount({ count, label, className = "" }: Props) {
  return (
    <span
      className={`h-[18px] min-w-[18px] shrink-0 rounded-full bg-accent px-1.5 text-center text-[11px] leading-[18px] font-bold text-accent-ink tabular-nums ${className}`}
    >
      <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
