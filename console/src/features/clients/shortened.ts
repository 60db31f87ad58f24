/** A name of more than 17 characters is cut to 18 and an ellipsis. */
export function shortened(name: string): string {
  const letters = [...name];
  return letters.length > 17 ? `${letters.slice(0, 18).join("")}…` : name;
}
