import type { Ticket } from "@parley/contract/tickets";
import { DueMark } from "../due/DueMark.tsx";
import { AwayNote } from "./AwayNote.tsx";
import { OfferMark } from "./OfferMark.tsx";

type Props =
  | { ticketid: string; userid?: never; due?: never }
  | { userid: string; ticketid?: never; due?: never }
  | { due: Ticket; ticketid?: never; userid?: never };

/** The mark of a ticket that is offered, the note of a colleague who is away, or the time until a ticket's goal is due. */
export function RoutingMark({ ticketid, userid, due }: Props) {
  if (due) return <DueMark ticket={due} />;
  return ticketid ? <OfferMark ticketid={ticketid} /> : <AwayNote userid={userid ?? ""} />;
}
