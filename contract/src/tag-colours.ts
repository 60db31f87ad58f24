/** The colours of tags. Free of zod, which the console's first load does without. */
export const tagColours = [
  "grey",
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "purple",
  "pink",
] as const;
export type TagColour = (typeof tagColours)[number];
