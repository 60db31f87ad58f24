import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { useLoaderData, useLocation, useNavigate, useSearchParams } from "react-router";
import { openLive } from "../../api/events.ts";
import { profileQuery, sessionQuery } from "../../api/queries.ts";
import { readPlace, signInPath } from "../../paths.ts";
import { useCompact, usePhone } from "../../ui/viewport.ts";
import { ColleagueList } from "../agents/ColleagueList.tsx";
import { LoadingMessages } from "../messages/LoadingMessages.tsx";
import { SessionWarning } from "../session/SessionWarning.tsx";
import { actorOf, ViewerContext } from "../session/viewer.ts";
import { TicketPane } from "../tickets/TicketPane.tsx";
import { ConnectionBanner } from "./ConnectionBanner.tsx";
import { FooterTabs } from "./FooterTabs.tsx";
import { Header } from "./Header.tsx";
import { SkipLink } from "./SkipLink.tsx";

/** The list is what one looks for first. */
const loadChat = () => import("../messages/ChatPane.tsx");
const ChatPane = lazy(loadChat);

/** What is loaded later is fetched as soon as there is time, so that it is there when the network is not. */
const later = [
  loadChat,
  () => import("../messages/rows/MessageMenu.tsx"),
  () => import("../messages/rows/Viewer.tsx"),
  () => import("../tickets/CloseDialog.tsx"),
];

export function Workspace() {
  const loaded = useLoaderData();
  const { data: profile = loaded } = useQuery(profileQuery);
  const [search] = useSearchParams();
  const compact = useCompact();
  const phone = usePhone();
  const { ticket } = readPlace(search);
  useLiveConnection();
  useSessionEnd();
  useEffect(() => {
    // A part that does not come now is asked for again when it is wanted.
    void Promise.allSettled(later.map((load) => load()));
  }, []);

  return (
    <ViewerContext value={profile}>
      <div className="grid h-full grid-rows-[auto_auto_minmax(0,1fr)_auto]">
        {(!phone || ticket) && <SkipLink />}
        <Header />
        <div>
          <ConnectionBanner />
          <SessionWarning />
        </div>
        <div
          className={
            phone
              ? "min-h-0"
              : `grid min-h-0 ${compact ? "grid-cols-[320px_minmax(0,1fr)]" : "grid-cols-[352px_minmax(0,1fr)_304px]"}`
          }
        >
          {(!phone || !ticket) && <TicketPane />}
          {(!phone || ticket) && (
            <Suspense fallback={<LoadingMessages />}>
              <ChatPane />
            </Suspense>
          )}
          {!compact && <ColleagueList />}
        </div>
        {phone && <FooterTabs />}
      </div>
    </ViewerContext>
  );
}

function useLiveConnection() {
  const cache = useQueryClient();
  const { data: profile } = useQuery(profileQuery);
  const { userid, role, departmentid } = profile ?? {};
  useEffect(() => {
    if (!userid || !departmentid) return;
    return openLive(cache, actorOf({ userid, role: role ?? null, departmentid }));
  }, [cache, userid, role, departmentid]);
}

/** The session is asked for every ten seconds; when it is over, so is the visit. */
function useSessionEnd() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { data: session } = useQuery(sessionQuery);
  const { data: profile } = useQuery(profileQuery);
  const over = session?.status === "invalid";
  useEffect(() => {
    if (over) void navigate(signInPath(pathname + search), { replace: true });
  }, [over, navigate, pathname, search]);
  // Another tab signed somebody else in: nothing on this screen is theirs.
  const another = session?.status === "valid" && profile !== undefined && session.id !== profile.userid;
  useEffect(() => {
    if (another) location.reload();
  }, [another]);
}
