import type { Department, DepartmentOverview } from "@parley/contract/departments";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { departmentsQuery } from "../../../api/queries.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";

export const departmentOverviewQuery = queryOptions({
  queryKey: ["admin", "departments"],
  queryFn: ({ signal }) => call("getDepartments", { signal }),
});

/** The reason why a department cannot be deleted, as far as the screen knows. */
export function obstacle(
  overview: DepartmentOverview,
  { department_name }: Department,
): "agents" | "tickets" | null {
  const figures = overview.statistics[department_name];
  if ((figures?.agentCount ?? 0) > 0) return "agents";
  return (figures?.openCount ?? 0) > 0 ? "tickets" : null;
}

/** The overview without a department, for the moment until the server has deleted it. */
export function without(overview: DepartmentOverview, { departmentid, department_name }: Department) {
  const { [department_name]: _gone, ...statistics } = overview.statistics;
  return {
    departments: overview.departments.filter((one) => one.departmentid !== departmentid),
    statistics,
  };
}

/** Adds, renames and deletes. A change that the server refuses is reverted on the screen, with the reason. */
export function useDepartments() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const key = departmentOverviewQuery.queryKey;
  const refresh = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: key }),
      cache.invalidateQueries({ queryKey: departmentsQuery.queryKey }),
    ]);
  const failed = (error: Error) =>
    toast(t("settings.departmentFailed", { reason: failureText(error, t) }), "danger");
  const add = useMutation({
    mutationFn: (department_name: string) => call("createDepartment", { body: { department_name } }),
    onSuccess: refresh,
    onError: (error) => toast(t("settings.departmentNotAdded", { reason: failureText(error, t) }), "danger"),
  });
  const rename = useMutation({
    mutationFn: (to: Department) => call("renameDepartment", { body: to }),
    onSuccess: refresh,
    onError: failed,
  });
  const remove = useMutation({
    mutationFn: ({ departmentid }: Department) => call("deleteDepartment", { body: { departmentid } }),
    onMutate: (department) => {
      const before = cache.getQueryData(key);
      cache.setQueryData(key, (old) => old && without(old, department));
      return { before };
    },
    onSuccess: refresh,
    onError: (error, _department, context) => {
      cache.setQueryData(key, context?.before);
      failed(error);
    },
  });
  return { add, rename, remove };
}
