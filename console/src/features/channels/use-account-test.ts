import type { TestStep } from "@parley/contract/channels";
import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import { refetchChannels } from "./cache.ts";

/** Milliseconds; the server publishes the last step after a minute at most. */
const patience = 75_000;

/**
 * Runs a test of an account. Its steps come live, and once more with its answer. One whose message is to come back goes
 * on until the step that says whether it did.
 */
export function useAccountTest(channelid: string) {
  const cache = useQueryClient();
  const queryKey = keys.channelTest(channelid);
  const { data: live } = useQuery<TestStep[]>({ queryKey, queryFn: skipToken });
  const forget = () => cache.removeQueries({ queryKey });
  const test = useMutation({
    mutationFn: (to: string) => call("testChannel", { params: { channelid }, body: to === "" ? {} : { to } }),
    onMutate: () => void cache.setQueryData<TestStep[]>(queryKey, []),
    onSuccess: ({ steps, returning }) => {
      if (!returning) return;
      const came = (known: TestStep[] = []) => known.filter(({ name }) => name === "returning");
      cache.setQueryData<TestStep[]>(queryKey, (known) => [...steps, ...came(known)]);
    },
    onSettled: (answer) => {
      if (!answer?.returning) forget();
      refetchChannels(cache, { tickets: false });
    },
  });
  const returning = test.data?.returning ?? false;
  const isAwaited = returning && live !== undefined && !live.some(({ name }) => name === "returning");
  useEffect(() => {
    if (!isAwaited) return;
    const missed = { name: "returning", ok: false, ms: patience } as const;
    const timer = setTimeout(
      () =>
        cache.setQueryData<TestStep[]>(keys.channelTest(channelid), (known) => known && [...known, missed]),
      patience,
    );
    return () => clearTimeout(timer);
  }, [isAwaited, cache, channelid]);
  return {
    ...test,
    returning,
    isRunning: test.isPending || isAwaited,
    steps: (returning ? live : undefined) ?? test.data?.steps ?? (test.isPending ? (live ?? []) : []),
    reset() {
      forget();
      test.reset();
    },
  };
}
