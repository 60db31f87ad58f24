import type { AgentRow } from "@parley/contract/agents";
import {
  columnFilteringFeature,
  columnVisibilityFeature,
  createColumnHelper,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import type { TFunction } from "i18next";
import { Link } from "react-router";
import { adminPaths } from "../../../paths.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { shortenName } from "../../../ui/shorten.ts";
import { showDateTime } from "../../../ui/time.ts";
import { nameOf } from "../../people/colleagues/name.ts";
import { AdminSwitch, DisabledSwitch } from "./AgentSwitches.tsx";

/** The server filters, sorts and pages. */
export const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowPaginationFeature,
});

const column = createColumnHelper<typeof features, AgentRow>();

/** 1970 means that the agent never signed in. */
export const hasLoggedIn = ({ last_logged_on }: AgentRow) => new Date(last_logged_on).getTime() > 0;

/** The columns in the language of the viewer, whose own row cannot be selected. */
export function agentColumns(t: TFunction, viewerId: string) {
  return column.columns([
    column.display({
      id: "select",
      enableHiding: false,
      header: ({ table }) => (
        <Checkbox
          label={t("adminAgents.selectAll")}
          checked={table.getIsAllPageRowsSelected()}
          mixed={table.getIsSomePageRowsSelected()}
          onChange={(on) => table.toggleAllPageRowsSelected(on)}
        />
      ),
      cell: ({ row }) => (
        <Checkbox
          label={t("adminAgents.select", { name: nameOf(row.original) })}
          checked={row.getIsSelected()}
          disabled={row.original.userid === viewerId}
          onChange={(on) => row.toggleSelected(on)}
        />
      ),
    }),
    column.accessor(nameOf, {
      id: "name",
      header: t("adminAgents.name"),
      enableHiding: false,
      cell: ({ row, getValue }) => (
        <span className="flex items-center gap-2.5">
          <Avatar
            name={getValue()}
            size={36}
            status={row.original.status}
            picture={row.original.profile_pic}
          />
          <span className="flex items-center gap-2.5 max-phone:block">
            <Link
              to={adminPaths.agent(row.original.userid.slice(0, 8))}
              title={getValue()}
              className="max-w-44 truncate font-semibold max-phone:block max-phone:max-w-24 max-phone:min-w-11 max-phone:py-[13px] hover:text-accent-text hover:underline"
            >
              {shortenName(getValue())}
            </Link>
            {row.original.role === "moderator" && (
              <span className="shrink-0 rounded-chip bg-raised-2 px-1.5 py-0.5 text-xs text-text-2">
                {t("adminAgents.moderator")}
              </span>
            )}
          </span>
        </span>
      ),
    }),
    column.accessor("email", {
      header: t("adminAgents.email"),
      cell: ({ row, getValue }) => (
        <>
          <span title={getValue()} className="block max-w-56 truncate">
            {getValue()}
          </span>
          {!row.original.email_confirmed_on && (
            <span className="block text-xs text-text-3">{t("adminAgents.unconfirmed")}</span>
          )}
        </>
      ),
    }),
    column.accessor("department_name", {
      header: t("adminAgents.department"),
      cell: ({ getValue }) => (
        <span title={getValue()} className="block max-w-36 truncate">
          {getValue()}
        </span>
      ),
    }),
    column.accessor("created_on", {
      header: t("adminAgents.created"),
      cell: ({ getValue }) => <time className="tabular-nums">{showDateTime(getValue())}</time>,
    }),
    column.accessor("last_logged_on", {
      header: t("adminAgents.lastLogin"),
      cell: ({ row, getValue }) =>
        hasLoggedIn(row.original) ? (
          <time className="tabular-nums">{showDateTime(getValue())}</time>
        ) : (
          <span className="text-text-3">{t("adminAgents.never")}</span>
        ),
    }),
    column.accessor("status", {
      header: t("adminAgents.status"),
      cell: ({ getValue }) => (
        <span
          className={`inline-flex items-center gap-1.5 font-semibold ${getValue() === "online" ? "text-ok" : "text-text-3"}`}
        >
          <i aria-hidden="true" className="size-2 rounded-full bg-current" />
          {t(getValue() === "online" ? "colleagues.isOnline" : "colleagues.isOffline")}
        </span>
      ),
    }),
    column.accessor(({ role }) => (role === "admin" ? 1 : 0), {
      id: "admin",
      header: t("adminAgents.admin"),
      cell: ({ row }) => <AdminSwitch agent={row.original} />,
    }),
    column.accessor(({ closed_on }) => (closed_on ? 1 : 0), {
      id: "disabled",
      header: t("adminAgents.disabled"),
      cell: ({ row }) => <DisabledSwitch agent={row.original} />,
    }),
  ]);
}
