import type { Language } from "@parley/contract/sessions";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Outlet, useLoaderData, useLocation, useNavigate } from "react-router";
import { useConnection } from "../../../api/connection.ts";
import { openLive } from "../../../api/events.ts";
import { profileQuery, sessionQuery } from "../../../api/queries.ts";
import { changeLanguage, loadTexts } from "../../../i18n/index.ts";
import { loggedOut, signInPath, twoStepPath } from "../../../paths.ts";
import { isUploading as isUploadingPrivate } from "../../people/private-chat/outbox.ts";
import { sendUnreached as sendUnreachedPrivate } from "../../people/private-chat/sending.ts";
import { consumeSessionEnd } from "../../session/session-end.ts";
import { actorOf, ViewerContext } from "../../session/viewer.ts";
import { Commands } from "../../tickets/commands/Commands.tsx";
import { useArrivalNotice } from "../../tickets/list/arrival-notice.ts";
import { isUploading } from "../../tickets/sending/outbox.ts";
import { sendUnreached } from "../../tickets/sending/sending.ts";
import { eventHandlers } from "../live/event-handlers.ts";

/** The frame of every page of a signed-in agent: the session, the live connection, the command bar. */
export function SignedIn() {
  const loaded = useLoaderData();
  const { data: profile = loaded } = useQuery(profileQuery);
  useLiveConnection();
  useSessionEnd();
  useLanguage(profile.lang);
  useArrivalNotice();
  useReasons();
  useUnsent();
  return (
    <ViewerContext value={profile}>
      <Outlet />
      <Commands />
    </ViewerContext>
  );
}

/** Loads the texts that say why a call failed. Until they arrive the server's English is shown. */
function useReasons() {
  useEffect(() => {
    loadTexts("reasons").catch(reportError);
  }, []);
}

/** Sends messages that wait for a connection, and asks before an upload is interrupted. */
function useUnsent() {
  const cache = useQueryClient();
  const live = useConnection(({ state }) => state === "live");
  useEffect(() => {
    if (!live) return;
    sendUnreached(cache);
    sendUnreachedPrivate(cache);
  }, [cache, live]);
  useEffect(() => {
    const leaving = (event: BeforeUnloadEvent) => {
      if (isUploading() || isUploadingPrivate()) event.preventDefault();
    };
    window.addEventListener("beforeunload", leaving);
    return () => window.removeEventListener("beforeunload", leaving);
  }, []);
}

/** The language may also be chosen in another tab. */
function useLanguage(lang: Language) {
  useEffect(() => {
    void changeLanguage(lang);
  }, [lang]);
}

function useLiveConnection() {
  const cache = useQueryClient();
  const { data: profile } = useQuery(profileQuery);
  const { userid, role, departmentids } = profile ?? {};
  const sight = departmentids?.join();
  useEffect(() => {
    if (!userid || !sight) return;
    const viewer = actorOf({ userid, role: role ?? null, departmentids: sight.split(",") });
    return openLive(cache, eventHandlers(cache, viewer));
  }, [cache, userid, role, sight]);
}

/** The session query polls every ten seconds; its end leads to the sign-in page. */
function useSessionEnd() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { data: session } = useQuery(sessionQuery);
  const { data: profile } = useQuery(profileQuery);
  const over = session?.status === "invalid";
  useEffect(() => {
    if (!over) return;
    const state = { ...loggedOut, why: consumeSessionEnd() };
    void navigate(signInPath(pathname + search), { replace: true, state });
  }, [over, navigate, pathname, search]);
  // The company now requires two-step sign-in.
  const mustSetUp = session?.status === "valid" && session.setUpTwoStep;
  useEffect(() => {
    if (mustSetUp) void navigate(twoStepPath(pathname + search), { replace: true });
  }, [mustSetUp, navigate, pathname, search]);
  // Another agent has signed in in another tab: nothing on this screen is theirs.
  const another = session?.status === "valid" && profile !== undefined && session.id !== profile.userid;
  useEffect(() => {
    if (another) location.reload();
  }, [another]);
}
