/** From Hangul on, letters are about twice as wide as Latin ones. */
const wide = 0x1100;
/** The space around a name, in letters. */
const around = 3;

const lettersOf = (name: string) =>
  [...name].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) >= wide ? 2 : 1), around);

/** Counts the names that fit in a line of so many letters; the first always does, since it is cut. */
export function fitting(names: string[], letters: number): number {
  let left = letters;
  const over = names.findIndex((name) => {
    left -= lettersOf(name);
    return left < 0;
  });
  return over < 0 ? names.length : Math.max(1, over);
}
