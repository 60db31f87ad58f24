import type { Bubble } from "@parley/contract/bubbles";
import type { SharedBubble } from "@parley/contract/shared-bubbles";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Place } from "../../../api/address.ts";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";

type Query = NonNullable<Place<"listSharedBubbles">["query"]>;

/** The previous phrase's bubbles stay until the answer to this one arrives. */
export const sharedBubblesQuery = (query: Query) =>
  queryOptions({
    queryKey: [...keys.sharedBubbles, query],
    queryFn: ({ signal }) => call("listSharedBubbles", { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export const foldersQuery = queryOptions({
  queryKey: [...keys.sharedBubbles, "folders"],
  queryFn: ({ signal }) => call("listBubbleFolders", { signal }),
  staleTime: 60_000,
});

/** A bubble of one's own, or a shared one. */
export type Choice = Bubble | SharedBubble;

export const isShared = (bubble: Choice): bubble is SharedBubble => "updated_on" in bubble;
export const isMacro = (bubble: Choice): boolean => isShared(bubble) && bubble.actions.length > 0;
