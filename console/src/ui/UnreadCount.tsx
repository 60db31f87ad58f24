type Props = {
  count: number;
  /** Text that screen readers say; absent where the button's name includes it. */
  label?: string;
  className?: string;
};

/** A count of unread items. */
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
