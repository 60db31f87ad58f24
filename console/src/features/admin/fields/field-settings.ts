import type { FieldOwner } from "@parley/contract/field-types";
import type { CreateField, UpdateField } from "@parley/contract/fields";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";

/** The number of values by field. */
export const fieldUsesQuery = queryOptions({
  queryKey: keys.fieldUses,
  queryFn: async ({ signal }) => {
    const uses = await call("listFieldUses", { signal });
    return new Map(uses.map(({ fieldid, values }) => [fieldid, values]));
  },
});

/** The changes of an administrator. What the server refuses is said, and leaves the screen as it is. */
export function useFieldSettings() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const change = {
    onSuccess: () => cache.invalidateQueries({ queryKey: keys.fields }),
    onError: (error: Error) => toast(t("fields.failed", { reason: failureText(error, t) }), "danger"),
  };
  const create = useMutation({ mutationFn: (body: CreateField) => call("createField", { body }), ...change });
  const update = useMutation({ mutationFn: (body: UpdateField) => call("updateField", { body }), ...change });
  const order = useMutation({
    mutationFn: (body: { owner: FieldOwner; fieldids: string[] }) => call("orderFields", { body }),
    ...change,
  });
  const remove = useMutation({
    mutationFn: (fieldid: string) => call("deleteField", { body: { fieldid } }),
    ...change,
  });
  return { create, update, order, remove };
}
