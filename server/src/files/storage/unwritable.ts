const codes = new Set(["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR"]);
const writing = new Set([
  "open",
  "mkdir",
  "mkdtemp",
  "link",
  "rename",
  "copyfile",
  "chmod",
  "chown",
  "access",
  "unlink",
  "rm",
]);

/** One sentence for an operator when the data folder cannot be written to, else null. */
export function explainUnwritable(error: unknown): string | null {
  const { code = "", syscall = "", path } = error as NodeJS.ErrnoException;
  if (!path || !codes.has(code) || !writing.has(syscall)) return null;
  return `Parley cannot write to ${path} (${code}). Let its account write there, or set DATA_DIR to another folder.`;
}
