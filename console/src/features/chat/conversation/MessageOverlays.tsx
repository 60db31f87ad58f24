import type { MailReason } from "@parley/contract/mail";
import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { lazyPart, preloadedPart } from "../../../ui/lazy-part.ts";
import type { AnswerKind } from "../../tickets/mail-head/recipients.ts";
import { useMayAnswer } from "../../tickets/routing/use-may-answer.ts";
import { endAsking, useAskedChange } from "../message-kinds/asked-change.ts";
import { type MenuRequest, OpenMenuContext } from "../message-kinds/message-menu.ts";
import { PinnedContext, usePinnedIds } from "../pins/pinned.ts";
import { MediaViewer } from "../viewer/MediaViewer.tsx";

const MailMenuItems = preloadedPart(
  async () => (await import("../mail/MailMenuItems.tsx")).MailMenuItems,
  "mail",
);
const WhyDialog = preloadedPart(async () => (await import("../mail/WhyDialog.tsx")).WhyDialog, "mail");
const MessageMenu = preloadedPart(
  async () => (await import("../message-kinds/MessageMenu.tsx")).MessageMenu,
  "message",
  "reactions",
  "sentChanges",
);

const ChangeDialog = lazyPart(
  async () => (await import("../message-kinds/ChangeDialog.tsx")).ChangeDialog,
  "sentChanges",
  "reasons",
);

type Props = {
  ticket: Ticket;
  /** The messages on screen: the viewer goes through their photos and videos. */
  messages: Message[];
  onReply: (message: Message) => void;
  onAnswerMail: (message: Message, kind: AnswerKind) => void;
  children: ReactNode;
};

/** One menu and one viewer for all messages of a chat: a row that scrolls out of the list does not close them. */
export function MessageOverlays({ ticket, messages, onReply, onAnswerMail, children }: Props) {
  const [request, setRequest] = useState<MenuRequest | null>(null);
  const pinned = usePinnedIds(ticket.ticketid);
  const [explained, setExplained] = useState<MailReason | null>(null);
  const asked = useAskedChange(ticket.ticketid) !== null;
  useEffect(() => endAsking, []);
  const mayAnswer = useMayAnswer(ticket) !== false;
  const close = useCallback(() => setRequest(null), []);
  return (
    <PinnedContext value={pinned}>
      <OpenMenuContext value={setRequest}>
        <MediaViewer messages={messages}>{children}</MediaViewer>
      </OpenMenuContext>
      {request && (
        <Suspense>
          <MessageMenu
            ticket={ticket}
            request={request}
            onClose={close}
            onReply={mayAnswer && ticket.channel.can.includes("quote") ? onReply : undefined}
            {...(request.message.mail && {
              more: (onAnswered) => (
                <MailMenuItems
                  message={request.message}
                  onWhy={({ mail }) => setExplained(mail?.why ?? null)}
                  onAnswer={
                    mayAnswer
                      ? (message, kind) => {
                          onAnswered();
                          onAnswerMail(message, kind);
                        }
                      : undefined
                  }
                />
              ),
            })}
          />
        </Suspense>
      )}
      {asked && (
        <Suspense>
          <ChangeDialog ticket={ticket} />
        </Suspense>
      )}
      {explained && (
        <Suspense>
          <WhyDialog why={explained} onClose={() => setExplained(null)} />
        </Suspense>
      )}
    </PinnedContext>
  );
}
