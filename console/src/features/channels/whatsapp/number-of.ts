import type { ChannelRow } from "@parley/contract/channels";
import { useQuery } from "@tanstack/react-query";
import { numbersQuery } from "./queries.ts";

/** The provider's record of an account's number. */
export function useNumber({ channelid }: ChannelRow) {
  const { data, isPending, refetch } = useQuery(numbersQuery);
  return { number: data?.find((one) => one.channelid === channelid), failed: !data, isPending, refetch };
}
