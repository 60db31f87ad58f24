/** The search page, with what is searched; `kind` is one kind of results. */
export const searchPath = (q: string, kind: string | null = null) =>
  `/workspace/search?${new URLSearchParams({ q, ...(kind && { kind }) })}`;
