import { Clock4 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { timeLeft } from "./time-left.ts";

type Props = {
  minutes: number;
  /** True on a card: the time comes first, and nothing is cut. */
  short?: boolean;
  className?: string;
};

/** The time left in the reply window. */
export function WindowClock({ minutes, short, className = "" }: Props) {
  const { t, i18n } = useTranslation();
  const time = timeLeft(minutes, i18n.language);
  return (
    <span className={`flex min-w-0 items-center gap-1 text-warn tabular-nums ${className}`}>
      <Clock4 size={13} aria-hidden="true" className="shrink-0" />
      {short && <span aria-hidden="true">{t("replyWindow.left", { time })}</span>}
      <span className={short ? "sr-only" : "truncate"}>{t("replyWindow.closesIn", { time })}</span>
    </span>
  );
}
