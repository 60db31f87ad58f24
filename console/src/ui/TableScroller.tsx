import type { ReactNode } from "react";

/** A table in a pane that scrolls sideways where the window is too narrow, also by keyboard. */
export function TableScroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-card border border-line bg-pane outline-offset-2"
    >
      {children}
    </section>
  );
}
