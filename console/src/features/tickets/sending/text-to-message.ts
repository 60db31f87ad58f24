import type { QueryClient } from "@tanstack/react-query";
import { asHtml } from "../../../ui/as-html.ts";
import { currentDraft, prependToDraft, write } from "./drafts.ts";

/** Puts a text in front of the unsent message of a ticket; in front of a mail's HTML, too. */
export function textToMessage(cache: QueryClient, ticketid: string, text: string): void {
  const current = currentDraft(cache, ticketid);
  const mail = current?.mail;
  if (!mail) {
    prependToDraft(cache, ticketid, text);
    return;
  }
  const whole = [text, current.text].filter(Boolean).join("\n");
  write(cache, ticketid, whole, { ...mail, html: asHtml(text) + mail.html });
}
