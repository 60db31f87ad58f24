/** How the parts of a table look. */
export const tableLook = {
  table: "w-full border-collapse text-s",
  head: "border-b border-line px-3 py-2.5 text-left text-xs font-semibold whitespace-nowrap text-text-3 max-phone:px-2 max-phone:first:pl-3.5",
  row: "border-b border-line transition duration-150 last:border-0 hover:bg-raised aria-selected:bg-accent-soft",
  cell: "px-3 py-2 whitespace-nowrap max-phone:px-2 max-phone:first:pl-3.5",
} as const;
