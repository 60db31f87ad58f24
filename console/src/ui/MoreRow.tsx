import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "./Button.tsx";

type Props = {
  list: Pick<
    UseInfiniteQueryResult,
    "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage"
  >;
  label: string;
  /** Shown where the next page could not be loaded. */
  failed: string;
};

/** The last row of a list, which fetches its next page; nothing where there is none. */
export function MoreRow({ list, label, failed }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <li className="p-3 text-center">
      {list.isFetchNextPageError && (
        <p role="alert" className="mb-2 text-s text-danger">
          {failed}
        </p>
      )}
      <Button size="small" disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {label}
      </Button>
    </li>
  );
}
