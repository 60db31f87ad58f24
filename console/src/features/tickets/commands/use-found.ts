import type { Hit } from "@parley/contract/search";
import { useSettled } from "../../../ui/use-settled.ts";
import { useEverything } from "../search/everything.ts";

/** The server's results of a phrase, once typing pauses. */
export function useFound(phrase: string): { found: Hit[]; searching: boolean; failed: boolean } {
  const wanted = phrase.trim();
  const settled = useSettled(wanted);
  const { data, isFetching, isError, isPlaceholderData } = useEverything(settled);
  const current = settled === wanted && !isPlaceholderData;
  return {
    found: (current && wanted !== "" && data?.groups.flatMap(({ hits }) => hits)) || [],
    searching: wanted !== "" && (isFetching || settled !== wanted),
    failed: current && wanted !== "" && isError,
  };
}
