import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { type ReactNode, Suspense, useCallback, useState } from "react";
import { preloadedPart } from "../../ui/lazy-part.ts";
import { type MenuRequest, OpenMenuContext } from "../message-kinds/message-menu.ts";
import { PinnedContext, usePinnedIds } from "../pins/pinned.ts";
import { MediaViewer } from "../viewer/MediaViewer.tsx";

const MessageMenu = preloadedPart(async () => (await import("../message-kinds/MessageMenu.tsx")).MessageMenu);

type Props = {
  ticket: Ticket;
  /** What is read now: its photos and videos are looked at one after the other. */
  messages: Message[];
  onReply: (message: Message) => void;
  children: ReactNode;
};

/** One menu and one viewer for all messages of a chat: a row that scrolls out of the list does not take them along. */
export function MessageOverlays({ ticket, messages, onReply, children }: Props) {
  const [request, setRequest] = useState<MenuRequest | null>(null);
  const pinned = usePinnedIds(ticket.ticketid);
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
            onReply={mayQuote(ticket) ? onReply : undefined}
          />
        </Suspense>
      )}
    </PinnedContext>
  );
}

const mayQuote = ({ can, channel }: Ticket) =>
  can.reply && channel.connected && channel.can.includes("quote");
