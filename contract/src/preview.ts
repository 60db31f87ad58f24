/** What a ticket's card keeps of a text. Free of zod, as the console cuts what an event brings as the server cuts what it keeps. */
import { limits } from "./limits.ts";

/** By code point. */
export function cutText(text: string, most: number): string {
  return [...text.slice(0, 2 * most)].slice(0, most).join("");
}

export const cutPreview = (text: string): string => cutText(text, limits.messagePreview);
/** Beside an automatic message. */
export const cutClientWords = (text: string): string => cutText(text, limits.clientWords);
