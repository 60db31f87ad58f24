/** Reads the parts of a raw mail's header that a mail server uses. */

/** Returns the index where the body starts: after the first empty line. */
export function headerEnd(raw: Buffer): number {
  const end = raw.indexOf("\r\n\r\n");
  return end < 0 ? raw.length : end + 4;
}

/** Each field with its folded lines, in one piece. */
export function headerFields(raw: Buffer): { name: string; field: string }[] {
  const text = raw.subarray(0, headerEnd(raw)).toString("latin1").replace(/\r\n$/, "");
  return text
    .split(/\r\n(?![ \t])/)
    .filter((field) => field.includes(":"))
    .map((field) => ({ name: field.slice(0, field.indexOf(":")).trim().toLowerCase(), field }));
}

/** Unfolded values of the fields of this name. */
export function headerValues(raw: Buffer, name: string): string[] {
  return headerFields(raw)
    .filter((field) => field.name === name.toLowerCase())
    .map(({ field }) =>
      field
        .slice(field.indexOf(":") + 1)
        .replace(/\r\n/g, "")
        .trim(),
    );
}
