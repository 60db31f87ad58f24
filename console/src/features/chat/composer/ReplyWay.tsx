import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { isType } from "@parley/contract/timeline";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { channelsQuery } from "../../../api/queries.ts";
import { usePlatformName } from "../../channels/name.ts";
import { PlatformBadge } from "../../channels/PlatformBadge.tsx";
import { useLoadedChat } from "../../tickets/messages/chat.ts";

type Props = {
  ticket: Ticket;
  replyTo: Message | null;
  /** The composer writes mails, which answer a mail. */
  byMail: boolean;
};

/** Says by which account an answer goes, where tickets of several accounts were merged. */
export function ReplyWay({ ticket, replyTo, byMail }: Props) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const messages = useLoadedChat(ticket.ticketid)?.messages ?? [];
  const { data: channels = [] } = useQuery(channelsQuery);
  const accountOf = (message: Message) => channels.find(({ channelid }) => channelid === message.channelid);
  const several = new Set(messages.flatMap(({ channelid }) => channelid ?? [])).size > 1;
  const newest = messages.findLast(
    (message) =>
      !message.isagent && isType(message.type, "countsAsUnread") && (!byMail || message.mail !== null),
  );
  const answered = (!byMail && replyTo) || newest;
  const account = answered && accountOf(answered);
  if (!several || !account) return null;
  const { platform, name: channel } = account;
  return (
    <p className="flex items-center gap-2 px-7 pb-1.5 text-xs break-words text-text-2 max-phone:px-4">
      <span className="relative size-4 shrink-0">
        <PlatformBadge platform={platform} />
      </span>
      <span className="min-w-0">{t("merging.by", { platform: platformName(platform), channel })}</span>
    </p>
  );
}
