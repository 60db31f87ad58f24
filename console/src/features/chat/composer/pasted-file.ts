/**
 * The pasted file, if there is one. A spreadsheet or a text processor adds a picture of the words: then the words are
 * meant. A file that was copied in a folder comes with its bare name, which is not text to paste.
 */
export function pastedFile({ files, types }: Pick<DataTransfer, "files" | "types">): File | undefined {
  const words = types.includes("text/plain") && types.includes("text/html");
  return words ? undefined : files[0];
}
