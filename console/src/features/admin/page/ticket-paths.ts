import { adminPaths } from "../../../paths.ts";

/** The pages below that of tickets: the first load has one route for them. */
export const figuresPath = `${adminPaths.tickets}/figures`;
export const deletedTicketsPath = `${adminPaths.tickets}/deleted`;
