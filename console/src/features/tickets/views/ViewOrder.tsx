import { isBuiltIn } from "@parley/contract/built-in-views";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import type { ShownView } from "./shown-views.ts";
import { useChangeView } from "./use-change-view.ts";

/** The order of all views, which is the agent's own. Each step takes effect at once. */
export function ViewOrder({ views }: { views: ShownView[] }) {
  const { t } = useTranslation();
  const { order } = useChangeView();
  const keys = views.map(({ key }) => key);
  const nameOf = ({ key, view }: ShownView) =>
    view?.name ?? (isBuiltIn(key) ? t(`tickets.view.${key}`) : key);
  function move(at: number, by: 1 | -1) {
    const key = keys[at];
    if (key) order.mutate(keys.toSpliced(at, 1).toSpliced(at + by, 0, key));
  }
  return (
    <details>
      <summary className="cursor-pointer text-s font-semibold text-text-2">{t("views.order")}</summary>
      <ol className="mt-2 grid max-h-56 gap-px overflow-y-auto">
        {views.map((view, at) => (
          <li key={view.key} className="flex items-center gap-1 text-s">
            <span dir="auto" className="min-w-0 flex-1 break-words">
              {nameOf(view)}
            </span>
            <IconButton
              label={t("views.earlier", { name: nameOf(view) })}
              disabled={at === 0 || order.isPending}
              onClick={() => move(at, -1)}
            >
              <ArrowUp size={15} />
            </IconButton>
            <IconButton
              label={t("views.later", { name: nameOf(view) })}
              disabled={at === views.length - 1 || order.isPending}
              onClick={() => move(at, 1)}
            >
              <ArrowDown size={15} />
            </IconButton>
          </li>
        ))}
      </ol>
    </details>
  );
}
