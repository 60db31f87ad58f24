/** Hours and minutes in the language's short form: "1 hr 20 min". */
export function timeLeft(minutes: number, language: string): string {
  const show = (count: number, unit: "hour" | "minute") =>
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(count);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && show(hours, "hour"), (rest > 0 || hours === 0) && show(rest, "minute")]
    .filter(Boolean)
    .join(" ");
}
