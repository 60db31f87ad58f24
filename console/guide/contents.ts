/**
 * The pages of the user guide, in order: `<language>/<page>.md`. English has all, the other languages those for agents.
 */
export const parts = {
  agents: ["first-steps", "tickets", "conversation", "channels", "mail", "finish", "colleagues", "keys"],
  administrators: [
    "agents",
    "clients",
    "organisations",
    "figures",
    "company",
    "accounts",
    "hours",
    "rules",
    "goals",
    "automatic",
    "integrations",
  ],
} as const;
export type Part = keyof typeof parts;
export type PageId = (typeof parts)[Part][number];

export const pages: readonly PageId[] = [...parts.agents, ...parts.administrators];

/** The edition, shown on the cover and in the file's link. */
export const edition = "1.0";
