import { useEffect } from "react";
import { useLocation } from "react-router";

const searches = new Map<string, string>();

/** Keeps the filters, the sorting and the page of each list while the console is open. */
export function useListPlaces(): void {
  const { pathname, search } = useLocation();
  useEffect(() => void searches.set(pathname, search), [pathname, search]);
}

/** The address of a list as it was shown last. */
export const listPlace = (list: string): string => list + (searches.get(list) ?? "");
