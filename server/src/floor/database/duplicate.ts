const uniqueViolation = "23505";

/** True if another row has the key; with an index, if it is that of this unique index. */
export function isDuplicate(error: unknown, index?: string): boolean {
  if (!(error instanceof Error)) return false;
  const { code, constraint } = error as Error & { code?: string; constraint?: string };
  return code === uniqueViolation && (index === undefined || constraint === index);
}
