/** Commands on mails of the selected folder, by number or by UID. */
import type { StoredMail } from "../folder.ts";
import { readDate } from "./dates.ts";
import { type FetchItem, readFetchItems } from "./fetch.ts";
import { accessFolder } from "./folders.ts";
import { numberSet } from "./number-set.ts";
import { Refusal } from "./refusal.ts";
import { readSearch } from "./search.ts";
import type { Command, Session } from "./session.ts";
import { list, word } from "./tokens.ts";

export const fetch: Command = (session, [set, wanted], { byUid }) => {
  const items = readFetchItems(wanted);
  const withUid = byUid && !list(wanted).some((item) => word(item).toUpperCase() === "UID");
  const all = withUid ? [...readFetchItems("UID"), ...items] : items;
  const chosen = session.chosen(word(set), byUid, numberSet);
  if (session.fault?.kind === "reversed") chosen.reverse();
  for (const { mail, number } of chosen) {
    if (items.some(({ marksSeen }) => marksSeen) && !session.selection.readOnly && !mail.flags.has("\\Seen"))
      session.selection.folder.setFlags(mail, new Set([...mail.flags, "\\Seen"]));
    if (items.some(({ readsBody }) => readsBody)) session.reading.push(mail);
    session.answer(...viewMail(session, mail, number, all));
  }
  return "";
};

function viewMail({ fault }: Session, mail: StoredMail, number: number, items: FetchItem[]): Buffer[] {
  const shown = fault?.kind === "wrongUids" ? { ...mail, uid: mail.uid + fault.by } : mail;
  const parts = items.flatMap((item, index) => [Buffer.from(index ? " " : ""), item.view(shown)]);
  return [Buffer.from(`* ${number} FETCH (`), ...parts, Buffer.from(")\r\n")];
}

export const search: Command = (session, keys, { byUid }) => {
  const { selection, office } = session;
  const asks = readSearch(keys, { largest: selection.largest(), now: office.now() });
  const found = selection.numbered().filter(({ mail, number }) => asks(mail, number));
  session.untagged(["SEARCH", ...found.map(({ mail, number }) => (byUid ? mail.uid : number))].join(" "));
  return "";
};

export const store: Command = (session, [set, action, ...given], { byUid }) => {
  const [, sign, silent] = /^([+-]?)FLAGS(\.SILENT)?$/i.exec(word(action)) ?? [];
  if (sign === undefined) throw new Refusal("BAD", `Unknown action ${word(action)}`);
  const flags = given.flatMap(list).map(word);
  const chosen = session.chosen(word(set), byUid, numberSet);
  for (const mail of session.writableMails(chosen)) {
    const now = new Set(sign ? mail.flags : []);
    for (const flag of flags) {
      if (sign === "-") now.delete(flag);
      else now.add(flag);
    }
    session.selection.folder.setFlags(mail, now);
  }
  // The other connections get it with their next news.
  if (silent) session.selection.knowFlags();
  return "";
};

export const copy: Command = (session, [set, path], { byUid }) => {
  const mails = session.chosen(word(set), byUid, numberSet).map(({ mail }) => mail);
  return copyTo(session, mails, word(path));
};

/** RFC 6851: COPYUID comes before the EXPUNGE of the moved mails. */
export const move: Command = (session, [set, path], { byUid }) => {
  const mails = session.writableMails(session.chosen(word(set), byUid, numberSet));
  const copied = copyTo(session, mails, word(path));
  if (copied) session.untagged(`OK ${copied}`);
  session.selection.folder.remove(mails);
  return "";
};

function copyTo({ owner, selection }: Session, mails: StoredMail[], path: string): string {
  const target = accessFolder(owner, path, "[TRYCREATE]");
  if (mails.length === 0) return "";
  const made = mails.map(({ raw, flags, receivedOn }) => target.append(raw, { flags, receivedOn }).uid);
  const from = mails.map(({ uid }) => uid).join(",");
  if (target === selection.folder) return "";
  return `[COPYUID ${target.uidValidity} ${from} ${made.join(",")}] Copied`;
}

/** UID EXPUNGE (RFC 4315) removes only those of the given mails that are marked. */
export const expunge: Command = (session, [set], { byUid }) => {
  const chosen = session.chosen(byUid ? word(set) : "1:*", byUid, numberSet);
  const marked = session.writableMails(chosen).filter(({ flags }) => flags.has("\\Deleted"));
  session.selection.folder.remove(marked);
  return "";
};

export const append: Command = (session, [path, ...rest]) => {
  const raw = word(rest.pop());
  const folder = accessFolder(session.owner, word(path), "[TRYCREATE]");
  const flags = rest.filter(Array.isArray).flat().map(word);
  const date = rest.find((one) => typeof one === "string");
  const receivedOn = date === undefined ? undefined : new Date(readDate(word(date)));
  const { uid } = folder.append(Buffer.from(raw, "latin1"), { flags, receivedOn });
  return `[APPENDUID ${folder.uidValidity} ${uid}] APPEND completed`;
};
