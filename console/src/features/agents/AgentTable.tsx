import type { AgentRow } from "@parley/contract/agents";
import { useTable } from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, Search } from "lucide-react";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { IconButton } from "../../ui/IconButton.tsx";
import { Select } from "../../ui/Select.tsx";
import { TableScroller } from "../../ui/TableScroller.tsx";
import { tableLook } from "../../ui/table.ts";
import { useProfile } from "../session/viewer.ts";
import { agentColumns, features } from "./agent-columns.tsx";
import { BulkBar } from "./BulkBar.tsx";
import { ColumnFilter } from "./ColumnFilter.tsx";
import { ColumnMenu } from "./ColumnMenu.tsx";
import { pageSizes, readTablePlace, writeTablePlace } from "./table-place.ts";

const sizes = pageSizes.map((size) => ({ value: String(size), label: String(size) }));

/** Sorted by one column, or with Shift by several; filtered, and a page at a time. */
export function AgentTable({ agents }: { agents: AgentRow[] }) {
  const { t } = useTranslation();
  const { userid: viewerId } = useProfile();
  const [search, setSearch] = useSearchParams();
  const columns = useMemo(() => agentColumns(t, viewerId), [t, viewerId]);
  const table = useTable({
    features,
    columns,
    data: agents,
    getRowId: ({ userid }) => userid,
    enableRowSelection: ({ original }) => original.userid !== viewerId,
    isMultiSortEvent: (event) => (event as MouseEvent).shiftKey,
    globalFilterFn: "includesString",
    // A row that changes live leaves the page where it is.
    autoResetPageIndex: false,
    initialState: readTablePlace(search),
  });
  const { pagination, globalFilter, columnFilters, sorting } = table.state;
  const shown = search.toString();
  useEffect(() => {
    const place = writeTablePlace({ globalFilter: globalFilter ?? "", columnFilters, sorting, pagination });
    // An entry of the history that is replaced loses its place on the page.
    if (place.toString() !== shown) setSearch(place, { replace: true });
  }, [globalFilter, columnFilters, sorting, pagination, shown, setSearch]);
  const filterBy = (column: "department_name" | "status", value: string | undefined) => {
    table.getColumn(column)?.setFilterValue(value);
    table.setPageIndex(0);
  };
  // The last page may become empty when a presence filter's rows change.
  const lastPage = Math.max(0, table.getPageCount() - 1);
  useEffect(() => {
    if (pagination.pageIndex > lastPage) table.setPageIndex(lastPage);
  }, [pagination.pageIndex, lastPage, table]);
  const { rows } = table.getRowModel();
  const selected = table.getSelectedRowModel().rows.map(({ original }) => original);
  return (
    <>
      <div className="mb-2.5 flex flex-wrap items-center gap-2">
        <label className="flex h-9 w-64 items-center gap-2 rounded-m border border-line-strong bg-raised px-3 focus-within:border-accent-text max-phone:h-11 max-phone:w-full">
          <Search size={16} aria-hidden="true" className="shrink-0 text-text-3" />
          <input
            type="search"
            aria-label={t("adminAgents.filter")}
            placeholder={t("adminAgents.filter")}
            defaultValue={globalFilter ?? ""}
            onChange={({ target }) => {
              table.setGlobalFilter(target.value);
              table.setPageIndex(0);
            }}
            className="min-w-0 flex-1 bg-transparent text-s outline-none placeholder:text-text-3"
          />
        </label>
        <ColumnFilter
          label={t("adminAgents.department")}
          everything={t("adminAgents.allDepartments")}
          value={table.getColumn("department_name")?.getFilterValue() as string | undefined}
          options={[...new Set(agents.map((agent) => agent.department_name))]
            .sort((a, b) => a.localeCompare(b))
            .map((name) => ({ value: name, label: name }))}
          onChange={(name) => filterBy("department_name", name)}
        />
        <ColumnFilter
          label={t("adminAgents.status")}
          everything={t("adminAgents.allStatuses")}
          value={table.getColumn("status")?.getFilterValue() as string | undefined}
          options={[
            { value: "online", label: t("colleagues.isOnline") },
            { value: "offline", label: t("colleagues.isOffline") },
          ]}
          onChange={(status) => filterBy("status", status)}
        />
        <ColumnMenu
          columns={table
            .getAllLeafColumns()
            .filter((column) => column.getCanHide())
            .map((column) => ({
              id: column.id,
              title: String(column.columnDef.header),
              shown: column.getIsVisible(),
              toggle: () => column.toggleVisibility(),
            }))}
        />
        {selected.length > 0 && <BulkBar agents={selected} onDone={() => table.resetRowSelection()} />}
      </div>
      <TableScroller label={t("adminAgents.table")}>
        <table className={tableLook.table}>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header) => {
                  const sorted = header.column.getCanSort() ? header.column.getIsSorted() : false;
                  return (
                    <th
                      key={header.id}
                      scope="col"
                      aria-sort={
                        sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : undefined
                      }
                      className={tableLook.head}
                    >
                      {header.column.getCanSort() ? (
                        <button
                          type="button"
                          title={t("adminAgents.sortHint")}
                          onClick={header.column.getToggleSortingHandler()}
                          className="inline-flex items-center gap-1 rounded-chip font-semibold hover:text-text"
                        >
                          <table.FlexRender header={header} />
                          {sorted === "asc" && <ArrowUp size={13} aria-hidden="true" />}
                          {sorted === "desc" && <ArrowDown size={13} aria-hidden="true" />}
                        </button>
                      ) : (
                        <table.FlexRender header={header} />
                      )}
                    </th>
                  );
                })}
              </tr>
            ))}
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} className={tableLook.row} aria-selected={row.getIsSelected()}>
                {row.getVisibleCells().map((cell) => (
                  <td key={cell.id} className={tableLook.cell}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="px-4 py-8 text-center text-text-3">{t("adminAgents.none")}</p>}
      </TableScroller>
      <div className="mt-2.5 flex flex-wrap items-center justify-end gap-2 text-s text-text-2">
        <Select
          label={t("adminAgents.perPage")}
          value={String(pagination.pageSize)}
          options={sizes}
          onChange={(size) => table.setPageSize(Number(size))}
        />
        <span className="tabular-nums">
          {t("adminAgents.page", {
            page: pagination.pageIndex + 1,
            pages: Math.max(1, table.getPageCount()),
          })}
        </span>
        <IconButton
          label={t("adminAgents.previousPage")}
          disabled={!table.getCanPreviousPage()}
          onClick={() => table.previousPage()}
        >
          <ChevronLeft size={18} />
        </IconButton>
        <IconButton
          label={t("adminAgents.nextPage")}
          disabled={!table.getCanNextPage()}
          onClick={() => table.nextPage()}
        >
          <ChevronRight size={18} />
        </IconButton>
      </div>
    </>
  );
}
