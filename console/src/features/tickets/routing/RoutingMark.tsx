import { AwayNote } from "./AwayNote.tsx";
import { OfferMark } from "./OfferMark.tsx";

type Props = { ticketid: string; userid?: never } | { userid: string; ticketid?: never };

/** The mark of a ticket that is offered, or the note of a colleague who is away. */
export function RoutingMark({ ticketid, userid }: Props) {
  return ticketid ? <OfferMark ticketid={ticketid} /> : <AwayNote userid={userid ?? ""} />;
}
