import type { ReactNode } from "react";

type Props = { tone: "warn" | "ok"; icon: ReactNode; text: string; children?: ReactNode };

export function Banner({ tone, icon, text, children }: Props) {
  return (
    <div
      role="status"
      className="flex animate-arrive items-center justify-center gap-3 -mt-px border-y border-line bg-raised px-4 py-1.5 text-s"
    >
      <span className={tone === "warn" ? "text-warn" : "text-ok"}>{icon}</span>
      <span>{text}</span>
      {children}
    </div>
  );
}
