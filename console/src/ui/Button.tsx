import type { ComponentProps, ReactNode } from "react";

type Props = ComponentProps<"button"> & {
  look?: "primary" | "plain" | "quiet" | "danger";
  size?: "normal" | "small" | "tiny";
  icon?: ReactNode;
};

const looks = {
  primary:
    "bg-accent text-accent-ink font-bold hover:brightness-105 disabled:bg-raised-2 disabled:text-text-3",
  plain: "border border-line-strong font-semibold hover:bg-raised-2 disabled:text-text-3",
  quiet: "text-text-2 font-semibold hover:bg-raised-2 hover:text-text disabled:text-text-3",
  danger:
    "border border-danger text-danger font-semibold hover:bg-danger/10 disabled:border-line disabled:text-text-3 disabled:hover:bg-transparent",
};

const sizes = {
  normal: "h-9 px-3.5 text-s max-phone:h-11",
  small: "h-8 px-3 text-xs max-phone:h-11 max-phone:px-4",
  /** The touch target on a phone is larger than the drawing. */
  tiny: "h-7 px-3 text-xs max-phone:relative max-phone:h-9 max-phone:px-4 max-phone:before:absolute max-phone:before:-inset-y-1 max-phone:before:inset-x-0",
};

export function Button({
  look = "plain",
  size = "normal",
  icon,
  children,
  className = "",
  type = "button",
  ...rest
}: Props) {
  return (
    <button
      type={type}
      className={`inline-flex shrink-0 items-center justify-center gap-2 rounded-m whitespace-nowrap transition duration-150 disabled:cursor-not-allowed ${sizes[size]} ${looks[look]} ${className}`}
      {...rest}
    >
      {icon}
      {children}
    </button>
  );
}
