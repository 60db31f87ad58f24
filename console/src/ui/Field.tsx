import { type ComponentProps, useId } from "react";

type Props = ComponentProps<"input"> & {
  label: string;
  /** True when the server refused its value. */
  refused?: boolean | undefined;
};

/** A labelled input; `children` go inside it at the end (a reveal button). */
export function Field({ label, refused = false, children, ...input }: Props) {
  const id = useId();
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <label htmlFor={id} className="text-s font-semibold text-text-2">
        {label}
      </label>
      <div className="flex items-center rounded-m border border-line-strong bg-raised pr-1 transition duration-150 focus-within:border-accent-text has-[[aria-invalid=true]]:border-danger has-read-only:border-line has-read-only:bg-transparent">
        <input
          id={id}
          className="h-11 min-w-0 flex-1 rounded-m bg-transparent px-3 outline-none placeholder:text-text-3"
          aria-invalid={refused || undefined}
          {...input}
        />
        {children}
      </div>
    </div>
  );
}
