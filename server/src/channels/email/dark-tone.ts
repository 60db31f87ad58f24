import type { Colour } from "../../support/messages/mail-colours.ts";

/** The tone of a white ground: the console's `--raised-2` in the dark theme. */
const ofWhite: Colour = [29, 39, 50];

/** A dark ground for a light one: a page that was darker than its sheet still is, and a tint keeps a hint of its hue. */
export function darkTone(colour: Colour): Colour {
  const middle = colour.reduce((all, part) => all + part, 0) / 3;
  const depth = Math.max(0.3, (middle / 255) ** 6);
  const at = (index: 0 | 1 | 2) =>
    Math.max(0, Math.round(ofWhite[index] * depth + (colour[index] - middle) * hue));
  return [at(0), at(1), at(2)];
}

const hue = 0.6;
