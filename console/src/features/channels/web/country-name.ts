/** The country's name, or its code where the browser does not know it. */
export function countryName(country: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: "region" }).of(country) ?? country;
  } catch (error) {
    if (error instanceof RangeError) return country;
    throw error;
  }
}
