import { Refused } from "../../api/client.ts";

/** Whether what is on screen is there no more. A look that failed for another reason leaves it standing. */
export const isGone = (error: Error | null): boolean => error instanceof Refused && error.status === 404;
