import type { Tag } from "@parley/contract/tags";

type Props = { tag: Pick<Tag, "name" | "colour"> };

/** The name in the tag's colour. It is cut where it has no room. */
export function TagChip({ tag: { name, colour } }: Props) {
  return (
    <span
      dir="auto"
      data-tag-colour={colour}
      title={name}
      className="min-w-0 truncate rounded-chip bg-tag px-1.5 text-[11px] leading-[17px] font-semibold text-tag-text"
    >
      {name}
    </span>
  );
}
