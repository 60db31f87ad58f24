import { lazy, Suspense, useEffect } from "react";
import { useSearchParams } from "react-router";
import { needTexts } from "../../i18n/index.ts";
import { readPlace } from "../../paths.ts";
import { useCompact, usePhone } from "../../ui/viewport.ts";
import { ColleagueList } from "../colleagues/ColleagueList.tsx";
import { loadColleaguesDrawer } from "../colleagues/ColleaguesButton.tsx";
import { loadBubblePanel, loadEmojiPanel } from "../composer/later.ts";
import { LoadingMessages } from "../conversation/LoadingMessages.tsx";
import { loadChatSearch, loadMessageMenu, loadPinnedPanel, loadViewer } from "../conversation/later.ts";
import { loadInbox } from "../inbox/later.ts";
import { useFirstSteps } from "../onboarding/first-steps.ts";
import { loadPrivateChat } from "../private-chat/later.ts";
import { PrivateChat } from "../private-chat/PrivateChat.tsx";
import { SessionWarning } from "../session/SessionWarning.tsx";
import { ConnectionBanner } from "../shell/ConnectionBanner.tsx";
import { FooterTabs } from "../shell/FooterTabs.tsx";
import { Header } from "../shell/Header.tsx";
import { loadReassign, loadTicketSearch } from "../tickets/later.ts";
import { TicketPane } from "../tickets/TicketPane.tsx";
import { useTicketKeys } from "../tickets/ticket-keys.ts";
import { PaneSwitch } from "./PaneSwitch.tsx";
import { SkipLink } from "./SkipLink.tsx";

/** The list is what one looks for first. */
const loadChat = () => import("../conversation/ChatPane.tsx");
const ChatPane = lazy(loadChat);
const FirstSteps = lazy(async () => {
  await needTexts("onboarding", "refusals");
  return import("../onboarding/FirstSteps.tsx");
});

/** What is loaded later is fetched as soon as there is time, so that it is there when the network is not. */
const later = [
  loadChat,
  loadMessageMenu,
  loadViewer,
  loadPinnedPanel,
  loadChatSearch,
  loadEmojiPanel,
  loadBubblePanel,
  () => import("../tickets/CloseDialog.tsx"),
  loadReassign,
  loadTicketSearch,
  loadPrivateChat,
  loadInbox,
  loadColleaguesDrawer,
  () => import("../commands/CommandBar.tsx"),
];

export function Workspace() {
  const [search] = useSearchParams();
  const compact = useCompact();
  const phone = usePhone();
  const { ticket, view, colleague } = readPlace(search);
  const firstSteps = useFirstSteps() && !ticket && (!phone || view === "pending");
  useTicketKeys();
  useEffect(() => {
    // A part that does not come now is asked for again when it is wanted.
    void Promise.allSettled(later.map((load) => load()));
  }, []);

  // A phone that lies on its side, or shows its keyboard, has room for the chat alone; its header leads back.
  const chrome = phone && ticket ? "short:*:hidden" : undefined;
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto]">
      {(!phone || ticket) && <SkipLink />}
      <div className={chrome}>
        <Header />
      </div>
      <div>
        <ConnectionBanner />
        <SessionWarning />
        <div className={chrome}>{phone && <PaneSwitch />}</div>
      </div>
      <div className={phone ? "min-h-0" : `grid min-h-0 ${columns(compact, colleague !== null)}`}>
        {(!phone || (!ticket && !firstSteps)) && <TicketPane />}
        {(!phone || ticket || firstSteps) && (
          <Suspense fallback={<LoadingMessages />}>{firstSteps ? <FirstSteps /> : <ChatPane />}</Suspense>
        )}
        {!compact && <ColleagueList />}
      </div>
      <div className={chrome}>{phone && <FooterTabs />}</div>
      <PrivateChat />
    </div>
  );
}

/** Tickets, chat, colleagues. A private chat lies over the colleagues and is wider than they are. */
function columns(compact: boolean, privately: boolean): string {
  if (compact) return "grid-cols-[320px_minmax(0,1fr)]";
  return privately ? "grid-cols-[352px_minmax(0,1fr)_420px]" : "grid-cols-[352px_minmax(0,1fr)_304px]";
}
