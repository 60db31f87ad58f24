import { Refused } from "../../../api/client.ts";

/** True if the item no longer exists. Any other failure leaves it on screen. */
export const isGone = (error: Error | null): boolean => error instanceof Refused && error.status === 404;
