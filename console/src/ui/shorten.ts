/**
 * The specification's cuts: a name over 17 characters shows 18, another text over 100 shows 150, each with an ellipsis.
 */
export const shortenName = (name: string) => cut(name, 17, 18);
export const shortenText = (text: string) => cut(text, 100, 150);

/** Cuts by visible characters (graphemes), so that none is halved. */
function cut(text: string, longest: number, shown: number): string {
  const characters = [...text];
  return characters.length > longest && characters.length > shown
    ? `${characters.slice(0, shown).join("")}…`
    : text;
}
