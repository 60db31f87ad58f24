import type { Colleague } from "@parley/contract/agents";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { privateChatsQuery } from "../../../api/queries.ts";
import { workspacePath } from "../../../paths.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { shortenName } from "../../../ui/shorten.ts";
import { UnreadCount } from "../../../ui/UnreadCount.tsx";
import { usePlace } from "../../tickets/list/place.ts";
import { RoutingMark } from "../../tickets/routing/mark.ts";
import { unreadFrom } from "../private-chat/counts.ts";
import { nameOf } from "./name.ts";

type Props = { colleague: Colleague; onChoose: (() => void) | undefined };

/** A colleague, as a button that opens the private chat with them. */
export function ColleagueRow({ colleague, onChoose }: Props) {
  const { t } = useTranslation();
  const { ticket, view, colleague: open } = usePlace();
  const { data: counts } = useQuery(privateChatsQuery);
  const { userid, department, status, profile_pic } = colleague;
  const name = nameOf(colleague);
  const unread = unreadFrom(counts, userid);
  return (
    <li className="px-2">
      <Link
        to={workspacePath({ ticket, view, colleague: userid })}
        onClick={onChoose}
        data-colleague={userid}
        aria-current={open === userid ? "true" : undefined}
        className={`flex min-h-[52px] items-center gap-3 rounded-[12px] px-2 py-2 transition-colors duration-150 ${open === userid ? "bg-raised-2" : "hover:bg-raised"}`}
      >
        <Avatar name={name} picture={profile_pic} size={36} status={status} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-s font-semibold" title={name}>
            {shortenName(name)}
            <span className="sr-only">
              , {t(status === "online" ? "colleagues.isOnline" : "colleagues.isOffline")}
            </span>
          </span>
          <span className="block truncate text-xs text-text-3">{department}</span>
          <Suspense>
            <RoutingMark userid={userid} />
          </Suspense>
        </span>
        {unread > 0 && <UnreadCount count={unread} label={t("colleagues.unread", { count: unread })} />}
      </Link>
    </li>
  );
}
