const head =
  "border-b border-line py-2.5 text-left text-xs font-semibold text-text-3 max-phone:px-2 max-phone:first:pl-3.5";
const cell = "py-2 max-phone:px-2 max-phone:first:pl-3.5";

/** The classes of the parts of a table. */
export const tableLook = {
  table: "w-full border-collapse text-s",
  head: `${head} px-3 whitespace-nowrap`,
  row: "border-b border-line transition duration-150 last:border-0 hover:bg-raised aria-selected:bg-accent-soft",
  cell: `${cell} px-3 whitespace-nowrap`,
  /** True for a table with many columns: long text takes a second line. */
  denseHead: `${head} px-2 align-bottom first:pl-3.5`,
  denseCell: `${cell} px-2 leading-snug first:pl-3.5`,
} as const;
