/**
 * The file that is being pasted, if one is. A spreadsheet or a text processor puts a picture of the words beside them:
 * then the words are meant. A file that was copied in a folder comes with its bare name, which is not.
 */
export function pastedFile({ files, types }: Pick<DataTransfer, "files" | "types">): File | undefined {
  const words = types.includes("text/plain") && types.includes("text/html");
  return words ? undefined : files[0];
}
