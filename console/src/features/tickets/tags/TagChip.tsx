import type { Tag } from "@parley/contract/tags";

type Props = { tag: Pick<Tag, "name" | "colour">; whole?: boolean };

/** The name in the tag's colour. Where it has no room it is cut, or takes further lines. */
export function TagChip({ tag: { name, colour }, whole = false }: Props) {
  return (
    <span
      dir="auto"
      data-tag-colour={colour}
      title={name}
      className={`min-w-0 rounded-chip bg-tag px-1.5 text-[11px] leading-[17px] font-semibold text-tag-text ${whole ? "wrap-anywhere" : "truncate"}`}
    >
      {name}
    </span>
  );
}
