import { type ComponentProps, useId } from "react";

type Props = ComponentProps<"textarea"> & { label: string; hint?: string };

/** A labelled text of several lines. */
export function LongField({ label, hint, rows = 4, ...textarea }: Props) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-s font-semibold text-text-2">
        {label}
      </label>
      <textarea
        id={id}
        rows={rows}
        aria-describedby={hint && `${id}-hint`}
        className="resize-y rounded-m border border-line-strong bg-raised px-3 py-2.5 outline-none transition duration-150 focus:border-accent-text aria-invalid:border-danger"
        {...textarea}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-text-3">
          {hint}
        </p>
      )}
    </div>
  );
}
