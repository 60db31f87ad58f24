import type { UseMutationResult } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

/**
 * The mutation's `mutate`, one at a time: two submits at one moment both see a mutation that is not pending yet, and a
 * second code or password would be refused.
 */
export function useSingle<Given>({
  mutate,
  isPending,
}: Pick<UseMutationResult<unknown, Error, Given>, "mutate" | "isPending">): (given: Given) => void {
  const underWay = useRef(false);
  useEffect(() => {
    underWay.current = isPending;
  });
  return (given) => {
    if (underWay.current) return;
    underWay.current = true;
    mutate(given);
  };
}
