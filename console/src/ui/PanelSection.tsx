import type { ReactNode } from "react";

type Props = {
  title: string;
  /** The heading’s level: below the client’s name beside the chat, below the page’s title on a page. */
  Heading?: "h2" | "h4";
  children: ReactNode;
};

/** A part of what is shown of a client, with its heading. */
export function PanelSection({ title, Heading = "h4", children }: Props) {
  return (
    <section aria-label={title} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <Heading className="text-[11px] font-semibold tracking-[0.08em] text-text-3 uppercase">{title}</Heading>
      {children}
    </section>
  );
}
