import type { MailAddress } from "@parley/contract/mail";
import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { channelsQuery } from "../../../api/queries.ts";
import { useLoadedChat } from "../messages/chat.ts";
import { sameAddress } from "./addresses.ts";
import { participantsOf } from "./recipients.ts";
import { bareSubject } from "./subject.ts";

type Mails = {
  /** The loaded mails, in order. */
  mails: Message[];
  /** The account's own address. */
  own: MailAddress[];
  /** The other people in these mails, the latest first. */
  participants: MailAddress[];
  /** Participants other than the client. */
  others: MailAddress[];
  /** The subject of the latest mail; null where there is none. */
  subject: string | null;
};

/** The mails of a ticket, their subject, and the people in them. */
export function useMails(ticket: Ticket): Mails {
  const byMail = ticket.channel.can.includes("mail");
  const chat = useLoadedChat(ticket.ticketid);
  const { data: channels } = useQuery({ ...channelsQuery, enabled: byMail });
  const address = channels?.find(({ channelid }) => channelid === ticket.channel.channelid)?.username;
  return useMemo(() => {
    const mails = chat?.messages.filter(({ mail }) => mail !== null) ?? [];
    const own = address ? [{ name: null, address }] : [];
    const participants = participantsOf(
      mails.flatMap(({ mail }) => mail ?? []),
      own,
    );
    const client = mails.find(({ isagent }) => !isagent)?.mail?.from ?? mails[0]?.mail?.to[0];
    const others = participants.filter((one) => !client || !sameAddress(one, client));
    return {
      mails,
      own,
      participants,
      others,
      subject: bareSubject(mails.at(-1)?.mail?.subject ?? "") || null,
    };
  }, [chat, address]);
}
