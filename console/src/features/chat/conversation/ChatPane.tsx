import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import { useQueryClient } from "@tanstack/react-query";
import { MessagesSquare, SearchX } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Refused } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { focusChat } from "../../../ui/focus-chat.ts";
import { PaneState } from "../../../ui/States.tsx";
import { withdrawOffer } from "../../tickets/list/next-ticket.ts";
import { useOpenTicket } from "../../tickets/list/open-ticket.ts";
import { usePlace } from "../../tickets/list/place.ts";
import { isTicket } from "../../tickets/list/TicketCard.tsx";
import { ticketWithDraft } from "../../tickets/sending/drafts.ts";
import { KeptDraft } from "../composer/KeptDraft.tsx";
import { Chat } from "./Chat.tsx";
import { LoadingMessages } from "./LoadingMessages.tsx";
import { NextWaiting } from "./NextWaiting.tsx";
import { usePreventDrop } from "./prevent-drop.ts";

/** The middle of the workspace: shows the ticket that the address names. */
export function ChatPane() {
  const { t } = useTranslation();
  const { ticket: id } = usePlace();
  const { ticket, isPending, error, refetch } = useOpenTicket(id);
  const cache = useQueryClient();
  const lost = !ticket && id && error instanceof Refused && ticketWithDraft(cache, id);
  useFocusAfter(id);
  useEffect(() => {
    if (id) withdrawOffer();
  }, [id]);
  usePreventDrop();
  useAddressOf(ticket, id);
  return (
    <>
      {ticket && <Chat key={ticket.ticketid} ticket={ticket} />}
      {!ticket && id && isPending && <LoadingMessages />}
      {!ticket && !id && (
        <PaneState icon={<MessagesSquare />} title={t("chat.none")} hint={t("chat.noneHint")}>
          <NextWaiting />
        </PaneState>
      )}
      {lost && <KeptDraft ticketid={lost} />}
      {!ticket && id && error && (
        <PaneState
          alert
          icon={<SearchX />}
          title={error instanceof Refused ? t("chat.gone") : t("common.unreachable")}
          hint={error instanceof Refused ? t("chat.goneHint") : undefined}
        >
          {!(error instanceof Refused) && <Button onClick={() => refetch()}>{t("common.retry")}</Button>}
        </PaneState>
      )}
    </>
  );
}

/** A ticket that was merged into another one leads there. */
function useAddressOf(ticket: Ticket | undefined, id: string | null) {
  const { go } = usePlace();
  const target = ticket && id && !isTicket(ticket, id) ? ticket.ticketid : null;
  useEffect(() => {
    if (target) go({ ticket: target.slice(0, limits.shortIdLength) });
  });
}

/** Focuses the main part when a chat that had the focus unmounts. */
function useFocusAfter(id: string | null) {
  useEffect(() => {
    if (!id) return;
    return () => {
      // A dialog of the chat first gives the focus back.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusChat();
      });
    };
  }, [id]);
}
