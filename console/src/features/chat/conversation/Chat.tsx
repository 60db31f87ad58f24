import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { watchTicket } from "../../../api/events.ts";
import { whenNotTyping } from "../../../ui/keys.ts";
import { lazyPart, preloadedPart } from "../../../ui/lazy-part.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { useCompact, usePhone } from "../../../ui/viewport.ts";
import { leaveClient, toggleClient, useClientTab } from "../../tickets/client/client-tab.ts";
import type { Destination } from "../../tickets/messages/destination.ts";
import { useMayAnswer } from "../../tickets/routing/use-may-answer.ts";
import { ComposerArea } from "../composer/ComposerArea.tsx";
import { DropTarget } from "../composer/DropTarget.tsx";
import { LoadingComposer } from "../composer/LoadingComposer.tsx";
import type { Mode } from "../composer/ModeSwitch.tsx";
import type { MailAnswer } from "../mail-composer/MailComposer.tsx";
import { ChatHeader } from "./ChatHeader.tsx";
import { useJump } from "./jump.ts";
import { MessagePane } from "./MessagePane.tsx";

const ChannelBanner = preloadedPart(
  async () => (await import("../../channels/ChannelBanner.tsx")).ChannelBanner,
  "channels",
);
const PinnedPanel = preloadedPart(
  async () => (await import("../pins/PinnedPanel.tsx")).PinnedPanel,
  "message",
  "pins",
);
const ChatSearch = preloadedPart(async () => (await import("./ChatSearch.tsx")).ChatSearch, "chatSearch");

const NoteComposer = preloadedPart(
  async () => (await import("../notes/NoteComposer.tsx")).NoteComposer,
  "notes",
  "reasons",
);

/** The composer has an editor that only mails need. */
const MailComposer = lazyPart(
  async () => (await import("../mail-composer/MailComposer.tsx")).MailComposer,
  "mailComposer",
  "mail",
  "reasons",
);

const SnoozeStrip = preloadedPart(
  async () => (await import("../../tickets/list/SnoozeStrip.tsx")).SnoozeStrip,
  "snooze",
);

const WaitingTexts = preloadedPart(
  async () => (await import("../../tickets/outgoing/WaitingTexts.tsx")).WaitingTexts,
  "sendLater",
  "reasons",
);

const SpamStrip = preloadedPart(
  async () => (await import("../../tickets/list/SpamStrip.tsx")).SpamStrip,
  "spam",
);

const DetailsPanel = preloadedPart(
  async () => (await import("../details/DetailsPanel.tsx")).DetailsPanel,
  "fields",
  "tags",
  "reasons",
);

const ClientSheet = preloadedPart(
  async () => (await import("../client/ClientSheet.tsx")).ClientSheet,
  "message",
  "client",
  "fields",
  "tags",
  "reasons",
);

export type ChatPanel = "pins" | "search" | "details" | null;

/** One ticket's conversation: its header, its messages, and the place to answer. */
export function Chat({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const [replyTo, setReplyTo] = useState<Message | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [mode, setMode] = useState<Mode>("message");
  const [noteFile, setNoteFile] = useState<File | null>(null);
  const [droppedFiles, setDroppedFiles] = useState<File[]>([]);
  const [mailAnswer, setMailAnswer] = useState<MailAnswer | null>(null);
  const [panel, setPanel] = useState<ChatPanel>(null);
  const { ticketid } = ticket;
  const section = useRef<HTMLElement>(null);
  const jump = useJump(ticketid);
  const mayAnswer = useMayAnswer(ticket);
  const phone = usePhone();
  const compact = useCompact();
  const over = useClientTab((state) => state.over);
  useEffect(() => watchTicket(ticketid), [ticketid]);
  useEffect(() => whenNotTyping({ KeyN: () => setMode("note"), KeyC: toggleClient }), []);
  useEffect(() => leaveClient, []);
  useEffect(() => {
    // The field for messages hears the key itself.
    if (mode === "note") return whenNotTyping({ KeyR: () => setMode("message") });
  }, [mode]);
  const byMail = ticket.channel.can.includes("mail");
  function dropped(first: File, all: File[]) {
    if (mode === "note") setNoteFile(first);
    else if (byMail) setDroppedFiles(all);
    else setFile(first);
  }
  function closePanel() {
    setPanel(null);
    // The control that opened the panel.
    section.current?.querySelector<HTMLElement>(`[data-panel="${panel}"]`)?.focus();
  }
  function pressed(event: KeyboardEvent) {
    // The composer handles its own Escape.
    if (event.key !== "Escape" || !panel || event.defaultPrevented) return;
    if (event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    closePanel();
  }
  function jumpFromPanel(to: Destination) {
    // A phone has no room for both.
    if (phone) closePanel();
    jump.jumpTo(to);
  }
  return (
    <section
      ref={section}
      onKeyDown={pressed}
      aria-label={t("chat.region", { name: ticket.client_name })}
      className="flex min-h-0 flex-1 flex-col"
    >
      <ChatHeader ticket={ticket} panel={panel} onPanel={setPanel} />
      <Suspense>{ticket.snoozed && <SnoozeStrip ticket={ticket} snoozed={ticket.snoozed} />}</Suspense>
      <Suspense>{ticket.spam && <SpamStrip ticket={ticket} spam={ticket.spam} />}</Suspense>
      <Suspense>{compact && over && <ClientSheet ticket={ticket} onClose={leaveClient} />}</Suspense>
      <Suspense>
        {panel === "pins" && <PinnedPanel ticket={ticket} onJump={jumpFromPanel} onClose={closePanel} />}
        {panel === "details" && <DetailsPanel ticket={ticket} onClose={closePanel} />}
        {panel === "search" && <ChatSearch ticket={ticket} onJump={jumpFromPanel} onClose={closePanel} />}
      </Suspense>
      <DropTarget enabled={mode === "note" || mayAnswer !== false} onDrop={dropped}>
        <MessagePane
          ticket={ticket}
          jump={jump}
          onReply={(message) => {
            setMode("message");
            setReplyTo(message);
          }}
          onAnswerMail={(message, kind) => {
            setMode("message");
            setMailAnswer({ message, kind });
          }}
        />
        <Suspense>
          <WaitingTexts ticket={ticket} />
        </Suspense>
        <Suspense>{!ticket.closed_on && <ChannelBanner ticket={ticket} />}</Suspense>
        <ComposerArea
          ticket={ticket}
          replyTo={replyTo}
          onReplied={() => setReplyTo(null)}
          mode={mode}
          onMode={setMode}
          writeNote={(onMessage) => (
            <Suspense fallback={<Skeleton className="h-24 rounded-card" />}>
              <NoteComposer ticket={ticket} file={noteFile} onFile={setNoteFile} onMessage={onMessage} />
            </Suspense>
          )}
          file={file}
          onFile={setFile}
          {...(byMail && {
            other: (focused) => (
              <Suspense fallback={<LoadingComposer />}>
                <MailComposer
                  key={ticketid}
                  ticket={ticket}
                  answer={mailAnswer}
                  onAnswered={() => setMailAnswer(null)}
                  dropped={droppedFiles}
                  onAttached={() => setDroppedFiles([])}
                  focused={focused}
                />
              </Suspense>
            ),
          })}
        />
      </DropTarget>
    </section>
  );
}
