/** The orders of the list of organisations; a dash turns one round. Free of zod. */
export const organisationSorts = ["name", "-name", "created_on", "-created_on"] as const;
