import type { ReactNode } from "react";

type Props = { icon: ReactNode; title: string; hint?: string; children?: ReactNode; alert?: boolean };

/** A pane that is empty or failed to load. */
export function PaneState({ icon, title, hint, children, alert }: Props) {
  return (
    <div
      role={alert ? "alert" : undefined}
      className="m-auto flex max-w-xs flex-col items-center gap-2 px-6 py-10 text-center"
    >
      <span
        aria-hidden="true"
        className={`mb-2 grid size-14 place-items-center rounded-full ${alert ? "bg-danger/10 text-danger" : "bg-raised-2 text-text-3"}`}
      >
        {icon}
      </span>
      <p className="font-semibold">{title}</p>
      {hint && <p className="text-s text-text-2">{hint}</p>}
      {children && <div className="mt-3">{children}</div>}
    </div>
  );
}
