import type { ReactNode } from "react";

type Props = { title: string; note?: string | undefined; children?: ReactNode };

/** The heading of a part of a page, with its actions. */
export function SectionTitle({ title, note, children }: Props) {
  return (
    <div className="mb-4 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="text-l font-semibold tracking-tight break-words">{title}</h2>
        {note && <p className="text-s text-text-3">{note}</p>}
      </div>
      {children}
    </div>
  );
}
