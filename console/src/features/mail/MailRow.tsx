import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { Pin } from "lucide-react";
import { useTranslation } from "react-i18next";
import { showTime } from "../../ui/time.ts";
import { shortName } from "../mail-head/addresses.ts";
import { MenuButton } from "../message-kinds/MenuButton.tsx";
import { useMessageMenu } from "../message-kinds/message-menu.ts";
import { Status } from "../message-kinds/Status.tsx";
import { Trouble } from "../message-kinds/Trouble.tsx";
import { useIsPinned } from "../pins/pinned.ts";
import { MailBody } from "./MailBody.tsx";
import { MailMarks } from "./MailMarks.tsx";
import { People } from "./People.tsx";

type Props = {
  ticket: Ticket;
  message: Message;
  /** It begins a subject: the first mail, or another subject than the mail before. */
  newSubject: boolean;
  highlighted: boolean;
};

/** A mail: from whom and to whom, its text without quotes, its files. */
export function MailRow({ ticket, message, newSubject, highlighted }: Props) {
  const { t } = useTranslation();
  const menu = useMessageMenu(message);
  const pinned = useIsPinned(message.messageid);
  const { mail, isagent: own } = message;
  if (!mail) return null;
  const writer = own ? (message.created_by_name ?? t("message.desk")) : shortName(mail.from);
  const time = showTime(message.created_on);
  return (
    <article
      aria-label={t("message.from", { name: writer, time })}
      data-message={message.messageid}
      data-highlighted={highlighted || undefined}
      className="group flex flex-col px-7 pt-2.5 max-phone:px-3"
    >
      <div
        {...menu}
        className={`relative w-[86%] max-w-3xl rounded-card border transition-shadow duration-180 max-phone:w-full pointer-coarse:select-none ${own ? "self-end border-own-line bg-own" : "self-start border-line bg-theirs"} ${highlighted ? "ring-2 ring-accent-text" : ""}`}
      >
        <header className="flex items-start gap-2.5 px-4 pt-2.5 max-phone:px-3 max-phone:pr-10">
          <People mail={mail} writer={writer} />
          <span className="mt-0.5 flex shrink-0 items-center gap-1.5 text-xs text-text-2 tabular-nums">
            {pinned && (
              <Pin size={12} role="img" aria-label={t("message.pinned")} className="text-accent-text" />
            )}
            <time dateTime={message.created_on}>{time}</time>
            {message.status && <Status status={message.status} />}
          </span>
        </header>
        {newSubject && mail.subject && (
          <p dir="auto" className="px-4 pt-1 font-semibold break-words max-phone:px-3">
            <span className="sr-only">{t("mail.subject")}: </span>
            {mail.subject}
          </p>
        )}
        <MailMarks marks={mail.marks} />
        <MailBody message={message} mail={mail} />
        <MenuButton message={message} own={own} wide />
      </div>
      {own && <Trouble message={message} mayRetry={ticket.can.reply && message.created_by !== null} />}
    </article>
  );
}
