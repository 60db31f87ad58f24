/** The desk's reaction to a message: who may give it, and the call. */
import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { isType } from "@parley/contract/timeline";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { apply } from "../../tickets/messages/cache.ts";
import { useReplyWindow } from "../../tickets/reply-window/reply-window.ts";

/**
 * The same rules as the composer: the ticket is theirs, the channel is connected and accepts reactions, the reply window
 * is open.
 */
export function useMayReact(ticket: Ticket, message: Message): boolean {
  const { can, channel } = ticket;
  const closed = useReplyWindow(ticket) === "closed";
  if (closed || !can.reply || !channel.connected || !channel.can.includes("react")) return false;
  return isType(message.type, "crossesChannel") && isAtClient(message);
}

const isAtClient = ({ isagent, status }: Message) =>
  !isagent || status === "sent" || status === "delivered" || status === "read";

/** The reaction is shown at once; when the call fails, the previous one returns. */
export function useReact() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const show = ({
    ticketid,
    messageid,
    created_on,
    reaction,
    agent_reaction,
    agent_reaction_reason,
  }: Message) => {
    const payload = { ticketid, messageid, created_on, reaction, agent_reaction, agent_reaction_reason };
    apply(cache, { name: "newReaction", payload });
  };
  return useMutation({
    mutationFn: ({ message: { ticketid, messageid }, reaction }: Given) =>
      call("react", { body: { ticketid, messageid, reaction } }),
    onMutate: ({ message, reaction }) =>
      show({ ...message, agent_reaction: reaction, agent_reaction_reason: null }),
    onSuccess: show,
    onError: (error, { message }) => {
      show(message);
      toast(t("message.reactFailed", { reason: failureText(error, t) }), "danger");
    },
  });
}

type Given = { message: Message; reaction: string | null };
