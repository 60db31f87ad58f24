import type { Mail } from "@parley/contract/mail";
import type { Message } from "@parley/contract/messages";
import { useTranslation } from "react-i18next";
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
  const rest = t(view.rest ? "mail.hideRest" : "mail.showRest");
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
            aria-pressed={view.rest}
            aria-label={rest}
            title={rest}
            onClick={() => setView({ rest: !view.rest })}
            className="rounded-chip border border-line-strong px-2.5 py-0.5 text-xs text-text-2 transition duration-150 hover:bg-raised-2 hover:text-text aria-pressed:bg-raised-2 aria-pressed:text-text max-phone:min-h-11 max-phone:min-w-11"
          >
            ···
          </button>
        )}
      </p>
    </>
  );
}
