import { useTranslation } from "react-i18next";
import { fitting } from "./fitting.ts";
import { TagChip } from "./TagChip.tsx";
import { useTags } from "./tags-query.ts";

type Props = {
  ids: string[] | undefined;
  /** The letters for which there is room. */
  letters: number;
  /** No name is cut; the chips take further lines. */
  whole?: boolean;
  className?: string;
};

/** A line of chips: those for which there is room, and how many more there are. */
export function TagChips({ ids, letters, whole = false, className = "" }: Props) {
  const { t } = useTranslation();
  const tags = useTags(ids);
  if (tags.length === 0) return null;
  const names = tags.map(({ name }) => name);
  const shown = fitting(names, letters);
  const more = names.slice(shown);
  return (
    <span className={`flex min-w-0 items-center gap-1 ${whole ? "flex-wrap" : ""} ${className}`}>
      <span className="sr-only">{t("tickets.tagsNamed", { names: names.join(", ") })}</span>
      <span aria-hidden="true" className="contents">
        {tags.slice(0, shown).map((tag) => (
          <TagChip key={tag.tagid} tag={tag} whole={whole} />
        ))}
        {more.length > 0 && (
          <span title={more.join(", ")} className="shrink-0 text-[11px] text-text-3 tabular-nums">
            +{more.length}
          </span>
        )}
      </span>
    </span>
  );
}
