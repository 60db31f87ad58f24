import type { Department, DepartmentStatistics } from "@parley/contract/departments";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { adminPaths } from "../../../paths.ts";
import { showCount } from "../../../ui/number.ts";
import { Stars } from "../../../ui/Stars.tsx";
import { filteredPath } from "../ticket-table/filter.ts";

type Props = { department: Department; figures: DepartmentStatistics | undefined };

/** The five figures of a department in a line, each number a link to what it counts. */
export function DepartmentFigures({ department: { departmentid }, figures }: Props) {
  const { t } = useTranslation();
  const tickets = (stage?: "open" | "waiting") =>
    filteredPath({ department: departmentid, ...(stage && { stage }) });
  return (
    <dl className="grid grid-cols-5 gap-x-4 gap-y-1 text-s max-tablet:grid-cols-3">
      <Count label={t("settings.agents")} count={figures?.agentCount} to={adminPaths.agents} />
      <Count label={t("settings.tickets")} count={figures?.ticketsCount} to={tickets()} />
      <Count label={t("settings.pendingTickets")} count={figures?.pendingCount} to={tickets("waiting")} />
      <Count label={t("settings.openTickets")} count={figures?.openCount} to={tickets("open")} />
      <Figure label={t("settings.rating")}>
        <span className="flex min-h-9 items-center max-phone:min-h-11">
          {figures?.averageRating ? <Stars rating={figures.averageRating} /> : "–"}
        </span>
      </Figure>
    </dl>
  );
}

type CountProps = { label: string; count: number | undefined; to: string };

function Count({ label, count = 0, to }: CountProps) {
  const { i18n } = useTranslation();
  const shown = showCount(count, i18n.language);
  return (
    <Figure label={label}>
      <Link
        to={to}
        aria-label={`${label}: ${shown}`}
        className="inline-flex min-h-9 min-w-9 items-center max-phone:min-h-11 max-phone:min-w-11 hover:text-accent-text hover:underline"
      >
        {shown}
      </Link>
    </Figure>
  );
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col-reverse justify-end">
    <dt className="text-xs text-text-3 hyphens-auto wrap-anywhere">{label}</dt>
    <dd className="text-m leading-none font-semibold tabular-nums">{children}</dd>
  </div>
);
