import type { Ticket } from "@parley/contract/tickets";
import { useTranslation } from "react-i18next";
import { useProfile } from "../../session/viewer.ts";
import { chooseSegment, segments, ticketsOf, useSegment } from "./segments.ts";

type Props = { tickets: Ticket[]; mentioned: Ticket[] };

/** Chooses which of the open tickets the list shows, with their numbers. Mentions are there when there are some. */
export function SegmentSwitch(listed: Props) {
  const { t } = useTranslation();
  const { userid } = useProfile();
  const chosen = useSegment(({ segment }) => segment);
  const shown = segments.filter(
    (segment) => segment !== "mentions" || segment === chosen || listed.mentioned.length > 0,
  );
  // With mentions there is room for all five in English alone; the rest scrolls.
  const five = shown.length > 4;
  return (
    <fieldset
      className={`mb-1 flex min-w-0 flex-1 overflow-x-auto text-xs ${five ? "ml-3 gap-0.5 max-phone:ml-2" : "ml-4 gap-1"}`}
    >
      <legend className="sr-only">{t("tickets.segments")}</legend>
      {shown.map((segment) => (
        <button
          key={segment}
          type="button"
          aria-pressed={segment === chosen}
          title={segment === "waiting" ? t("tickets.longestFirst") : undefined}
          onClick={() => chooseSegment(segment)}
          className={`flex h-7 shrink-0 items-center gap-1 rounded-full border border-transparent text-text-2 transition-colors duration-150 hover:text-text aria-pressed:border-line-strong aria-pressed:bg-raised-2 aria-pressed:font-semibold aria-pressed:text-text max-phone:h-11 ${five ? "px-1.5 max-phone:px-2.5" : "px-2.5 max-phone:px-5"}`}
        >
          {t(`tickets.segment.${segment}`)}
          {segment !== "all" && (
            <span className="text-text-3 tabular-nums">{ticketsOf(listed, segment, userid).length}</span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
