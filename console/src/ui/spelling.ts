/** The browser checks the spelling. The language is whatever the agent writes to the client, not that of the interface. */
export const spelling = { spellCheck: true, lang: "" } as const;
