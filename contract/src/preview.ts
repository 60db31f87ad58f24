/**
 * The part of a text that a ticket's card keeps. Free of zod, as the console cuts the texts of events as the server
 * cuts those it stores.
 */
import { limits } from "./limits.ts";

/** Cuts by code point. */
export function cutText(text: string, most: number): string {
  return [...text.slice(0, 2 * most)].slice(0, most).join("");
}

export const cutPreview = (text: string): string => cutText(text, limits.messagePreview);
/** The client's last words as a card shows them beside an automatic message. */
export const cutClientWords = (text: string): string => cutText(text, limits.clientWords);
