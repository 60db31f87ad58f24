import { shortenName } from "./shorten.ts";
import { showDateTime } from "./time.ts";

/** The writer and the time, above a message in a list of results. */
export function NameAndTime({ name, time }: { name: string; time: string }) {
  return (
    <span className="flex items-baseline gap-2 text-xs text-text-3">
      <span className="truncate font-semibold text-text-2">{shortenName(name)}</span>
      <time dateTime={time} className="shrink-0 tabular-nums">
        {showDateTime(time)}
      </time>
    </span>
  );
}
