import { limits } from "@parley/contract/limits";
import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePhone } from "../../../ui/viewport.ts";
import type { ShownView } from "../views/shown-views.ts";
import { useViewKeys } from "./view-keys.ts";
import { useViewName } from "./view-name.ts";

type Props = {
  views: ShownView[];
  chosen: string;
  /** Null while they are not known. */
  counts: Record<string, number> | null;
  onChoose: (key: string) => void;
  /** Stands beside the row that unfolds the others. */
  children: ReactNode;
};

/** The views with their numbers. Those after the fifth are folded; the chosen one is always shown. */
export function ViewList({ views, chosen, counts, onChoose, children }: Props) {
  const { t } = useTranslation();
  const phone = usePhone();
  const [unfolded, setUnfolded] = useState(false);
  useViewKeys(views, onChoose);
  const first = views.filter(({ key }, at) => at < limits.viewsShown || key === chosen);
  const shown = phone || unfolded ? views : first;
  const folded = views.length - first.length;
  const Chevron = unfolded ? ChevronDown : ChevronRight;
  return (
    <div className="mx-2 mb-1 flex flex-wrap items-center max-phone:flex-nowrap max-phone:gap-1">
      <fieldset
        className={`min-w-0 ${phone ? "flex flex-1 gap-1 overflow-x-auto" : "grid max-h-[45vh] w-full gap-px overflow-y-auto"}`}
      >
        <legend className="sr-only">{t("tickets.views")}</legend>
        {shown.map((view) => (
          <ViewButton
            key={view.key}
            view={view}
            on={view.key === chosen}
            count={counts?.[view.key]}
            onChoose={() => onChoose(view.key)}
          />
        ))}
      </fieldset>
      {!phone && folded > 0 && (
        <button
          type="button"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
          className="flex min-h-7 min-w-0 items-center gap-1 rounded-[8px] px-2.5 text-left text-s text-text-3 hover:text-text"
        >
          {unfolded ? t("tickets.fewerViews") : t("tickets.moreViews", { count: folded })}
          <Chevron size={14} aria-hidden="true" className="shrink-0" />
        </button>
      )}
      <span className="ml-auto">{children}</span>
    </div>
  );
}

type ButtonProps = { view: ShownView; on: boolean; count: number | undefined; onChoose: () => void };

function ViewButton({ view, on, count, onChoose }: ButtonProps) {
  const name = useViewName()(view);
  const button = useRef<HTMLButtonElement>(null);
  const phone = usePhone();
  const counted = count !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the strip of a phone is longer once the numbers are known
  useEffect(() => {
    if (on && phone) button.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [on, phone, counted]);
  return (
    <button
      ref={button}
      type="button"
      aria-pressed={on}
      onClick={onChoose}
      className="flex min-h-6.5 w-full items-center gap-2 rounded-[8px] px-2.5 py-0.5 text-left text-s text-text-2 transition-colors duration-150 hover:text-text aria-pressed:bg-raised-2 aria-pressed:font-semibold aria-pressed:text-text max-phone:h-11 max-phone:w-auto max-phone:shrink-0 max-phone:rounded-full max-phone:px-4"
    >
      <span dir="auto" className="min-w-0 flex-1 break-words">
        {name}
      </span>
      {count !== undefined && <span className="text-text-3 tabular-nums">{count}</span>}
    </button>
  );
}
