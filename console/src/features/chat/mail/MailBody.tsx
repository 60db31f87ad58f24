import type { Mail } from "@parley/contract/mail";
import type { Message } from "@parley/contract/messages";
import type { TFunction } from "i18next";
import { ChevronDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { showDateTime, showDay, showTime } from "../../../ui/time.ts";
import { MailFiles } from "./MailFiles.tsx";
import { MailFrame } from "./MailFrame.tsx";
import { MailText } from "./MailText.tsx";
import { useMailView } from "./mail-views.ts";

type Props = { message: Message; mail: Mail };

/** A mail in its own layout, or its text where that says the same; then its files. */
export function MailBody({ message, mail }: Props) {
  const { t } = useTranslation();
  const { messageid } = message;
  const [view, setView] = useMailView(messageid);
  const framed = view.rest || (mail.formatted && !view.asText);
  return (
    <>
      {framed ? (
        <MailFrame
          messageid={messageid}
          view={view}
          text={message.content}
          title={t("mail.frame", { subject: mail.subject || t("mail.noSubject") })}
          hasRemotePictures={mail.html?.includes("data-remote-src") ?? false}
          onPictures={() => setView({ pictures: true })}
        />
      ) : (
        <div className="pt-1.5">
          <MailText text={message.content} />
        </div>
      )}
      <MailFiles message={message} inline={!framed} />
      <p className="px-4 pt-2 pb-3 empty:pt-1 empty:pb-2 max-phone:px-3">
        {mail.rest && (
          <button
            type="button"
            aria-expanded={view.rest}
            onClick={() => setView({ rest: !view.rest })}
            className="flex max-w-full items-center gap-1 rounded-chip border border-line-strong px-2.5 py-0.5 text-xs text-text-2 transition duration-150 hover:bg-raised-2 hover:text-text aria-expanded:bg-raised-2 aria-expanded:text-text max-phone:min-h-11"
          >
            <span dir="auto" className="truncate">
              {restLabel(t, message, mail)}
            </span>
            <ChevronDown
              size={13}
              aria-hidden="true"
              className={`shrink-0 transition ${view.rest ? "rotate-180" : ""}`}
            />
          </button>
        )}
      </p>
    </>
  );
}

/** What the text leaves out. Of our own mails that is the signature. */
function restLabel(t: TFunction, { isagent, created_on }: Message, { quotes }: Mail): string {
  if (!quotes || isagent) return t("mail.rest");
  const { name, on } = quotes;
  const sameDay = showDay(on) === showDay(created_on);
  return t("mail.quotes", { name, time: sameDay ? showTime(on) : showDateTime(on) });
}
