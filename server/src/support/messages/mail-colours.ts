/** Colours as mails write them. */

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

const named: Record<string, Colour> = {
  black: [0, 0, 0],
  white: [255, 255, 255],
  red: [255, 0, 0],
  green: [0, 128, 0],
  blue: [0, 0, 255],
  navy: [0, 0, 128],
  darkblue: [0, 0, 139],
  maroon: [128, 0, 0],
  darkred: [139, 0, 0],
  purple: [128, 0, 128],
  teal: [0, 128, 128],
  olive: [128, 128, 0],
  gray: [128, 128, 128],
  grey: [128, 128, 128],
  dimgray: [105, 105, 105],
  silver: [192, 192, 192],
  lightgray: [211, 211, 211],
  whitesmoke: [245, 245, 245],
  snow: [255, 250, 250],
  orange: [255, 165, 0],
  yellow: [255, 255, 0],
  lime: [0, 255, 0],
  aqua: [0, 255, 255],
  cyan: [0, 255, 255],
  fuchsia: [255, 0, 255],
};
const none =
  /^(?:inherit|initial|unset|revert|currentcolor|transparent|auto|none|window(?:text)?|canvas(?:text)?)?$/;
const unknown: Colour = [128, 128, 128];

/** Null where the value keeps the reader's own colour. An unknown name counts as a grey. */
export function colourOf(value: string): Colour | null {
  const text = value.toLowerCase().replace("!important", "").trim();
  if (none.test(text)) return null;
  const hex = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(text)?.[1];
  if (hex) return ofHex(hex.length === 3 ? hex.replace(/./g, "$&$&") : hex);
  const parts = /^rgba?\(([^)]*)\)$/.exec(text)?.[1]?.split(/[\s,/]+/);
  if (!parts) return named[text] ?? unknown;
  const [red, green, blue, alpha] = parts.filter(Boolean).map(Number.parseFloat);
  if (alpha === 0) return null;
  return [red ?? 0, green ?? 0, blue ?? 0];
}

const ofHex = (hex: string): Colour => {
  const at = (index: number) => Number.parseInt(hex.slice(index, index + 2), 16);
  return [at(0), at(2), at(4)];
};

/** True near black: the colour mail programs write for text without its own colour. */
export const isDark = (colour: Colour): boolean => Math.max(...colour) <= 60 && spread(colour) <= 40;

/** True near white: the background of a page without its own. */
export const isLight = (colour: Colour): boolean => Math.min(...colour) >= 250;

const spread = (colour: Colour) => Math.max(...colour) - Math.min(...colour);

/** WCAG 2 contrast, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The colour mixed with white until it is readable on a background. */
export function lightened(colour: Colour, ground: Colour): Colour {
  let mixed = colour;
  for (let part = 0.1; part < 1 && contrast(mixed, ground) < 4.5; part += 0.1)
    mixed = colour.map((value) => Math.round(value + (255 - value) * part)) as unknown as Colour;
  return mixed;
}
