/** Colours as mails write them. */

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** Names of CSS that mails use. */
const names =
  "aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff azure f0ffff beige f5f5dc bisque ffe4c4 black 000000 blanchedalmond ffebcd blue 0000ff " +
  "brown a52a2a coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b darkgray a9a9a9 " +
  "darkgreen 006400 darkgrey a9a9a9 darkorange ff8c00 darkred 8b0000 darkslategray 2f4f4f deepskyblue 00bfff dimgray 696969 dimgrey 696969 " +
  "dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 " +
  "goldenrod daa520 gray 808080 green 008000 grey 808080 honeydew f0fff0 hotpink ff69b4 indigo 4b0082 ivory fffff0 khaki f0e68c " +
  "lavender e6e6fa lavenderblush fff0f5 lemonchiffon fffacd lightblue add8e6 lightcyan e0ffff lightgray d3d3d3 lightgreen 90ee90 " +
  "lightgrey d3d3d3 lightpink ffb6c1 lightyellow ffffe0 lime 00ff00 linen faf0e6 magenta ff00ff maroon 800000 midnightblue 191970 " +
  "mintcream f5fffa mistyrose ffe4e1 navy 000080 oldlace fdf5e6 olive 808000 orange ffa500 orangered ff4500 palegreen 98fb98 " +
  "papayawhip ffefd5 peachpuff ffdab9 pink ffc0cb purple 800080 red ff0000 royalblue 4169e1 seagreen 2e8b57 seashell fff5ee silver c0c0c0 " +
  "skyblue 87ceeb slategray 708090 snow fffafa steelblue 4682b4 tan d2b48c teal 008080 tomato ff6347 turquoise 40e0d0 wheat f5deb3 " +
  "white ffffff whitesmoke f5f5f5 yellow ffff00";
const named = new Map([...names.matchAll(/(\w+) (\w{6})/g)].map(([, name, hex]) => [name, hex]));
export const isColourName = (word: string): boolean => named.has(word.toLowerCase());

const none =
  /^(?:inherit|initial|unset|revert|currentcolor|transparent|auto|none|window(?:text)?|canvas(?:text)?)?$/;

const white: Colour = [255, 255, 255];
const black: Colour = [0, 0, 0];

/**
 * Null where the value keeps the reader's own colour. An unknown name counts as a grey, and what can be seen through is
 * mixed with what it lies on.
 */
export function colourOf(value: string, over: Colour = white): Colour | null {
  const text = value.toLowerCase().replace("!important", "").trim();
  if (none.test(text)) return null;
  const hex = /^#?((?:[0-9a-f]{3,4}){1,2})$/.exec(text)?.[1];
  if (hex) return ofHex(hex.length < 6 ? hex.replace(/./g, "$&$&") : hex, over);
  const [, kind, written] = /^(rgb|hsl)a?\(([^)]*)\)$/.exec(text) ?? [];
  if (written === undefined) return ofHex(named.get(text) ?? "808080", over);
  const [one = 0, two = 0, three = 0, alpha = 1] = written
    .split(/[\s,/]+/)
    .filter(Boolean)
    .map((part, index) => Number.parseFloat(part) / (index === 3 && part.endsWith("%") ? 100 : 1));
  if (alpha === 0) return null;
  return mixed(over, kind === "hsl" ? ofHue(one, two / 100, three / 100) : [one, two, three], alpha);
}

function ofHex(hex: string, over: Colour): Colour | null {
  const at = (index: number) => Number.parseInt(hex.slice(index, index + 2), 16);
  const alpha = hex.length === 8 ? at(6) / 255 : 1;
  return alpha === 0 ? null : mixed(over, [at(0), at(2), at(4)], alpha);
}

/** CSS Color 4 §7.1: the hue in degrees, saturation and lightness from 0 to 1. */
function ofHue(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const at = (offset: number) => {
    const place = (((offset + hue / 30) % 12) + 12) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  };
  return [at(0), at(8), at(4)];
}

function mixed(ground: Colour, colour: Colour, part: number): Colour {
  const at = (index: 0 | 1 | 2) => Math.round(ground[index] + (colour[index] - ground[index]) * part);
  return [at(0), at(1), at(2)];
}

/** True near black: the colour mail programs write for text without its own colour. */
export const isDark = (colour: Colour): boolean => Math.max(...colour) <= 60 && spread(colour) <= 40;

/** True near white: the background of a page without its own. */
export const isLight = (colour: Colour): boolean => Math.min(...colour) >= 250;

/** True for the grounds of a light page, tints among them; false for a colour that stands for something. */
export const isPale = (colour: Colour): boolean => luminance(colour) > 0.4 && spread(colour) < 100;

/** True for a grey of any depth. */
export const isNeutral = (colour: Colour): boolean => spread(colour) <= 30;

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

/** The colour mixed with white or black, whichever stands out more, until it can be read on the ground. */
export function legible(colour: Colour, ground: Colour, least = readable): Colour {
  const end = contrast(white, ground) >= contrast(black, ground) ? white : black;
  let found = colour;
  for (let part = 0.1; part <= 1 && contrast(found, ground) < least; part += 0.1)
    found = mixed(colour, end, part);
  return found;
}

/** WCAG 2 asks for this contrast of a text. */
export const readable = 4.5;
