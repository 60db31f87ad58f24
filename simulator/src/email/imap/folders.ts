/** Commands that name a folder. */

import { Folder } from "../folder.ts";
import { findFolder, type Mailbox } from "../mailbox.ts";
import { Refusal } from "./refusal.ts";
import { Selection } from "./selection.ts";
import type { Command } from "./session.ts";
import { list as listOf, quote, word } from "./tokens.ts";

const FLAGS = "\\Answered \\Flagged \\Deleted \\Seen \\Draft";

export function accessFolder(mailbox: Mailbox, path: string, missing = "[NONEXISTENT]"): Folder {
  const folder = findFolder(mailbox, path);
  if (!folder) throw new Refusal("NO", `${missing} There is no folder ${path}`);
  return folder;
}

export const list: Command = (session, args) => listFolders("LIST", session, args);
export const lsub: Command = (session, args) => listFolders("LSUB", session, args);

function listFolders(name: string, session: Parameters<Command>[0], args: Parameters<Command>[1]): string {
  const [reference, pattern] = args.filter((one) => !Array.isArray(one));
  const wanted = word(reference) + word(pattern);
  if (!wanted) session.untagged(`${name} (\\Noselect) "/" ""`);
  const fits = new RegExp(
    `^${wanted.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/[*%]/g, (wild) => (wild === "*" ? ".*" : "[^/]*"))}$`,
    "i",
  );
  for (const { path, use } of session.owner.folders.values()) {
    const attributes = ["\\HasNoChildren", ...(use ? [use] : [])].join(" ");
    if (fits.test(path)) session.untagged(`${name} (${attributes}) "/" ${quote(path)}`);
  }
  return "";
}

export const select: Command = (session, [path]) => open(session, word(path), false);
export const examine: Command = (session, [path]) => open(session, word(path), true);

function open(session: Parameters<Command>[0], path: string, readOnly: boolean): string {
  session.select(undefined);
  const folder = accessFolder(session.owner, path);
  session.select(new Selection(folder, readOnly));
  const unseen = folder.mails.findIndex(({ flags }) => !flags.has("\\Seen"));
  session.untagged(`FLAGS (${FLAGS})`);
  session.untagged(`${folder.mails.length} EXISTS`);
  session.untagged("0 RECENT");
  if (unseen >= 0) session.untagged(`OK [UNSEEN ${unseen + 1}] First unseen`);
  session.untagged(`OK [PERMANENTFLAGS (${readOnly ? "" : `${FLAGS} \\*`})] Kept`);
  session.untagged(`OK [UIDVALIDITY ${folder.uidValidity}] UIDs valid`);
  session.untagged(`OK [UIDNEXT ${folder.uidNext}] Next UID`);
  return readOnly ? "[READ-ONLY] EXAMINE completed" : "[READ-WRITE] SELECT completed";
}

/** CLOSE also expunges. */
export const close: Command = (session) => {
  const { folder, readOnly } = session.selection;
  if (!readOnly) folder.remove(folder.mails.filter(({ flags }) => flags.has("\\Deleted")));
  session.select(undefined);
  return "";
};

export const unselect: Command = (session) => {
  session.select(undefined);
  return "";
};

export const status: Command = (session, [path, items]) => {
  const folder = accessFolder(session.owner, word(path));
  const figures: Record<string, number> = {
    MESSAGES: folder.mails.length,
    RECENT: 0,
    UIDNEXT: folder.uidNext,
    UIDVALIDITY: folder.uidValidity,
    UNSEEN: folder.mails.filter(({ flags }) => !flags.has("\\Seen")).length,
  };
  const asked = listOf(items).map((item) => {
    const name = word(item).toUpperCase();
    if (figures[name] === undefined) throw new Refusal("BAD", `Unknown item ${name}`);
    return `${name} ${figures[name]}`;
  });
  session.untagged(`STATUS ${quote(word(path))} (${asked.join(" ")})`);
  return "";
};

export const create: Command = (session, [path]) => {
  const { folders } = session.owner;
  if (findFolder(session.owner, word(path))) throw new Refusal("NO", "[ALREADYEXISTS] It exists already");
  folders.set(word(path), new Folder(word(path), null, session.office.now));
  return "";
};
