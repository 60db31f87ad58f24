import type { ChannelRow } from "@parley/contract/channels";
import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { departmentsQuery } from "../../api/queries.ts";
import { reasonText } from "../../ui/reason-text.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { StatePill } from "./AccountState.tsx";
import { AccountTraffic } from "./AccountTraffic.tsx";
import { PlatformLogo } from "./PlatformLogo.tsx";
import { channelLooks } from "./registry.ts";
import { PlaceLink } from "./tab/PlaceLink.tsx";
import { usernameOf } from "./username.ts";

type Props = {
  account: ChannelRow;
  /** True to show the platform's details, too. */
  detailed: boolean;
  /** True for an account that was connected just now. */
  marked: boolean;
};

/** An account among others: whether it works, where its tickets go, what came today. It links to its page. */
export function AccountCard({ account, detailed, marked }: Props) {
  const { t } = useTranslation();
  const card = useRef<HTMLLIElement>(null);
  const { channelid, platform, name, state, reason, departmentid, traffic } = account;
  const { data: departments = [] } = useQuery(departmentsQuery);
  const { Details } = channelLooks[platform];
  const department = departments.find((one) => one.departmentid === departmentid)?.department_name;
  // Details have it, too.
  const username = detailed ? null : usernameOf(account);
  useEffect(() => {
    if (!marked) return;
    card.current?.scrollIntoView({ block: "nearest" });
    card.current?.querySelector("a")?.focus({ preventScroll: true });
  }, [marked]);
  return (
    <li
      ref={card}
      className={`grid scroll-my-6 grid-cols-[minmax(0,1fr)] content-start gap-3.5 rounded-card border bg-pane p-4 transition duration-150 ${marked ? "animate-arrive border-accent-text ring-1 ring-accent-text" : "border-line hover:border-line-strong"} ${detailed ? "" : "relative"}`}
    >
      <div className={`flex gap-3 ${detailed ? "relative items-center" : "items-start"}`}>
        <PlatformLogo platform={platform} />
        <div className="min-w-0 flex-1">
          <h3 className="line-clamp-2 font-semibold break-words" title={name}>
            <PlaceLink
              to={{ service: platform, account: channelid }}
              className={`after:absolute after:rounded-card ${detailed ? "hover:underline after:-inset-1" : "after:inset-0"}`}
            >
              {name}
            </PlaceLink>
          </h3>
          {username && <p className="truncate text-s text-text-3">{username}</p>}
        </div>
        <StatePill state={state} />
      </div>
      {state !== "working" && reason && (
        <p className={`line-clamp-3 text-s break-words ${state === "broken" ? "text-danger" : "text-warn"}`}>
          {reasonText(t, reason)}
        </p>
      )}
      {detailed && Details && (
        <Suspense fallback={<Skeleton className="h-44 rounded-m" />}>
          <Details account={account} />
        </Suspense>
      )}
      <div className="mt-auto grid gap-3">
        {traffic && <AccountTraffic traffic={traffic} />}
        <p className="flex items-center gap-2 border-t border-line pt-3 text-s text-text-2">
          <Inbox size={15} aria-hidden="true" className="shrink-0 text-text-3" />
          <span className="sr-only">{t("channels.departmentShort")}: </span>
          <span className="min-w-0 truncate">{department ?? t("channels.firstDepartment")}</span>
        </p>
      </div>
    </li>
  );
}
