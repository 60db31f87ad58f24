import type { Mail } from "@parley/contract/mail";
import type { Message } from "@parley/contract/messages";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Text } from "../message-kinds/Text.tsx";
import { MailFiles } from "./MailFiles.tsx";
import { MailFrame } from "./MailFrame.tsx";
import { useMailView } from "./mail-views.ts";

type Props = { message: Message; mail: Mail };

/** A mail's text, or its own layout; then its files. */
export function MailBody({ message, mail }: Props) {
  const { t } = useTranslation();
  const { messageid } = message;
  const [view, setView] = useMailView(messageid);
  const framed = view.formatted || view.rest;
  return (
    <>
      {framed ? (
        <MailFrame
          messageid={messageid}
          view={view}
          title={t("mail.frame", { subject: mail.subject || t("mail.noSubject") })}
          onPictures={() => setView({ pictures: true })}
        />
      ) : (
        <div className="px-4 pt-1.5 max-phone:px-3">
          {message.content ? (
            <Text text={message.content} />
          ) : (
            <p className="text-text-2 italic">{t("mail.noText")}</p>
          )}
        </div>
      )}
      <MailFiles message={message} inline={!framed} />
      <p className="flex flex-wrap gap-2 px-4 pt-2 pb-3 empty:pt-1 empty:pb-2 max-phone:px-3">
        {mail.rest && (
          <Toggle
            pressed={view.rest}
            label={t(view.rest ? "mail.hideRest" : "mail.showRest")}
            onClick={() => setView(view.rest ? { rest: false, formatted: false } : { rest: true })}
          >
            ···
          </Toggle>
        )}
        {!view.rest && isLaidOut(mail) && (
          <Toggle pressed={view.formatted} onClick={() => setView({ formatted: !view.formatted })}>
            {t(view.formatted ? "mail.showText" : "mail.showFormatted")}
          </Toggle>
        )}
      </p>
    </>
  );
}

type ToggleProps = { pressed: boolean; label?: string; onClick: () => void; children: ReactNode };

function Toggle({ pressed, label, onClick, children }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-label={label}
      title={label}
      onClick={onClick}
      className="rounded-chip border border-line-strong px-2.5 py-0.5 text-xs text-text-2 transition duration-150 hover:bg-raised-2 hover:text-text aria-pressed:bg-raised-2 aria-pressed:text-text max-phone:min-h-11 max-phone:min-w-11 max-phone:px-3.5"
    >
      {children}
    </button>
  );
}

/** Whether its own layout holds more than the text. Long HTML does not travel with the message. */
const isLaidOut = ({ html, rest, marks }: Mail) => html !== null || rest || marks.includes("large");
