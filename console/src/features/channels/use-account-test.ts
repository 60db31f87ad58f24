import type { TestStep } from "@parley/contract/channels";
import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import { refetchChannels } from "./cache.ts";

/** A test of an account. Its steps come live, and once more with its answer. */
export function useAccountTest(channelid: string) {
  const cache = useQueryClient();
  const queryKey = keys.channelTest(channelid);
  const { data: live } = useQuery<TestStep[]>({ queryKey, queryFn: skipToken });
  const test = useMutation({
    mutationFn: (to: string) => call("testChannel", { params: { channelid }, body: to === "" ? {} : { to } }),
    onMutate: () => void cache.setQueryData<TestStep[]>(queryKey, []),
    onSettled: () => {
      cache.removeQueries({ queryKey });
      refetchChannels(cache, { tickets: false });
    },
  });
  return { ...test, steps: test.data?.steps ?? (test.isPending ? (live ?? []) : []) };
}
