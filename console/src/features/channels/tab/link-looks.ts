const button =
  "inline-flex h-9 shrink-0 items-center justify-center gap-2 rounded-m px-3.5 text-s whitespace-nowrap transition duration-150 max-phone:h-11";

/** Links that look like buttons. */
export const linkLooks = {
  primary: `${button} bg-accent font-bold text-accent-ink hover:brightness-105`,
  plain: `${button} border border-line-strong font-semibold hover:bg-raised-2`,
} as const;
