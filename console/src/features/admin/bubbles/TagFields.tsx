import { useTranslation } from "react-i18next";
import { TagChip } from "../../tickets/tags/TagChip.tsx";
import { TagPicker } from "../../tickets/tags/TagPicker.tsx";
import { useTags } from "../../tickets/tags/tags-query.ts";

type Change = { add: string[]; remove: string[] };
type Props = { change: Change; onChange: (change: Change) => void };

/** A click on a tag adds it, a second one removes it from tickets that have it, a third does neither. */
export function TagFields({ change: { add, remove }, onChange }: Props) {
  const { t } = useTranslation();
  const [added, removed] = [useTags(add), useTags(remove)];
  function toggle(id: string) {
    if (add.includes(id)) onChange({ add: add.filter((one) => one !== id), remove: [...remove, id] });
    else if (remove.includes(id)) onChange({ add, remove: remove.filter((one) => one !== id) });
    else onChange({ add: [...add, id], remove });
  }
  return (
    <>
      {[
        { label: t("bubbles.tagsAdded"), tags: added },
        { label: t("bubbles.tagsRemoved"), tags: removed },
      ].map(
        ({ label, tags }) =>
          tags.length > 0 && (
            <p key={label} className="flex flex-wrap items-center gap-1.5 text-xs text-text-2">
              {label}
              {tags.map((tag) => (
                <TagChip key={tag.tagid} tag={tag} />
              ))}
            </p>
          ),
      )}
      <p className="text-xs text-text-3">{t("bubbles.tagsHint")}</p>
      <TagPicker chosen={new Set([...add, ...remove])} onToggle={toggle} makes={false} />
    </>
  );
}
