export function Logo({ className = "size-7" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="10" className="fill-accent" />
      <path d="M9 8.500h9.250a6.250 6.250 0 0 1 0 12.500H14.500L9 25.500z" className="fill-accent-ink" />
      <path d="M13.500 12.750h4.500a2 2 0 0 1 0 4h-4.500z" className="fill-accent" />
    </svg>
  );
}
