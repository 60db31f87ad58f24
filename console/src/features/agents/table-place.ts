/** The agent table's place in the address: what is filtered for, how it is sorted, and the page. */
type Sorting = { id: string; desc: boolean }[];
export type TablePlace = {
  globalFilter: string;
  columnFilters: { id: string; value: unknown }[];
  sorting: Sorting;
  pagination: { pageIndex: number; pageSize: number };
};

const filtered = ["department_name", "status"];
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
      .filter((one) => /^-?[a-z_]+$/i.test(one))
      .map((one) => ({ id: one.replace("-", ""), desc: one.startsWith("-") })),
    pagination: {
      pageIndex: Number.isInteger(page) && page > 0 ? page - 1 : 0,
      pageSize: pageSizes.includes(size) ? size : (pageSizes[0] ?? 10),
    },
  };
}

/** What is as it is without an address is left out. */
export function writeTablePlace({
  globalFilter,
  columnFilters,
  sorting,
  pagination,
}: TablePlace): URLSearchParams {
  const search = new URLSearchParams();
  if (globalFilter) search.set("search", globalFilter);
  for (const { id, value } of columnFilters) search.set(id, String(value));
  if (sorting.length > 0) search.set("sort", sorting.map(({ id, desc }) => (desc ? `-${id}` : id)).join(","));
  if (pagination.pageIndex > 0) search.set("page", String(pagination.pageIndex + 1));
  if (pagination.pageSize !== pageSizes[0]) search.set("size", String(pagination.pageSize));
  return search;
}
