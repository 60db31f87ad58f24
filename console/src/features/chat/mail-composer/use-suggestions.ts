/** The suggestions of an address field: people of the conversation at once, then what the desk finds. */
import type { AddressSuggestion } from "@parley/contract/address-suggestions";
import type { MailAddress } from "@parley/contract/mail";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { useSettled } from "../../../ui/use-settled.ts";
import { fullName, keyOf, without } from "../../tickets/mail-head/addresses.ts";

/** `kind` is absent for people of the conversation. */
export type Suggestion = { label: string; addresses: MailAddress[]; kind?: AddressSuggestion["kind"] };

const mostPeople = 6;
/** The server finds nothing by fewer characters. */
const shortest = 2;

const suggestionsQuery = (phrase: string) =>
  queryOptions({
    queryKey: [...keys.addresses, phrase],
    queryFn: ({ signal }) => call("suggestAddresses", { query: { phrase }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** `chosen` are offered no more. */
export function useSuggestions(
  people: MailAddress[],
  chosen: MailAddress[],
  typed: string,
  open: boolean,
): Suggestion[] {
  const wanted = typed.trim().toLowerCase();
  const settled = useSettled(wanted);
  const enabled = open && settled.length >= shortest && wanted.length >= shortest;
  const { data = [] } = useQuery({ ...suggestionsQuery(settled), enabled });
  if (!open) return [];
  const near = people.filter((one) => fullName(one).toLowerCase().includes(wanted) && keyOf(one) !== wanted);
  const shown = near.slice(0, mostPeople).map((one) => ({ label: fullName(one), addresses: [one] }));
  if (!enabled) return shown;
  const known = [...chosen, ...people];
  return [
    ...shown,
    ...data.flatMap(({ kind, name, addresses }) => {
      const left = without(addresses, kind === "organisation" ? chosen : known);
      const [only] = left;
      if (!only || (kind !== "organisation" && keyOf(only) === wanted)) return [];
      return [{ kind, addresses: left, label: kind === "organisation" ? name : fullName(only) }];
    }),
  ];
}
