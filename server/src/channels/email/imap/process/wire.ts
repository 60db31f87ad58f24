/** The messages between the desk and the process that reads mailboxes, over its IPC channel alone. */
import type { FolderFacts } from "./folders.ts";

/** `company`: whose time its parsing takes. `host` is the address that was judged; `servername` the name that its certificate must hold. */
export type Opening = {
  company: string;
  host: string;
  port: number;
  servername: string;
  secure: boolean;
  /** TLS has to follow a plain beginning (STARTTLS). */
  startTls: boolean;
  user: string;
  password: string;
  /** An OAuth token, in place of the password. */
  token: string | null;
};

export type Query = {
  /** A range of UIDs or a list of them. */
  uid?: string;
  since?: Date;
  messageId?: string;
};

/** Sizes and dates as the server states them; the date in milliseconds, null where it is invalid. */
export type Listed = { uid: number; size: number; receivedOn: number | null };
export type Selected = { uidValidity: bigint; uidNext: number; exists: number };
/** `more`: mails match beyond those asked for. */
export type Found = { uids: number[]; more: boolean };

/** Each call by its name, with its arguments and its answer. */
export type Calls = {
  select: [{ path: string; readOnly: boolean }, Selected];
  /** Null: the server does not search. */
  search: [{ query: Query; most: number; end: "oldest" | "newest" }, Found | null];
  list: [{ uids: number[] }, Listed[]];
  /** Null: the mail does not exist. An empty piece: the mail has no such bytes. */
  part: [{ uid: number; start: number; length: number }, { uid: number; piece: Buffer | null } | null];
  markSeen: [{ uid: number }, null];
  remove: [{ uid: number }, null];
  folders: [null, FolderFacts[]];
  /** The next call ends it. False: the server does not support IDLE. */
  idle: [null, boolean];
  noop: [null, null];
  logout: [null, null];
  appendPiece: [{ piece: Buffer }, null];
  /** The mail that was passed piece by piece. */
  append: [{ path: string }, null];
};
export type CallName = keyof Calls;

/** The fields that `explainImap` and the readers check. `bound`: the one that the server broke. */
export type WireError = {
  message: string;
  code?: string;
  responseStatus?: string;
  serverResponseCode?: string;
  authenticationFailed?: boolean;
  tlsFailed?: boolean;
  bound?: string;
};

export type ToChild =
  | { connection: number; open: Opening }
  | { connection: number; number: number; call: CallName; given: unknown }
  | { connection: number; close: true };

export type FromChild =
  | { ready: true }
  | { connection: number; opened: { capabilities: string[] } }
  | { connection: number; number: number; answer: unknown }
  | { connection: number; number: number; error: WireError }
  | { connection: number; announced: true }
  /** Null: the connection ended without an error. */
  | { connection: number; closed: WireError | null };

/** The number of bytes of a mail that cross at once. */
export const pieceBytes = 256 * 1024;
