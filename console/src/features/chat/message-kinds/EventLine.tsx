import { limits } from "@parley/contract/limits";
import type { Message } from "@parley/contract/messages";
import { Star } from "lucide-react";
import { useTranslation } from "react-i18next";
import { showTime } from "../../../ui/time.ts";

/** The timeline's own lines: a ticket was closed, reopened, or rated. */
export function EventLine({ message, clientName }: { message: Message; clientName: string }) {
  const { t } = useTranslation();
  const time = showTime(message.created_on);
  if (message.type === "rating") {
    return (
      <div className="mx-auto my-3 grid w-max max-w-[calc(100%-24px)] animate-arrive justify-items-center gap-1 rounded-card border border-line bg-raised px-6 py-3">
        <Stars stars={Number(message.content)} />
        <p className="max-w-full text-center text-xs break-words text-text-2">
          {t("message.rated", { name: clientName })} · <time dateTime={message.created_on}>{time}</time>
        </p>
        {message.caption && (
          <p dir="auto" className="max-w-96 text-center text-s break-words whitespace-pre-wrap">
            {message.caption}
          </p>
        )}
      </div>
    );
  }
  const closed = message.type === "close";
  return (
    <p className="px-7 py-2 text-center text-xs break-words text-text-3">
      {t(closed ? "message.closedLine" : "message.reopenedLine", { name: message.content, time })}
    </p>
  );
}

function Stars({ stars }: { stars: number }) {
  const { t } = useTranslation();
  return (
    <span role="img" aria-label={t("message.rating", { stars })} className="flex gap-1">
      {Array.from({ length: limits.maxRating }, (_, index) => index + 1).map((star) => (
        <Star
          key={star}
          size={20}
          aria-hidden="true"
          className={star <= stars ? "fill-warn text-warn" : "text-text-3"}
        />
      ))}
    </span>
  );
}
