import { canBeAsked, customFieldOf, leafNameOf } from "@parley/contract/conditions/custom-fields";
import { fieldOf, fieldsFor, isFieldName, type Use } from "@parley/contract/conditions/fields";
import type { View } from "@parley/contract/views";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Option } from "../../../ui/SelectParts.tsx";
import { fieldsQuery } from "../fields/fields-query.ts";

/** The fields that a leaf may ask for, as it names them: the desk's own, then the company's. */
export function useAskedFields(use: Use): Option<string>[] {
  const { t } = useTranslation();
  const { data: made = [] } = useQuery(fieldsQuery);
  const own = fieldsFor(use).map((value) => ({ value, label: t(`views.field.${value}`) }));
  const labels = {
    ticket: (name: string) => name,
    client: (name: string) => t("views.ofClient", { name }),
    organisation: (name: string) => t("views.ofOrganisation", { name }),
  };
  const custom = made.filter(canBeAsked).map(({ fieldid: id, owner, type, name }) => ({
    value: leafNameOf({ owner, type, id }),
    label: labels[owner](name),
  }));
  return [...own, ...custom.filter(({ value }) => fieldOf(value)?.uses.includes(use))];
}

/** The name of a field that is not among those that can be asked for. */
export function goneName(field: string, refers: View["refers"]): string {
  const custom = customFieldOf(field);
  return refers.find(({ id }) => id === custom?.id)?.name ?? field;
}

/** The leaf asks for a thing that was deleted. */
export function asksForGone({ field, value }: { field: string; value: unknown }, refers: View["refers"]) {
  const ids: unknown[] = [value].flat();
  const custom = isFieldName(field) ? null : customFieldOf(field);
  return refers.some(({ id, gone }) => gone && (id === custom?.id || ids.includes(id)));
}
