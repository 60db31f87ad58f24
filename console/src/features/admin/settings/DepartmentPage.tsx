import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, CloudOff } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { adminPaths } from "../../../paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { DepartmentFaces } from "./DepartmentFaces.tsx";
import { DepartmentFigures } from "./DepartmentFigures.tsx";
import { departmentOverviewQuery } from "./departments.ts";

const DepartmentSignature = lazyPart(
  async () => (await import("../../chat/signatures/DepartmentSignature.tsx")).DepartmentSignature,
  "signature",
  "mailComposer",
  "reasons",
);

const DepartmentRouting = lazyPart(
  async () => (await import("./DepartmentRouting.tsx")).DepartmentRouting,
  "routing",
  "reasons",
);

/** A department by its id: its figures, its people, and its signature. */
export function DepartmentPage() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { data, isPending, refetch } = useQuery(departmentOverviewQuery);
  if (isPending) return <Skeleton className="h-[50vh] max-w-3xl rounded-card" />;
  if (!data) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("settings.departmentsFailed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  }
  const department = data.departments.find(({ departmentid }) => departmentid === id);
  if (!department) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("reasons.department_not_found")}>
        <Button onClick={() => navigate(adminPaths.departments)}>{t("admin.return")}</Button>
      </PaneState>
    );
  }
  return (
    <div className="max-w-3xl">
      <Link
        to={adminPaths.departments}
        className="mb-2 inline-flex min-h-11 items-center gap-1 text-s font-semibold text-text-2 transition duration-150 hover:text-text"
      >
        <ChevronLeft size={16} aria-hidden="true" />
        {t("settings.section.departments")}
      </Link>
      <section
        aria-labelledby="department"
        className="grid gap-4 rounded-card border border-line bg-pane p-5 max-phone:p-4"
      >
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 id="department" className="text-[22px] font-semibold tracking-tight wrap-anywhere">
            {department.department_name}
          </h1>
          <DepartmentFaces departmentid={id} />
        </div>
        <DepartmentFigures department={department} figures={data.statistics[department.department_name]} />
      </section>
      <Suspense fallback={<Skeleton className="mt-4 h-56 rounded-card" />}>
        <DepartmentRouting departmentid={id} />
        <DepartmentSignature key={id} departmentid={id} />
      </Suspense>
    </div>
  );
}
