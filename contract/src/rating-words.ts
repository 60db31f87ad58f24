/** The words that a client adds to the stars. */
import { z } from "zod";

/** Characters. */
export const mostRatingWords = 1_000;
export const ratingWords = z.string().trim().max(mostRatingWords);
