import type { ReactNode } from "react";

/** A part of the client beside the chat, with its heading. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <h4 className="text-[11px] font-semibold tracking-[0.08em] text-text-3 uppercase">{title}</h4>
      {children}
    </section>
  );
}
