import type { AgentList } from "@parley/contract/agents";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTable } from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { departmentsQuery } from "../../../api/queries.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TableScroller } from "../../../ui/TableScroller.tsx";
import { tableLook } from "../../../ui/table.ts";
import { usePhone } from "../../../ui/viewport.ts";
import { rowOf } from "../../people/colleagues/agent-list.ts";
import { useProfile } from "../../session/viewer.ts";
import { ColumnFilter } from "../page/ColumnFilter.tsx";
import { AgentSearch } from "./AgentSearch.tsx";
import { agentColumns, features } from "./agent-columns.tsx";
import { BulkBar } from "./BulkBar.tsx";
import { ColumnMenu } from "./ColumnMenu.tsx";
import { pageSizes, readTablePlace, writeTablePlace } from "./table-place.ts";

/** The switches are visible; the menu of columns shows the others. */
const shownOnPhone = {
  ...{ email: false, department_name: false, created_on: false },
  ...{ last_logged_on: false, status: false },
};

const sizes = pageSizes.map((size) => ({ value: String(size), label: String(size) }));

/** Sorted by one column, or with Shift by several; filtered, and a page at a time. The address keeps these choices. */
export function AgentTable({ list }: { list: AgentList }) {
  const { t } = useTranslation();
  const { userid: viewerId } = useProfile();
  const cache = useQueryClient();
  const phone = usePhone();
  const { data: departments = [] } = useQuery(departmentsQuery);
  const [search, setSearch] = useSearchParams();
  const columns = useMemo(() => agentColumns(t, viewerId), [t, viewerId]);
  const table = useTable({
    features,
    columns,
    data: list.agents,
    rowCount: list.foundAgents,
    manualFiltering: true,
    manualSorting: true,
    manualPagination: true,
    getRowId: ({ userid }) => userid,
    enableRowSelection: ({ original }) => original.userid !== viewerId,
    isMultiSortEvent: (event) => (event as MouseEvent).shiftKey,
    initialState: { ...readTablePlace(search), columnVisibility: phone ? shownOnPhone : {} },
  });
  const { pagination, globalFilter, columnFilters, sorting, rowSelection } = table.state;
  const shown = search.toString();
  useEffect(() => {
    const place = writeTablePlace({ globalFilter: globalFilter ?? "", columnFilters, sorting, pagination });
    // Replacing a history entry loses its scroll position.
    if (place.toString() !== shown) setSearch(place, { replace: true });
  }, [globalFilter, columnFilters, sorting, pagination, shown, setSearch]);
  const filterBy = (column: "department_name" | "status", value: string | undefined) => {
    table.getColumn(column)?.setFilterValue(value);
    table.setPageIndex(0);
  };
  // The last page becomes empty when fewer agents are found.
  const lastPage = Math.max(0, table.getPageCount() - 1);
  useEffect(() => {
    if (pagination.pageIndex > lastPage) table.setPageIndex(lastPage);
  }, [pagination.pageIndex, lastPage, table]);
  const { rows } = table.getRowModel();
  // Selected agents of any page that was shown.
  const selected = Object.keys(rowSelection).flatMap((id) => rowOf(cache, id) ?? []);
  return (
    <>
      <div className="mb-2.5 flex flex-wrap items-center gap-2">
        <AgentSearch
          initial={globalFilter ?? ""}
          onSearch={(wanted) => {
            table.setGlobalFilter(wanted);
            table.setPageIndex(0);
          }}
        />
        <ColumnFilter
          label={t("adminAgents.department")}
          everything={t("adminAgents.allDepartments")}
          value={table.getColumn("department_name")?.getFilterValue() as string | undefined}
          options={departments.map(({ department_name: name }) => ({ value: name, label: name }))}
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
                          className="inline-flex items-center gap-1 rounded-chip font-semibold hover:text-text max-phone:min-h-11 max-phone:min-w-11"
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
      <div
        data-keep-clear
        className="mt-2.5 flex flex-wrap items-center justify-end gap-2 text-s text-text-2"
      >
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
