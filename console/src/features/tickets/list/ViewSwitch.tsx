import { useTranslation } from "react-i18next";
import { usePlace } from "./place.ts";

/** Chooses the tickets that the list shows. */
export function ViewSwitch({ className }: { className: string }) {
  const { t } = useTranslation();
  return (
    <div
      role="tablist"
      aria-label={t("tickets.switch")}
      className={`grid grid-cols-2 rounded-m bg-raised p-[3px] text-s ${className}`}
    >
      <Tab view="pending" />
      <Tab view="closed" />
    </div>
  );
}

function Tab({ view }: { view: "pending" | "closed" }) {
  const { t } = useTranslation();
  const { view: chosen, go } = usePlace();
  const on = (view === "closed") === (chosen === "closed");
  return (
    <button
      type="button"
      role="tab"
      aria-selected={on}
      onClick={() => go({ view })}
      className={`rounded-[7px] py-1 transition duration-150 ${on ? "bg-raised-2 font-semibold text-text shadow-[0_1px_0_var(--line)]" : "text-text-2 hover:text-text"}`}
    >
      {t(view === "pending" ? "tickets.pending" : "tickets.closed")}
    </button>
  );
}
