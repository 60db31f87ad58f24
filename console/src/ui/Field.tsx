import { type ComponentProps, useId } from "react";

type Props = ComponentProps<"input"> & {
  label: string;
  /** Stands below it and describes it. */
  hint?: string | undefined;
  /** What is wrong with its value. */
  fault?: string | null | undefined;
  /** True when the server refused its value. */
  refused?: boolean | undefined;
};

/** A labelled input; `children` go inside it at the end (a reveal button). */
export function Field({ label, hint, fault, refused = false, children, ...input }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(" ");
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <label htmlFor={id} className="text-s font-semibold text-text-2">
        {label}
      </label>
      <div className="flex items-center rounded-m border border-line-strong bg-raised pr-1 transition duration-150 focus-within:border-accent-text has-[[aria-invalid=true]]:border-danger has-read-only:border-line has-read-only:bg-transparent">
        <input
          id={id}
          className="h-11 min-w-0 flex-1 rounded-m bg-transparent px-3 outline-none placeholder:text-text-3"
          aria-invalid={refused || Boolean(fault) || undefined}
          aria-describedby={described || undefined}
          {...input}
        />
        {children}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-text-3">
          {hint}
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} role="alert" className="text-s whitespace-pre-line break-words text-danger">
          {fault}
        </p>
      )}
    </div>
  );
}
