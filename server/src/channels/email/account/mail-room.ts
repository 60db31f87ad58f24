/** Bounds the bytes of mails in this process while they are fetched and read, each with a share for a company. */

import { incomingPath } from "../../../files/storage/incoming.ts";
import type { Config } from "../../../floor/config/config.ts";
import { settingsOf } from "../../seam/module.ts";
import { BytesUnderWay } from "./bytes-under-way.ts";
import { mailSettings } from "./settings.ts";

/** The room of all companies. */
type Room = {
  /** Pieces requested from servers and on their way: a server decides how long. */
  pieces: BytesUnderWay;
  /** Mails of more than one piece, in files: a server decides how long. */
  files: BytesUnderWay;
  /** Mails in memory, while the desk itself reads and stores them. */
  memory: BytesUnderWay;
  /** Copies on their way to a Sent folder. */
  copies: BytesUnderWay;
  /** Connections to mailboxes, one each. */
  connections: BytesUnderWay;
  /** Imports that store mails; each company has one at a time. */
  turns: BytesUnderWay;
};

const mebibyte = 2 ** 20;
const pieces = { most: 32 * mebibyte, share: 2 * mebibyte };
const copies = { most: 40 * mebibyte, share: 20 * mebibyte };

/**
 * Connections of this process, which the processes that read mailboxes hold: they take 90 MB, and 0.1 to 0.2 for each,
 * of at most 300 in all. Another worker reads the mailboxes that find no slot.
 */
const mostConnections = 800;
/** The number of companies that may fill their shares of files at once; the next waits. */
const sharesOfFiles = 16;

/** Connections beside one for each mailbox: checks, lists of folders, copies for Sent. */
const furtherConnections = 10;
const importsAtOnce = 2;

const rooms = new WeakMap<object, Room>();

function roomOfAll({ channelSettings }: Pick<Config, "channelSettings">): Room {
  const known = rooms.get(channelSettings);
  if (known) return known;
  const settings = settingsOf({ channelSettings }, mailSettings);
  const { MAIL_UNDER_WAY_MB: most, MAIL_MAX_MB: largest, MAIL_MAILBOXES: mailboxes } = settings;
  const filesOfCompany = 2 * largest * mebibyte;
  const room = {
    pieces: new BytesUnderWay(pieces.most, pieces.share),
    files: new BytesUnderWay(sharesOfFiles * filesOfCompany, filesOfCompany),
    memory: new BytesUnderWay(most * mebibyte, (most * mebibyte) / 2),
    copies: new BytesUnderWay(copies.most, copies.share),
    connections: new BytesUnderWay(mostConnections, mailboxes + furtherConnections),
    turns: new BytesUnderWay(importsAtOnce, 1),
  };
  rooms.set(channelSettings, room);
  return room;
}

export const memoryForMail = (config: Pick<Config, "channelSettings">): BytesUnderWay =>
  roomOfAll(config).memory;
export const roomForCopies = (config: Pick<Config, "channelSettings">): BytesUnderWay =>
  roomOfAll(config).copies;

export const slotsForConnections = (config: Pick<Config, "channelSettings">): BytesUnderWay =>
  roomOfAll(config).connections;

type Acquire = (bytes: number, signal: AbortSignal) => Promise<() => void>;

/** One company's part of the room. */
export type MailRoom = {
  pieces: Acquire;
  files: Acquire;
  memory: Acquire;
  /** Imports take a turn to store mails. */
  turns: Acquire;
  /** An unused path, in a folder that is cleared at the start. */
  newFile(): Promise<string>;
};

export function mailRoom(config: Pick<Config, "channelSettings" | "dataDir">, companyId: string): MailRoom {
  const room = roomOfAll(config);
  const of =
    (kind: keyof Room): Acquire =>
    (bytes, signal) =>
      room[kind].acquire(companyId, bytes, signal);
  return {
    ...{ pieces: of("pieces"), files: of("files"), memory: of("memory"), turns: of("turns") },
    newFile: () => incomingPath(config),
  };
}
