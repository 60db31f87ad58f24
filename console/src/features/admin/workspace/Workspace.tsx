import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { readPlace } from "../../../paths.ts";
import { lazyPart, preloadedPart, preloadParts } from "../../../ui/lazy-part.ts";
import { useCompact, usePhone } from "../../../ui/viewport.ts";
import { ConnectionBanner } from "../../account/shell/ConnectionBanner.tsx";
import { FooterTabs } from "../../account/shell/FooterTabs.tsx";
import { Header } from "../../account/shell/Header.tsx";
import { PageFooter } from "../../account/shell/PageFooter.tsx";
import { LoadingMessages } from "../../chat/conversation/LoadingMessages.tsx";
import { WriteMail } from "../../chat/mail-composer/WriteMail.tsx";
import { PrivateChat } from "../../people/private-chat/PrivateChat.tsx";
import { SessionWarning } from "../../session/SessionWarning.tsx";
import { usePlace } from "../../tickets/list/place.ts";
import { TicketPane } from "../../tickets/list/TicketPane.tsx";
import { useTicketKeys } from "../../tickets/list/ticket-keys.ts";
import { useUnreadTitle } from "../../tickets/list/unread.ts";
import { useFirstSteps } from "../onboarding/first-steps.ts";
import { useLastTicket } from "./last-ticket.ts";
import { PaneSwitch } from "./PaneSwitch.tsx";
import { SkipLink } from "./SkipLink.tsx";

/** The ticket list loads first. */
const ChatPane = preloadedPart(
  async () => (await import("../../chat/conversation/ChatPane.tsx")).ChatPane,
  "message",
  "reasons",
  "client",
  "merging",
  "splitting",
);
/** It has a place of its own while it loads. */
const RightColumn = preloadedPart(
  async () => (await import("./RightColumn.tsx")).RightColumn,
  "message",
  "client",
  "fields",
  "tags",
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
  const last = useLastTicket(ticket);
  const firstSteps = useFirstSteps() && !ticket && (!phone || view !== "closed");
  useTicketKeys();
  useUnreadTitle();
  useEffect(preloadParts, []);

  // On a phone a chat fills the screen; its header leads back. A phone on its side, or with its keyboard, has room for
  // nothing else.
  const inChat = phone && ticket !== null;
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto]">
      {(!phone || ticket) && <SkipLink />}
      <div>
        {inChat ? (
          <header className="sr-only">
            <h1>{t("shell.chat")}</h1>
          </header>
        ) : (
          <Header />
        )}
      </div>
      <div>{phone && !inChat && <PaneSwitch last={last} />}</div>
      <div className={phone ? "min-h-0" : `grid min-h-0 ${columns(compact, colleague !== null)}`}>
        {(!phone || (!ticket && !firstSteps)) && (
          <TicketPane
            start={
              <WriteMail label={t("tickets.startMail")} onStarted={(started) => go({ ticket: started })} />
            }
          />
        )}
        {(!phone || ticket || firstSteps) && (
          // It stands while the code of its content loads: *Skip to the chat* has its target, and the focus stays.
          <main id="chat" tabIndex={-1} className="flex h-full min-h-0 min-w-0 flex-col outline-none">
            <Suspense fallback={<LoadingMessages />}>{firstSteps ? <FirstSteps /> : <ChatPane />}</Suspense>
          </main>
        )}
        {!compact && (
          <Suspense fallback={<div className="border-l border-line bg-pane" />}>
            <RightColumn />
          </Suspense>
        )}
      </div>
      <div data-keep-clear>
        {/* Below the conversation: above it, the banner would push the messages off the screen. */}
        <ConnectionBanner />
        <SessionWarning />
        <div className={inChat ? "short:*:hidden" : undefined}>{phone ? <FooterTabs /> : <PageFooter />}</div>
      </div>
      <PrivateChat />
    </div>
  );
}

/** Columns for tickets, chat, colleagues. A private chat covers the colleagues and is wider. */
function columns(compact: boolean, privately: boolean): string {
  if (compact) return "grid-cols-[clamp(320px,30vw,352px)_minmax(0,1fr)]";
  return privately ? "grid-cols-[352px_minmax(0,1fr)_420px]" : "grid-cols-[352px_minmax(0,1fr)_304px]";
}
