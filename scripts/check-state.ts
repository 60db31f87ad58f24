/**
 * Refuses state that a module of the server keeps for itself, as a `let`, a WeakMap or a map that begins empty, outside of functions. It belongs in a field of the
 * context, so that two contexts in one process share nothing. Tests and fixtures are left out.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The state that is the process's own, or a memo of the very object it is kept by. */
const allowed: Record<string, string> = {
  "people/passwords/password.ts running": "Passwords are compared by the cores of the whole process.",
  "people/passwords/password.ts dummyHash": "The hash belongs to no password, and is made once.",
  "people/passwords/common-passwords.ts ranks": "A file of the program is read once.",
  "floor/database/disk-full.ts seen": "The embedded database's disk is the machine's.",
  "http/spooled-body.ts files": "Open files are the process's.",
  "channels/email/account/mail-room.ts rooms": "The bytes are bounded for each configuration.",
  "channels/email/corpus/charsets.ts tables": "The tables are the decoder's, read once.",
  "channels/email/imap/process/child.ts connections": "The process that reads mailboxes has no context.",
  "channels/email/oauth/access-token.ts kept": "A token is kept by the refresh token of its one account.",
  "channels/web/pages/content.ts known": "The built files are the program's.",
  "channels/accounts/find.ts opened": "The memo holds what its row says, opened.",
};

/** A line of a module's own begins at its margin. */
const state =
  /^(?:export )?(?:let (\w+)|const (\w+)[^=\n]*=\s*new (?:Weak(?:Map|Set)\b|(?:Map|Set)(?:<[^()]*>)?\(\)))/gm;

if (import.meta.main) {
  const faults = findState(join(import.meta.dirname, "../server/src")).filter((one) => !(one in allowed));
  for (const fault of faults) console.log(`server/src/${fault} is state of a module`);
  if (faults.length > 0) {
    console.log('Make it a field of the context ("As a field of the context" in ARCHITECTURE.md).');
    process.exitCode = 1;
  }
}

/** Each `file variable` of the folder. */
export function findState(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) =>
    file.replaceAll("\\", "/"),
  );
  return files
    .filter((file) => /\.ts$/.test(file) && !/\.(test|fixture)\.ts$/.test(file))
    .sort()
    .flatMap((file) => stateIn(readFileSync(join(folder, file), "utf8")).map((name) => `${file} ${name}`));
}

function stateIn(text: string): string[] {
  return [...text.matchAll(state)].map(([, variable, memo]) => variable ?? memo ?? "");
}
