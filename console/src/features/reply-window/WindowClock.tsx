import { Clock4 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { timeLeft } from "./time-left.ts";

type Props = { minutes: number; className?: string };

/** How long the client may still be written to freely. */
export function WindowClock({ minutes, className = "" }: Props) {
  const { t, i18n } = useTranslation();
  return (
    <span className={`flex min-w-0 items-center gap-1.5 text-warn tabular-nums ${className}`}>
      <Clock4 size={13} aria-hidden="true" className="shrink-0" />
      <span className="truncate">
        {t("replyWindow.closesIn", { time: timeLeft(minutes, i18n.language) })}
      </span>
    </span>
  );
}
