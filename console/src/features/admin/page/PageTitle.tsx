import type { ReactNode } from "react";

type Props = { title: string; note?: string; children?: ReactNode };

/** The heading of a section, with its actions. */
export function PageTitle({ title, note, children }: Props) {
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <div className="min-w-0">
        <h1 className="text-[22px] font-semibold tracking-tight">{title}</h1>
        {note && <p className="text-s text-text-3">{note}</p>}
      </div>
      <span className="flex-1" />
      {children}
    </div>
  );
}
