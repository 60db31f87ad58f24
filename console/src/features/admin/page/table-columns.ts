import type { TableColumns } from "@parley/contract/table-columns";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";

const tableColumnsQuery = queryOptions({
  queryKey: ["admin", "table columns"],
  queryFn: ({ signal }) => call("getTableColumns", { signal }),
});

/** A column that a table can show; `usual` ones are shown until the agent chooses others. */
export type Column = { id: string; title: string; usual: boolean };

/** The ids of the columns that the agent chose, at once on the screen, and back with the reason when it is refused. */
export function useChosenColumns(list: keyof TableColumns, columns: Column[]) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { data } = useQuery(tableColumnsQuery);
  const { mutate: choose } = useMutation({
    mutationFn: (chosen: string[]) => call("saveTableColumns", { body: { list, columns: chosen } }),
    onMutate: (chosen) =>
      cache.setQueryData(tableColumnsQuery.queryKey, (old) => ({ ...old, [list]: chosen })),
    onSuccess: (saved) => cache.setQueryData(tableColumnsQuery.queryKey, saved),
    onError: (error) => {
      toast(t("fields.columnsFailed", { reason: failureText(error, t) }), "danger");
      return cache.invalidateQueries({ queryKey: tableColumnsQuery.queryKey });
    },
  });
  const usual = columns.filter((column) => column.usual).map(({ id }) => id);
  const chosen = new Set(data?.[list] ?? usual);
  return { chosen, choose };
}
