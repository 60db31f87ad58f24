import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<"input">, "aria-label" | "className"> & { label: string };

/** The text that goes along with a file. */
export function CaptionField({ label, ...field }: Props) {
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the file was just chosen, and its caption or Enter comes next
      autoFocus
      aria-label={label}
      {...field}
      className="h-11 w-full rounded-m border border-line-strong bg-raised px-3 outline-none placeholder:text-text-3 focus-visible:border-accent-text"
    />
  );
}
