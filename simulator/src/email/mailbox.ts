/** The state of a mail server: accounts, their folders, and mail by UID. */
import { randomBytes } from "node:crypto";
import { Folder, type StoredMail } from "./folder.ts";
import type { Push } from "./push.ts";

export type Mailbox = {
  id: number;
  /** The address in lower case; also the user name. */
  address: string;
  name: string;
  password: string;
  /** Access tokens that are accepted in place of the password. */
  tokens: Set<string>;
  /** The server stores submitted mails in Sent, as Gmail does. */
  filesSent: boolean;
  folders: Map<string, Folder>;
  /** Mails of the inbox since the first sign-in that the owner has not received. */
  awaited: Set<StoredMail>;
  /** Mails that a connection has read, and that may not be stored yet. */
  read: Set<StoredMail>;
  signedInOn: Date | null;
  /** Set when its host pushes mail instead of keeping it for IMAP. */
  push: Push | null;
  /** Functions that end the connections of its owner. */
  disconnect: Set<() => void>;
};

export type NewMailbox = { id: number; address: string; name: string; password?: string };

export function createMailbox(
  { id, address, name, password = randomBytes(12).toString("hex") }: NewMailbox,
  now: () => number,
): Mailbox {
  const folders = [
    new Folder("INBOX", null, now),
    new Folder("Sent", "\\Sent", now),
    new Folder("Junk", "\\Junk", now),
  ];
  return {
    id,
    address: address.toLowerCase(),
    name,
    password,
    tokens: new Set(),
    filesSent: false,
    push: null,
    awaited: new Set(),
    read: new Set(),
    signedInOn: null,
    folders: new Map(folders.map((folder) => [folder.path, folder])),
    disconnect: new Set(),
  };
}

/** Finds INBOX in any case of letters; the others by their exact name. */
export const findFolder = ({ folders }: Mailbox, path: string): Folder | undefined =>
  folders.get(path.toUpperCase() === "INBOX" ? "INBOX" : path);

export function accessFolder(mailbox: Mailbox, path: string): Folder {
  const found = findFolder(mailbox, path);
  if (!found) throw new Error(`${mailbox.address} has no folder ${path}`);
  return found;
}

/** Ends every connection of the owner, as a restarting server does. */
export function disconnectAll({ disconnect }: Mailbox): void {
  for (const end of [...disconnect]) end();
}
