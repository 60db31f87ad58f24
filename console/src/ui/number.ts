/** A count in the words of a language, with its separators. */
export const showCount = (count: number, language: string): string =>
  new Intl.NumberFormat(language).format(count);

/** The number with so many decimals. */
export const showDecimal = (value: number, language: string, digits: number): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    value,
  );
