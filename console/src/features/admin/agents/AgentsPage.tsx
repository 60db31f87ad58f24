import { useQuery } from "@tanstack/react-query";
import { CloudOff, UserPlus, Users, Wifi } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { agentPageQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { showCount } from "../../../ui/number.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { PageTitle } from "../page/PageTitle.tsx";
import { Widget } from "../page/Widget.tsx";
import { AgentTable } from "./AgentTable.tsx";
import { Invitations } from "./Invitations.tsx";
import { pageOf, readTablePlace } from "./table-place.ts";

const RegisterAgent = lazyPart(async () => (await import("./RegisterAgent.tsx")).RegisterAgent);

/** The company's agents: how many, who, and their rights. */
export function AgentsPage() {
  const { t, i18n } = useTranslation();
  const [registering, setRegistering] = useState(false);
  const [search] = useSearchParams();
  const { data, isPending, isError, isPlaceholderData, refetch } = useQuery(
    agentPageQuery(pageOf(readTablePlace(search))),
  );
  return (
    <>
      <PageTitle title={t("admin.agents")}>
        <Button look="primary" icon={<UserPlus size={16} />} onClick={() => setRegistering(true)}>
          {t("adminAgents.add")}
        </Button>
      </PageTitle>
      {isPending && <Loading />}
      {isError && !data && (
        <PaneState alert icon={<CloudOff />} title={t("adminAgents.failed")}>
          <Button onClick={() => refetch()}>{t("common.retry")}</Button>
        </PaneState>
      )}
      {data && (
        <>
          <div className="mb-4 grid grid-cols-2 gap-3.5 phone:max-w-[41rem]">
            <Widget
              title={t("adminAgents.online")}
              icon={<Wifi size={15} />}
              count={showCount(data.onlineAgents, i18n.language)}
            />
            <Widget
              title={t("adminAgents.total")}
              icon={<Users size={15} />}
              count={showCount(data.totalAgents, i18n.language)}
            />
          </div>
          <Invitations />
          <div
            aria-busy={isPlaceholderData}
            className={`transition-opacity duration-150 ${isPlaceholderData ? "opacity-50" : ""}`}
          >
            <AgentTable list={data} />
          </div>
        </>
      )}
      <Suspense fallback={null}>
        {registering && <RegisterAgent onClose={() => setRegistering(false)} />}
      </Suspense>
    </>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t("adminAgents.loading")}>
      <div className="mb-4 grid grid-cols-2 gap-3.5 phone:max-w-[41rem]">
        <Skeleton className="h-[88px] rounded-card" />
        <Skeleton className="h-[88px] rounded-card" />
      </div>
      <Skeleton className="h-[480px] rounded-card" />
    </div>
  );
}
