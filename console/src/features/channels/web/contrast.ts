/** The text colour with the better contrast on a colour `#rrggbb`, and that contrast (WCAG 2.2, 1.4.3). It is never below 4.5. */
export function textOn(colour: string): { text: "#000000" | "#ffffff"; contrast: number } {
  const light = luminance(colour);
  const onBlack = (light + 0.05) / 0.05;
  const onWhite = 1.05 / (light + 0.05);
  return onBlack >= onWhite ? { text: "#000000", contrast: onBlack } : { text: "#ffffff", contrast: onWhite };
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);
