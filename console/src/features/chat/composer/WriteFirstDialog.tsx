import type { Ticket } from "@parley/contract/tickets";
import { usePlace } from "../../tickets/list/place.ts";
import { FirstMessage } from "./FirstMessage.tsx";
import { useSendLimits } from "./send-limits.ts";
import { useDraft } from "./use-draft.ts";

type Props = { ticket: Ticket; onClose: () => void };

/** Writes first to the client of a closed ticket. The text is that ticket's draft until it is sent. */
export function WriteFirstDialog({ ticket, onClose }: Props) {
  const { go } = usePlace();
  const [text, setText] = useDraft(ticket.ticketid);
  const { text: longest } = useSendLimits(ticket);
  const { channel, clientid, client_name } = ticket;
  return (
    <FirstMessage
      to={{ clientid, client_name, channelid: channel.channelid, channel_name: channel.name }}
      {...{ text, setText, longest, onClose }}
      onStarted={(ticketid) => go({ ticket: ticketid })}
    />
  );
}
