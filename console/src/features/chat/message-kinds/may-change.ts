import type { Message, SendLimits } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { useProfile } from "../../session/viewer.ts";
import { sendLimitsQuery } from "../../tickets/messages/send-limits.ts";

/** `late`: the channel's time for it has passed. */
export type MayChange = "yes" | "channel" | "late";

/** Says whether one's own message can be edited and deleted; null where it is not offered at all. */
export function useMayChange(
  ticket: Ticket,
  message: Message,
): { edit: MayChange | null; remove: MayChange | null; limits: SendLimits | undefined } {
  const { userid } = useProfile();
  const { data: limits } = useQuery(sendLimitsQuery(ticket));
  const offered =
    ticket.can.reply &&
    ticket.channel.connected &&
    message.created_by !== null &&
    message.isagent &&
    !message.automatic &&
    message.type !== "deleted" &&
    message.status !== "failed" &&
    message.status !== "uncertain";
  if (!offered || !limits) return { edit: null, remove: null, limits };
  const edits = message.created_by === userid && message.type !== "location";
  return {
    edit: edits ? within(limits.ours.edits, message) : null,
    remove: within(limits.ours.deletes, message),
    limits,
  };
}

function within(most: number | "always" | null, { created_on }: Message): MayChange {
  if (most === null) return "channel";
  return most === "always" || Date.parse(created_on) + most > Date.now() ? "yes" : "late";
}
