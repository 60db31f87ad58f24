/** Texts that have not left yet: their queries, and what an agent does with them. */
import type { ChangeOutgoing, LeavingTimes, Outgoing } from "@parley/contract/outgoing";
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import i18n from "i18next";
import { useTranslation } from "react-i18next";
import { call, Refused } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useProfile } from "../../session/viewer.ts";
import { addMessages } from "../messages/cache.ts";
import { applyGone, applyOutgoing, type Gone } from "../messages/outgoing-cache.ts";
import { prependToDraft } from "../sending/drafts.ts";
import { arm } from "../sending/extras.ts";
import { returnFirstMail } from "../sending/first-mail.ts";
import { seenSeq } from "../sending/last-seen.ts";
import { applyLeft } from "../sending/left.ts";
import { returnMail } from "../sending/restore-refused.ts";
import { askToStart } from "../sending/start.ts";

export const ticketOutgoingQuery = (ticketid: string) =>
  queryOptions({
    queryKey: keys.outgoing(ticketid),
    queryFn: ({ signal }) => call("listTicketOutgoing", { params: { ticketid }, signal }),
  });

export const useTicketOutgoing = (ticketid: string) => useQuery(ticketOutgoingQuery(ticketid)).data;

/** A text waits in a ticket, or at the account over which its mail begins one. */
export type LeavingPlace = { ticketid: string } | { channelid: string };

export const placeOf = ({ ticketid, channelid }: Outgoing): LeavingPlace =>
  ticketid ? { ticketid } : { channelid: channelid ?? "" };

/** When its department opens next, and on which clock times are meant. */
export function useLeavingTimes(place: LeavingPlace): LeavingTimes | undefined {
  const ofTicket = useQuery({
    ...ticketOutgoingQuery("ticketid" in place ? place.ticketid : ""),
    enabled: "ticketid" in place,
  });
  const channelid = "channelid" in place ? place.channelid : "";
  const ofChannel = useQuery({
    queryKey: keys.leavingTimes(channelid),
    queryFn: ({ signal }) => call("listLeavingTimes", { params: { channelid }, signal }),
    enabled: channelid !== "",
    // An opening that has passed is offered no more.
    refetchOnMount: "always",
  });
  return ofTicket.data ?? ofChannel.data;
}

/** The refusal of a text that is gone already: what is shown of it goes too. */
const isGone = (error: unknown): boolean =>
  error instanceof Refused &&
  (error.answer.reason?.code === "outgoing_left" || error.answer.reason?.code === "outgoing_dropped");

function useFailed(one: Gone) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return (error: Error) => {
    if (isGone(error)) applyGone(cache, one);
    toast(failureText(error, t), "danger");
  };
}

/** Takes a text back. The agent's own text returns to the composer. */
export function useTakeBack(one: Outgoing) {
  const cache = useQueryClient();
  const { userid } = useProfile();
  return useMutation({
    mutationFn: () => call("dropOutgoing", { body: { messageid: one.messageid } }),
    onSuccess: (dropped) => {
      applyGone(cache, one);
      if (dropped.userid === userid) returnToComposer(cache, dropped);
    },
    onError: useFailed(one),
  });
}

/** The same for one's own text, by a key: a refusal is shown. */
export async function takeBack(cache: QueryClient, one: Outgoing): Promise<void> {
  try {
    const dropped = await call("dropOutgoing", { body: { messageid: one.messageid } });
    applyGone(cache, one);
    returnToComposer(cache, dropped);
  } catch (error) {
    if (isGone(error)) applyGone(cache, one);
    if (!(error instanceof Error)) throw error;
    toast(failureText(error, i18n.t), "danger");
  }
}

function returnToComposer(cache: QueryClient, one: Outgoing): void {
  const { ticketid, channelid, content, caption, mail, macro } = one;
  if (!ticketid) {
    if (mail && channelid)
      returnFirstMail({ channelid, text: content, mail: { ...mail, html: mail.html ?? "" } });
    askToStart("mail");
    return;
  }
  if (macro) {
    const { runid: _, ...again } = macro;
    arm(ticketid, again);
  }
  const text = content || caption;
  if (mail) returnMail(cache, ticketid, [{ content, mail: { ...mail, html: mail.html ?? "" } }]);
  else if (text) prependToDraft(cache, ticketid, text);
}

/** Sends one's own text at once. */
export function useSendNow(one: Outgoing) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call("sendOutgoing", { body: { messageid: one.messageid, ...seenIn(one.ticketid) } }),
    onSuccess: (message) => {
      applyLeft(cache, one.userid, one);
      addMessages(cache, message.ticketid, [message]);
    },
    onError: useFailed(one),
  });
}

/** Makes the text of a colleague who has left one's own. */
export function useTakeOver(one: Outgoing) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call("takeOutgoing", { body: { messageid: one.messageid } }),
    onSuccess: (own) => applyOutgoing(cache, { id: own.userid }, own),
    onError: useFailed(one),
  });
}

/** Changes one's own text or its time. */
export function useChangeOutgoing(one: Outgoing, onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (to: Omit<ChangeOutgoing, "messageid">) =>
      call("changeOutgoing", { body: { messageid: one.messageid, ...to, ...seenIn(one.ticketid) } }),
    onSuccess: (changed) => {
      onDone();
      applyOutgoing(cache, { id: changed.userid }, changed);
    },
    onError: useFailed(one),
  });
}

function seenIn(ticketid: string | null): { seenSeq?: number } {
  const seq = ticketid ? seenSeq(ticketid) : undefined;
  return seq === undefined ? {} : { seenSeq: seq };
}
