/** A ticket that is fetched alone says whether the agent follows it. */
import type { Following } from "@parley/contract/following";
import type { Ticket } from "@parley/contract/tickets";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys, ticketQuery } from "../../../api/queries.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";

/** Undefined until it is known. */
export function useFollowing(ticketid: string | undefined): boolean | undefined {
  const { data } = useQuery({
    ...ticketQuery(ticketid ?? ""),
    enabled: ticketid !== undefined,
    // Live events keep it; a new connection fetches it again.
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ following }) => following === true,
  });
  return data;
}

/** Follows a ticket, or stops following it. */
export function useFollow() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ ticketid, following }: Following) =>
      call(following ? "followTicket" : "unfollowTicket", { body: { ticketid } }),
    onSuccess: (answer) => applyFollowing(cache, answer),
    onError: (error) => toast(t("chat.followFailed", { reason: failureText(error, t) }), "danger"),
  });
}

/** Follows the ticket on screen, or stops following it. Does nothing until the screen knows which. */
export function useToggleFollow() {
  const cache = useQueryClient();
  const { mutate } = useFollow();
  return (open: string) => {
    const known = cache.getQueriesData<Ticket>({ queryKey: keys.tickets });
    const ticket = known.map(([, one]) => one).find((one) => one?.ticketid.startsWith(open));
    if (ticket) mutate({ ticketid: ticket.ticketid, following: !ticket.following });
  };
}

export function applyFollowing(cache: QueryClient, { ticketid, following }: Following): void {
  cache.setQueriesData<Ticket>({ queryKey: keys.tickets }, (old) => {
    if (old?.ticketid !== ticketid || (old.following === true) === following) return old;
    const { following: _, ...rest } = old;
    return following ? { ...rest, following } : rest;
  });
}
