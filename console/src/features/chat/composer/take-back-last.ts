import { useQueryClient } from "@tanstack/react-query";
import { useProfile } from "../../session/viewer.ts";
import { takeBack, ticketOutgoingQuery } from "../../tickets/outgoing/outgoing.ts";

/** Takes back the text that one sent last and that is still held; false when there is none. */
export function useTakeBackLast(ticketid: string): () => boolean {
  const cache = useQueryClient();
  const { userid } = useProfile();
  return () => {
    const held = cache
      .getQueryData(ticketOutgoingQuery(ticketid).queryKey)
      ?.outgoing.filter((one) => one.held && one.due_on !== null && one.userid === userid)
      .at(-1);
    if (held) void takeBack(cache, held);
    return held !== undefined;
  };
}
