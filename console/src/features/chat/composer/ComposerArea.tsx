import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { useQueryClient } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart, preloadedPart } from "../../../ui/lazy-part.ts";
import { useViewer } from "../../session/viewer.ts";
import { AcceptButton } from "../../tickets/list/AcceptButton.tsx";
import { closeToWrite, useOpensToWrite } from "../../tickets/list/open-to-write.ts";
import { useReplyWindow } from "../../tickets/reply-window/reply-window.ts";
import { WindowClock } from "../../tickets/reply-window/WindowClock.tsx";
import { useMayAnswer } from "../../tickets/routing/use-may-answer.ts";
import { consumeExtras } from "../../tickets/sending/extras.ts";
import { runMacro, send } from "../../tickets/sending/sending.ts";
import { textToMessage } from "../../tickets/sending/text-to-message.ts";
import { Composer } from "./Composer.tsx";
import { FilePreview } from "./FilePreview.tsx";
import { KeptDraft } from "./KeptDraft.tsx";
import { type Mode, ModeSwitch } from "./ModeSwitch.tsx";
import { useSendLimits } from "./send-limits.ts";
import { TakeOver } from "./TakeOver.tsx";
import { useGuard } from "./use-guard.ts";
import { WindowClosed } from "./WindowClosed.tsx";
import { WriteFirst } from "./WriteFirst.tsx";

const ReplyWay = preloadedPart(async () => (await import("./ReplyWay.tsx")).ReplyWay, "merging");
const OfferedLine = lazyPart(async () => (await import("./OfferedLine.tsx")).OfferedLine, "routing");

type Props = {
  ticket: Ticket;
  replyTo: Message | null;
  onReplied: () => void;
  file: File | null;
  onFile: (file: File | null) => void;
  /** Replaces the field for a messenger's text; `focused` is passed on. */
  other?: (focused: boolean) => ReactNode;
};

type NoteProps = {
  mode: Mode;
  onMode: (mode: Mode) => void;
  /** The field for notes. `onMessage` makes its text a message; absent where the agent may not answer. */
  writeNote: (onMessage: ((text: string) => void) | undefined) => ReactNode;
};

/** The switch between message and note, and the field for either. */
export function ComposerArea({ mode, onMode, writeNote, ...props }: Props & NoteProps) {
  const { ticket } = props;
  const { ticketid } = ticket;
  const cache = useQueryClient();
  const window = useReplyWindow(ticket);
  const mayAnswer = useMayAnswer(ticket) && window !== "closed";
  const [switched, setSwitched] = useState(false);

  function choose(next: Mode) {
    setSwitched(true);
    onMode(next);
  }

  function makeMessage(text: string) {
    textToMessage(cache, ticketid, text);
    choose("message");
  }

  return (
    <>
      <div className="px-5 pt-2.5 max-phone:px-2 max-phone:pt-1.5 tiny:pt-0">
        <ModeSwitch ticketid={ticketid} mode={mode} onMode={choose} />
        {mode === "note" && (
          <div data-keep-clear className="pb-4 max-phone:pb-2 tiny:pb-1">
            {writeNote(mayAnswer ? makeMessage : undefined)}
          </div>
        )}
      </div>
      {mode === "message" && <MessageArea {...props} window={window} switched={switched} />}
    </>
  );
}

/** The composer, or the reason why there is none. */
function MessageArea({
  window,
  switched,
  ...props
}: Props & { window: ReturnType<typeof useReplyWindow>; switched: boolean }) {
  const { ticketid } = props.ticket;
  const accepting = useOpensToWrite(ticketid);
  useEffect(() => () => closeToWrite(ticketid), [ticketid]);
  const mayAnswer = useMayAnswer(props.ticket);
  if (!mayAnswer) return <Closed ticket={props.ticket} />;
  if (window === "closed") return <WindowClosed ticket={props.ticket} />;
  const focused = accepting || switched;
  return (
    <>
      {window !== "open" && <WindowClock minutes={window} className="px-7 text-xs max-phone:px-4" />}
      <Suspense>{mayAnswer === "accepts" && <OfferedLine ticket={props.ticket} />}</Suspense>
      {props.ticket.merged && (
        <Suspense>
          <ReplyWay ticket={props.ticket} replyTo={props.replyTo} byMail={props.other !== undefined} />
        </Suspense>
      )}
      {props.other ? props.other(focused) : <Answer {...props} focused={focused} />}
    </>
  );
}

type AnswerProps = Props & {
  /** True when the agent has just accepted the ticket here, and writing comes next. */
  focused: boolean;
};

function Answer({ ticket, replyTo: chosen, onReplied, file: given, onFile, focused }: AnswerProps) {
  const cache = useQueryClient();
  const { ticketid } = ticket;
  const limits = useSendLimits(ticket);
  const { held, armed, release } = useGuard(ticketid);
  const [wasFile, setWasFile] = useState(false);
  // A refused file comes before one chosen since.
  const file = held?.file ?? given;
  const replyTo = chosen ?? held?.replyTo ?? null;

  function submit(content: string, { file, leaves }: { file?: File; leaves?: string } = {}) {
    release();
    send(cache, { ticketid, content, replyTo, ...(file && { file }), ...(leaves && { leaves }) });
    onReplied();
  }

  /** A text with the files of a bubble before it, and its macro. A macro without a text runs at once, and its files go before it. */
  function submitText(content: string, leaves?: string) {
    release();
    const { files, macro } = consumeExtras(ticketid);
    const how = { ...(leaves && { leaves }), ...(macro && !content && { now: true }) };
    for (const { file } of files)
      if (file) send(cache, { ticketid, content: "", replyTo: null, file, ...how });
    if (content) send(cache, { ticketid, content, replyTo, macro, ...how });
    else if (macro) void runMacro(cache, ticketid, macro);
    onReplied();
  }

  return (
    <div data-keep-clear className="px-5 pb-4 max-phone:px-2 max-phone:pb-2 tiny:py-1">
      {file ? (
        <FilePreview
          file={file}
          rules={limits.rules}
          longestCaption={limits.caption}
          guard={{
            held,
            armed,
            clientName: ticket.client_name,
            onEdit: () => {
              onFile(file);
              release();
            },
          }}
          onCancel={() => {
            setWasFile(true);
            if (held?.file) release();
            else onFile(null);
          }}
          ticketid={ticketid}
          onSend={(caption, leaves) => {
            setWasFile(true);
            if (!held?.file) onFile(null);
            submit(caption, { file, ...(leaves && { leaves }) });
          }}
        />
      ) : (
        <Composer
          key={ticketid}
          ticket={ticket}
          longest={limits.text}
          rules={limits.rules}
          replyTo={replyTo}
          focused={wasFile || focused}
          onCancelReply={onReplied}
          onFile={onFile}
          onSend={submitText}
        />
      )}
    </div>
  );
}

function Closed({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const reason = ticket.closed_on
    ? t(ticket.spam ? "composer.closedSpam" : "composer.closed")
    : !ticket.channel.connected
      ? t("composer.disconnected", { name: ticket.channel.name })
      : ticket.userid
        ? t("composer.notHandler", { name: ticket.user_name })
        : t("composer.notAccepted");
  const viewer = useViewer();
  const { connected, can } = ticket.channel;
  const another = !ticket.closed_on && ticket.userid !== viewer.id ? ticket.userid : null;
  const mayBegin = ticket.closed_on && connected && can.includes("begin");
  return (
    <>
      <KeptDraft ticketid={ticket.ticketid} />
      <div className="mx-5 mb-4 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-raised px-4 py-2 text-text-2 max-phone:mx-2 max-phone:mb-2">
        <Lock size={16} aria-hidden="true" className="shrink-0" />
        <p className="min-w-0 flex-1 basis-48 text-s">{reason}</p>
        {ticket.can.accept && <AcceptButton ticket={ticket} />}
        {another && connected && <TakeOver ticket={ticket} handlerid={another} />}
        {mayBegin && <WriteFirst ticket={ticket} />}
      </div>
    </>
  );
}
