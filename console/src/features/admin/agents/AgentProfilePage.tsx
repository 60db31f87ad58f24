import type { AgentProfile } from "@parley/contract/agents";
import { useQuery } from "@tanstack/react-query";
import { Lock, LockOpen, Pencil } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { adminPaths } from "../../../paths.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Stars } from "../../../ui/Stars.tsx";
import { useScrollStop } from "../../../ui/use-scroll-stop.ts";
import { ChangePhoto } from "../../account/profile/ChangePhoto.tsx";
import { ActionsBox, agentFilters } from "../../people/actions/ActionsBox.tsx";
import { nameOf } from "../../people/colleagues/name.ts";
import { useProfile } from "../../session/viewer.ts";
import { leaveForm } from "../../unsaved/unsaved.ts";
import { BackTo } from "../page/BackTo.tsx";
import { isGone } from "../page/gone.ts";
import { InfoRows } from "../page/InfoRows.tsx";
import { ProfileNotFound } from "../page/ProfileNotFound.tsx";
import { TicketLines } from "../page/TicketLines.tsx";
import { AgentEditBox } from "./AgentEditBox.tsx";
import { ModeratorSwitch } from "./AgentSwitches.tsx";
import { agentRows } from "./agent-rows.ts";
import { FurtherDepartments } from "./FurtherDepartments.tsx";
import { SendReset } from "./SendReset.tsx";
import { useAgentSwitch } from "./switch.ts";

const AgentRouting = lazyPart(
  async () => (await import("./AgentRouting.tsx")).AgentRouting,
  "routing",
  "reasons",
);

/** An agent as administrators see them, by the first 8 characters of their id. */
export function AgentProfilePage() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const stop = useScrollStop<HTMLUListElement>();
  const { data, error, isPending } = useQuery({
    queryKey: keys.agentProfile(id),
    queryFn: ({ signal }) => call("getAgent", { params: { id }, signal }),
    retry: false,
  });
  if (isPending) return <Skeleton className="h-[70vh] rounded-card" />;
  if (!data || isGone(error)) return <ProfileNotFound to={adminPaths.agents} />;
  const { user, tickets, bubbles, rating } = data;
  return (
    <>
      <BackTo list={adminPaths.agents} label={t("admin.allAgents")} />
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-4 max-lg:grid-cols-[minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <section aria-label={nameOf(user)} className="rounded-card border border-line bg-pane p-5">
            <TopBar profile={data} />
            <InfoRows
              rows={[
                ...agentRows(t, user),
                [t("adminAgents.alsoSees"), <FurtherDepartments key="departments" agent={user} />],
                [t("adminAgents.moderatorRow"), <ModeratorSwitch key="moderator" agent={user} />],
              ]}
            />
            <div className="flex items-center gap-3 border-t border-line pt-3.5 text-s">
              <span className="w-40 shrink-0 text-text-3 max-phone:w-28">{t("adminAgents.rating")}</span>
              {rating === null ? (
                <span className="text-text-3">{t("adminAgents.notRated")}</span>
              ) : (
                <span className="flex items-center gap-2 font-semibold tabular-nums">
                  <Stars bare rating={rating} /> {t("adminAgents.outOf", { rating })}
                </span>
              )}
            </div>
          </section>
          <Suspense fallback={<Skeleton className="h-56 rounded-card" />}>
            <AgentRouting key={user.userid} userid={user.userid} />
          </Suspense>
          <section
            aria-label={t("adminAgents.bubbles")}
            className="rounded-card border border-line bg-pane p-5"
          >
            <h2 className="mb-2 font-semibold">{t("adminAgents.bubbles")}</h2>
            {bubbles.length === 0 && <p className="text-s text-text-3">{t("adminAgents.noBubbles")}</p>}
            <ul {...stop} className="grid max-h-72 gap-2 overflow-y-auto">
              {bubbles.map(({ bubbleid, name, content }) => (
                <li key={bubbleid} className="rounded-m bg-raised px-3 py-2 text-s">
                  <p className="font-semibold">{name}</p>
                  <p className="line-clamp-2 text-text-2">{content}</p>
                </li>
              ))}
            </ul>
          </section>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <ActionsBox of={{ name: "listAgentActions", id: user.userid }} filters={agentFilters} />
          <TicketLines title={t("adminAgents.tickets")} tickets={tickets} named />
        </div>
      </div>
    </>
  );
}

function TopBar({ profile }: { profile: AgentProfile }) {
  const { t } = useTranslation();
  const { user } = profile;
  const own = useProfile().userid === user.userid;
  const [editing, setEditing] = useState(false);
  const { mutate: flip } = useAgentSwitch("switchDisabled");
  const disabled = user.closed_on !== null;
  return (
    <>
      <div className="mb-4 flex items-center gap-4 max-phone:flex-wrap">
        <Avatar name={nameOf(user)} picture={user.profile_pic} size={96} status={user.status} />
        <div className="min-w-0 flex-1 max-phone:min-w-[55%]">
          <h1 className="truncate text-[22px] font-semibold tracking-tight">{nameOf(user)}</h1>
          {disabled && <p className="text-s font-semibold text-danger">{t("adminAgents.isDisabled")}</p>}
        </div>
        {!own && (
          <IconButton
            label={t(disabled ? "adminAgents.enableOne" : "adminAgents.disableOne", { name: nameOf(user) })}
            onClick={() => flip(user)}
          >
            {disabled ? <Lock size={18} className="text-danger" /> : <LockOpen size={18} />}
          </IconButton>
        )}
        {!disabled && !own && <SendReset agent={user} />}
        <IconButton
          label={t("adminAgents.edit")}
          aria-expanded={editing}
          onClick={() => leaveForm(() => setEditing((open) => !open))}
        >
          <Pencil size={18} />
        </IconButton>
      </div>
      {own && editing && <ChangePhoto />}
      {editing && <AgentEditBox agent={user} onClose={() => setEditing(false)} />}
    </>
  );
}
