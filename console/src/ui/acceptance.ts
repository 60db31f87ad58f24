/** The files that may be chosen or dropped, by the specification's rules: without a rule there is no limit. */
export type FileRules = {
  /** Media types and extensions: a list, or one text with commas. */
  accept?: string | string[];
  /** The limit in bytes. */
  maxSize?: number;
  minSize?: number;
  maxFiles?: number;
};

export type Rejection =
  | { code: "type"; accept: string[] }
  | { code: "larger"; bytes: number }
  | { code: "smaller"; bytes: number }
  | { code: "tooMany" };

type FileFacts = { name: string; type: string; size: number };

/** The reasons each file is rejected for; none for an accepted file. */
export function judge<Given extends FileFacts>(
  files: Given[],
  { accept, maxSize = Number.POSITIVE_INFINITY, minSize = 0, maxFiles = Number.POSITIVE_INFINITY }: FileRules,
): { file: Given; rejections: Rejection[] }[] {
  return files.map((file) => {
    const rejections: Rejection[] = [];
    if (!isAccepted(file, accept)) rejections.push({ code: "type", accept: entriesOf(accept) });
    if (file.size > maxSize) rejections.push({ code: "larger", bytes: maxSize });
    if (file.size < minSize) rejections.push({ code: "smaller", bytes: minSize });
    if (files.length > maxFiles) rejections.push({ code: "tooMany" });
    return { file, rejections };
  });
}

/**
 * True if the type is accepted: `.png` is an extension in either case, `image/*` a main type, anything else the whole
 * media type. Without a file or without a list everything is accepted.
 */
export function isAccepted(
  file: Pick<FileFacts, "name" | "type"> | null | undefined,
  accept: FileRules["accept"],
): boolean {
  const entries = entriesOf(accept);
  if (!file || entries.length === 0) return true;
  const name = file.name.toLowerCase();
  const type = file.type.toLowerCase();
  return entries.some((written) => {
    const entry = written.toLowerCase();
    if (entry.startsWith(".")) return name.endsWith(entry);
    if (entry.endsWith("/*")) return type.split("/")[0] === entry.slice(0, -2);
    return type === entry;
  });
}

function entriesOf(accept: FileRules["accept"]): string[] {
  const entries = typeof accept === "string" ? accept.split(",") : (accept ?? []);
  return entries.map((entry) => entry.trim()).filter(Boolean);
}
