import { type AgentColumn, agentColumns } from "@parley/contract/agent-columns";
import type { AgentPage } from "../../../api/queries.ts";

/** The agent table's state in the address: its filter, its order, and its page. */
type Sorting = { id: string; desc: boolean }[];
export type TablePlace = {
  globalFilter: string;
  columnFilters: { id: string; value: unknown }[];
  sorting: Sorting;
  pagination: { pageIndex: number; pageSize: number };
};

const filtered = ["department_name", "status"];
const presences = ["online", "offline"] as const;
export const pageSizes = [10, 20, 50];

export function readTablePlace(search: URLSearchParams): TablePlace {
  const page = Number(search.get("page") ?? 1);
  const size = Number(search.get("size") ?? pageSizes[0]);
  return {
    globalFilter: search.get("search") ?? "",
    columnFilters: filtered.flatMap((id) => {
      const value = search.get(id);
      return value ? [{ id, value }] : [];
    }),
    sorting: (search.get("sort") ?? "")
      .split(",")
      .map((one) => ({ id: one.replace(/^-/, ""), desc: one.startsWith("-") }))
      .filter(({ id }) => agentColumns.includes(id as AgentColumn)),
    pagination: {
      pageIndex: Number.isInteger(page) && page > 0 ? page - 1 : 0,
      pageSize: pageSizes.includes(size) ? size : (pageSizes[0] ?? 10),
    },
  };
}

/** Defaults are left out. */
export function writeTablePlace({
  globalFilter,
  columnFilters,
  sorting,
  pagination,
}: TablePlace): URLSearchParams {
  const search = new URLSearchParams();
  if (globalFilter) search.set("search", globalFilter);
  for (const { id, value } of columnFilters) search.set(id, String(value));
  if (sorting.length > 0) search.set("sort", sortOf(sorting));
  if (pagination.pageIndex > 0) search.set("page", String(pagination.pageIndex + 1));
  if (pagination.pageSize !== pageSizes[0]) search.set("size", String(pagination.pageSize));
  return search;
}

/** The page of agents that the state shows. */
export function pageOf({ globalFilter, columnFilters, sorting, pagination }: TablePlace): AgentPage {
  const filterOf = (column: string) => columnFilters.find(({ id }) => id === column)?.value;
  const department = filterOf("department_name");
  const status = presences.find((presence) => presence === filterOf("status"));
  return {
    ...(globalFilter && { search: globalFilter }),
    ...(department !== undefined && { department_name: String(department) }),
    ...(status && { status }),
    ...(sorting.length > 0 && { sort: sortOf(sorting) }),
    offset: pagination.pageIndex * pagination.pageSize,
    limit: pagination.pageSize,
  };
}

const sortOf = (sorting: Sorting) => sorting.map(({ id, desc }) => (desc ? `-${id}` : id)).join(",");
