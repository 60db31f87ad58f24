import type { ComponentProps, ReactNode } from "react";

type Props = Omit<ComponentProps<"button">, "aria-label" | "title"> & {
  /** Read by screen readers and shown on hover. */
  label: string;
  children: ReactNode;
};

export function IconButton({ label, children, className = "", type = "button", ...rest }: Props) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={`relative grid size-9 shrink-0 place-items-center rounded-m text-text-2 transition duration-150 hover:bg-raised-2 hover:text-text disabled:cursor-not-allowed disabled:opacity-40 max-phone:size-11 ${className}`}
      {...rest}
    >
      {children}
    </button>
  );
}
