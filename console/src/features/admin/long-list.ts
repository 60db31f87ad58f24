type Paged = { state: { data?: { pages: unknown[] } | undefined; isInvalidated: boolean } };

/** So many pages are fetched anew, one behind the other, when their list is looked at again. */
const few = 10;

/** A list somebody has scrolled far down in stays as they left it, unless it is known to be out of date. */
const refetchIfShort = ({ state }: Paged): boolean =>
  state.isInvalidated || (state.data?.pages.length ?? 0) <= few;

/** When a list is fetched anew: on coming back to its page, and to the window. */
export const refetchOptions = { refetchOnMount: refetchIfShort, refetchOnWindowFocus: refetchIfShort };
