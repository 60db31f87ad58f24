import { Clock4 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { timeLeft } from "./time-left.ts";

type Props = {
  minutes: number;
  /** Where a line is short: the time first. */
  short?: boolean;
  className?: string;
};

/** How long the client may still be written to freely. */
export function WindowClock({ minutes, short, className = "" }: Props) {
  const { t, i18n } = useTranslation();
  const time = timeLeft(minutes, i18n.language);
  return (
    <span className={`flex min-w-0 items-center gap-1.5 text-warn tabular-nums ${className}`}>
      <Clock4 size={13} aria-hidden="true" className="shrink-0" />
      {short && (
        <span aria-hidden="true" className="truncate">
          {t("replyWindow.left", { time })}
        </span>
      )}
      <span className={short ? "sr-only" : "truncate"}>{t("replyWindow.closesIn", { time })}</span>
    </span>
  );
}
