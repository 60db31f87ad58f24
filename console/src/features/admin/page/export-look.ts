/** The look of a link to a file of the list. */
export const exportLook =
  "inline-flex h-9 items-center gap-2 rounded-m border border-line-strong px-3.5 text-s font-semibold transition duration-150 hover:bg-raised-2 max-phone:h-11";
