import { ArrowDownWideNarrow } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useProfile } from "../../session/viewer.ts";
import { type Segment, useSegmentSort } from "./segments.ts";
import { chooseSort, type Sort, sorts } from "./sort.ts";

/** Chooses the order of the list. */
export function SortChoice({ segment }: { segment: Segment }) {
  const { t } = useTranslation();
  const { userid } = useProfile();
  const sort = useSegmentSort(segment, userid);
  return (
    <span
      title={`${t("tickets.sort")}: ${t(`tickets.sortBy.${sort}`)}`}
      className="relative grid size-9 shrink-0 place-items-center rounded-m text-text-2 transition duration-150 has-focus-visible:outline-2 has-focus-visible:outline-accent-text hover:bg-raised-2 hover:text-text max-phone:size-11"
    >
      <ArrowDownWideNarrow size={17} aria-hidden="true" />
      <select
        aria-label={t("tickets.sort")}
        value={sort}
        onChange={({ target }) => chooseSort(userid, segment, target.value as Sort)}
        className="absolute inset-0 cursor-pointer bg-pane opacity-0"
      >
        {sorts.map((one) => (
          <option key={one} value={one}>
            {t(`tickets.sortBy.${one}`)}
          </option>
        ))}
      </select>
    </span>
  );
}
