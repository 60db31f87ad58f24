/** A length in the words of a language, by its two largest units; a dash where there is none. */
export function lengthInWords(minutes: number | null, language: string): string {
  if (minutes === null) return "–";
  const unit = (value: number, of: "day" | "hour" | "minute" | "second") =>
    new Intl.NumberFormat(language, { style: "unit", unit: of, unitDisplay: "short" }).format(value);
  if (minutes < 1) return unit(Math.round(minutes * 60), "second");
  const whole = Math.round(minutes);
  if (whole < 60) return unit(whole, "minute");
  const hours = Math.floor(whole / 60);
  const pair = (one: string, rest: number, other: string) => (rest === 0 ? one : `${one} ${other}`);
  if (hours < 24) return pair(unit(hours, "hour"), whole % 60, unit(whole % 60, "minute"));
  return pair(unit(Math.floor(hours / 24), "day"), hours % 24, unit(hours % 24, "hour"));
}
