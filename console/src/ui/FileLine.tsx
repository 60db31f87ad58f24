import { FileText } from "lucide-react";
import type { ReactNode } from "react";
import { showSize } from "./time.ts";

type Props = { name: string; size: number | null; type: string | null; children?: ReactNode };

/** A file by its name, size and type. */
export function FileLine({ name, size, type, children }: Props) {
  const facts = [size === null ? null : showSize(size), shortType(name, type)].filter(Boolean);
  return (
    <div className="flex min-w-56 items-center gap-3 py-0.5">
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center rounded-m bg-raised-2 text-accent-text"
      >
        <FileText size={19} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-s font-semibold" title={name}>
          {name}
        </span>
        <span className="block text-xs text-text-2">{facts.join(" · ")}</span>
      </span>
      {children}
    </div>
  );
}

function shortType(name: string, type: string | null): string | null {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  return extension?.toUpperCase() ?? type;
}
