/** A provider's language code ("en_US") in the reader's language; the code itself where no name is known. */
export function languageName(code: string, reader: string): string {
  try {
    return new Intl.DisplayNames(reader, { type: "language" }).of(code.replaceAll("_", "-")) ?? code;
  } catch (error) {
    if (error instanceof RangeError) return code;
    throw error;
  }
}
