const megabyte = 2 ** 20;
const gigabyte = 2 ** 30;

/** Bytes as MB, or GB from one GB, the units of the limits. */
export function showStorage(bytes: number, language: string): string {
  const megabytes = inTenths(bytes / megabyte);
  const isSmall = megabytes * megabyte < gigabyte;
  const unit = isSmall ? "megabyte" : "gigabyte";
  const format = new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 });
  return format.format(isSmall ? megabytes : inTenths(bytes / gigabyte));
}

/** Rounded up: a full storage never shows free room, and a little use never shows zero. */
const inTenths = (amount: number) => Math.ceil(amount * 10) / 10;
