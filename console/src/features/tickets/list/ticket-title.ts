import type { TicketLine } from "@parley/contract/tickets";
import { isType } from "@parley/contract/timeline";
import type { TFunction } from "i18next";
import { bareSubject } from "../mail-head/subject.ts";

type About = Pick<TicketLine, "first_words" | "last_message" | "subject" | "ticketid">;

/** Says what a ticket is about: its subject, else its first words, else the kind of its last message. */
export function ticketTitle(
  t: TFunction,
  { subject, first_words, last_message: last, ticketid }: About,
): string {
  const named =
    last && isType(last.type, "named") ? t(`tickets.preview.${last.type}`, { stars: last.content }) : "";
  return (subject && bareSubject(subject)) || first_words || named || last?.content || ticketid.slice(0, 8);
}
