import type { Field } from "@parley/contract/conditions/fields";
import { useTranslation } from "react-i18next";
import { usePlatformName } from "../../channels/name.ts";

/** Returns what names a choice of a field, as its value. */
export function useChoiceName(): (field: Field, value: string) => string {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  return (field, value) => {
    if (field.type === "rank") return t(`tickets.priorities.${value}`);
    return field.choices?.includes("email") ? platformName(value as "email") : t(`views.stage.${value}`);
  };
}
