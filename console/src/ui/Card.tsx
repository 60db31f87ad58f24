import { type ReactNode, useId } from "react";

type Props = { title: string; hint?: string; action?: ReactNode; children?: ReactNode };

/** A part of a page under a heading. */
export function Card({ title, hint, action, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-pane p-5 max-phone:p-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id={id} className="text-l font-semibold tracking-tight">
            {title}
          </h2>
          {hint && <p className="mt-0.5 text-s text-text-2">{hint}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
