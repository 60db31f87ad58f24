import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { readPlace } from "../../paths.ts";
import { lazyPart, preloadedPart, preloadParts } from "../../ui/lazy-part.ts";
import { useCompact, usePhone } from "../../ui/viewport.ts";
import { ColleagueList } from "../colleagues/ColleagueList.tsx";
import { LoadingMessages } from "../conversation/LoadingMessages.tsx";
import { WriteMail } from "../mail-composer/WriteMail.tsx";
import { useFirstSteps } from "../onboarding/first-steps.ts";
import { PrivateChat } from "../private-chat/PrivateChat.tsx";
import { SessionWarning } from "../session/SessionWarning.tsx";
import { ConnectionBanner } from "../shell/ConnectionBanner.tsx";
import { FooterTabs } from "../shell/FooterTabs.tsx";
import { Header } from "../shell/Header.tsx";
import { PageFooter } from "../shell/PageFooter.tsx";
import { usePlace } from "../tickets/place.ts";
import { TicketPane } from "../tickets/TicketPane.tsx";
import { useTicketKeys } from "../tickets/ticket-keys.ts";
import { useUnreadTitle } from "../tickets/unread.ts";
import { PaneSwitch } from "./PaneSwitch.tsx";
import { SkipLink } from "./SkipLink.tsx";

/** The ticket list loads first. */
const ChatPane = preloadedPart(
  async () => (await import("../conversation/ChatPane.tsx")).ChatPane,
  "reasons",
);
const FirstSteps = lazyPart(
  async () => (await import("../onboarding/FirstSteps.tsx")).FirstSteps,
  "onboarding",
  "adminAgents",
  "reasons",
);

export function Workspace() {
  const [search] = useSearchParams();
  const { t } = useTranslation();
  const { go } = usePlace();
  const compact = useCompact();
  const phone = usePhone();
  const { ticket, view, colleague } = readPlace(search);
  const firstSteps = useFirstSteps() && !ticket && (!phone || view === "pending");
  useTicketKeys();
  useUnreadTitle();
  useEffect(preloadParts, []);

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
        {(!phone || (!ticket && !firstSteps)) && (
          <TicketPane
            start={
              <WriteMail label={t("tickets.startMail")} onStarted={(started) => go({ ticket: started })} />
            }
          />
        )}
        {(!phone || ticket || firstSteps) && (
          <Suspense fallback={<LoadingMessages />}>{firstSteps ? <FirstSteps /> : <ChatPane />}</Suspense>
        )}
        {!compact && <ColleagueList />}
      </div>
      <div className={chrome}>{phone ? <FooterTabs /> : <PageFooter />}</div>
      <PrivateChat />
    </div>
  );
}

/** Tickets, chat, colleagues. A private chat lies over the colleagues and is wider than they are. */
function columns(compact: boolean, privately: boolean): string {
  if (compact) return "grid-cols-[clamp(320px,30vw,352px)_minmax(0,1fr)]";
  return privately ? "grid-cols-[352px_minmax(0,1fr)_420px]" : "grid-cols-[352px_minmax(0,1fr)_304px]";
}
