type Paged = { state: { data?: { pages: unknown[] } | undefined; isInvalidated: boolean } };

/** Lists of up to this many pages are refetched when shown again; the pages are fetched one after another. */
const few = 10;

/** A longer list stays unchanged unless invalidated. */
const refetchIfShort = ({ state }: Paged): boolean =>
  state.isInvalidated || (state.data?.pages.length ?? 0) <= few;

/** The options that refetch a list on coming back to its page, and to the window. */
export const refetchOptions = { refetchOnMount: refetchIfShort, refetchOnWindowFocus: refetchIfShort };
