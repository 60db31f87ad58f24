const megabyte = 2 ** 20;
const gigabyte = 2 ** 30;

/** Bytes as MB, or GB from one GB, in the units that limits are set in. */
export function showStorage(bytes: number, language: string): string {
  const unit = bytes < gigabyte ? "megabyte" : "gigabyte";
  const format = new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 });
  // Rounded up: a full store never shows room, an empty one nothing.
  const tenths = Math.ceil((bytes / (unit === "gigabyte" ? gigabyte : megabyte)) * 10) / 10;
  return format.format(tenths);
}
