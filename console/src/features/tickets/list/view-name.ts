import { isBuiltIn } from "@parley/contract/built-in-views";
import { useTranslation } from "react-i18next";
import type { ShownView } from "../views/shown-views.ts";

/** The name of a view in the agent's language; people's views have the name that they were given. */
export function useViewName(): (view: ShownView) => string {
  const { t } = useTranslation();
  return ({ key, view }) => view?.name ?? (isBuiltIn(key) ? t(`tickets.view.${key}`) : key);
}
