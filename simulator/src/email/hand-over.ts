/** Delivers mail into the desk's mailboxes. */
import type { Network } from "../network.ts";
import type { ReleaseOrder } from "../phone.ts";
import type { StoredMail } from "./folder.ts";
import { accessFolder, type Mailbox } from "./mailbox.ts";
import { pushMail, pushQueue } from "./push.ts";
import { domainOf, mailWorldOf } from "./world.ts";

export type Arriving = {
  /** The sender of the envelope; the null sender is an empty address. */
  from: string;
  to: string;
  raw: Buffer;
  /** The receiving server's verdict about its sender (RFC 8601). */
  dmarc: "pass" | "fail" | "none";
  /** Called when the desk has received it. */
  received?: () => void;
};

/** Puts the mail into the inbox with the headers of the receiving server, unless the mailbox is held. */
export function handOver(network: Network, mailbox: Mailbox, arriving: Arriving): void {
  const { held } = mailWorldOf(network);
  const file = () => fileMail(network, mailbox, arriving);
  const waiting = held.get(mailbox.id);
  if (waiting) waiting.push(file);
  else file();
}

export function hold(network: Network, mailbox: Mailbox): void {
  const { held } = mailWorldOf(network);
  if (!held.has(mailbox.id)) held.set(mailbox.id, []);
}

export function release(network: Network, mailbox: Mailbox, order: ReleaseOrder): void {
  const { held } = mailWorldOf(network);
  const waiting = held.get(mailbox.id) ?? [];
  held.delete(mailbox.id);
  if (order === "reversed") waiting.reverse();
  if (order !== "lost") for (const file of waiting) file();
}

/** Adds the newest mail once more, under a new UID. */
export function repeatLast(mailbox: Mailbox, times: number): void {
  const inbox = accessFolder(mailbox, "INBOX");
  const last = inbox.mails.at(-1);
  if (!last) throw new Error("This mailbox has had no mail yet");
  for (let n = 0; n < times; n += 1) append(mailbox, last.raw, last.receivedOn);
}

/** Connecting counts only later mails. */
function append(mailbox: Mailbox, raw: Buffer, receivedOn?: Date): StoredMail {
  const mail = accessFolder(mailbox, "INBOX").append(raw, { receivedOn });
  if (mailbox.signedInOn) mailbox.awaited.add(mail);
  return mail;
}

/** Resolves when the desk has received all mails since it first signed in. */
export async function waitUntilFetched(network: Network, mailbox: Mailbox, timeoutMs = 5_000): Promise<void> {
  const { held } = mailWorldOf(network);
  const isDone = () => mailbox.awaited.size === 0 && (held.get(mailbox.id)?.length ?? 0) === 0;
  await network.live.when(isDone, timeoutMs, `the desk to receive ${mailbox.awaited.size} mails`);
  await pushQueue(network, mailbox).drained(timeoutMs);
}

function fileMail(network: Network, mailbox: Mailbox, { from, to, raw, dmarc, received }: Arriving): void {
  const server = `mx.${domainOf(mailbox.address)}`;
  const at = new Date(network.now()).toUTCString().replace("GMT", "+0000");
  const found = [`spf=${dmarc}`, `dkim=${dmarc}`, `dmarc=${dmarc} header.from=${domainOf(from) || "none"}`];
  const marks = [
    `Return-Path: <${from}>`,
    `Delivered-To: ${to}`,
    `Received: from mail.example by ${server}; ${at}`,
    `Authentication-Results: ${server}; ${found.join("; ")}`,
  ];
  const bytes = Buffer.concat([Buffer.from(`${marks.join("\r\n")}\r\n`), raw]);
  if (mailbox.push) {
    pushMail(network, mailbox, bytes, received);
    return;
  }
  const mail = append(mailbox, bytes);
  if (received) mailWorldOf(network).whenReceived.set(mail, received);
}
