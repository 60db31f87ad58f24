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
  /** The subject of the latest mail, before it is loaded too; null where there is none. */
  subject: string | null;
};

/** The mails of a ticket, their subject, and the people in them. */
export function useMails(ticket: Ticket): Mails {
  const byMail = ticket.channel.can.includes("mail");
  const chat = useLoadedChat(ticket.ticketid);
  const { data: channels } = useQuery({ ...channelsQuery, enabled: byMail });
  const address = channels?.find(({ channelid }) => channelid === ticket.channel.channelid)?.username;
  const newest = ticket.subject;
  const renamedTo = ticket.split_from ? newest : undefined;
  return useMemo(() => {
    const mails =
      chat?.messages.filter(({ mail }) => mail !== null).map((one) => renamed(one, renamedTo)) ?? [];
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
      subject: bareSubject(mails.at(-1)?.mail?.subject ?? newest ?? "") || null,
    };
  }, [chat, address, renamedTo, newest]);
}

/** A ticket that was split off has a subject of its own, by which the copy of a mail is answered. */
const renamed = (message: Message, subject: string | undefined): Message =>
  message.copied && message.mail && subject ? { ...message, mail: { ...message.mail, subject } } : message;
