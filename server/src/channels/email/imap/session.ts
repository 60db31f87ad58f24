/** One connection to a mailbox: polls its folders, waits for an announcement, polls again. */
import { setTimeout as wait } from "node:timers/promises";
import type { MailRoom } from "../account/mail-room.ts";
import type { ImapClient } from "./client.ts";
import type { MailboxCursor } from "./cursor.ts";
import { waitForNudge } from "./idle.ts";
import { within } from "./open.ts";
import { type Afterwards, type NewMail, readFolder } from "./poll-folder.ts";

export type Mailbox = {
  client: ImapClient;
  cursor: MailboxCursor;
  /** The server announces new mails of the first folder. */
  folders: readonly string[];
  afterwards: Afterwards;
  /** The limit of a mail in bytes. */
  limit: number;
  room: MailRoom;
  by: string;
  retryAsked: string | null;
  now: () => Date;
  receive(mail: NewMail, cursor: MailboxCursor): Promise<void>;
  keep(cursor: MailboxCursor): Promise<void>;
  /** Renews the lease when it is due. False: another process has it, or the account was changed. */
  renew(): Promise<boolean>;
  /** Aborts when an account was changed, until the next renewal. */
  changed(): AbortSignal;
  /** Called after each poll that reached the end. */
  polled(): Promise<void>;
  /** Does other work on the connection, a little between two polls. True: there is more. */
  between?(ended: AbortSignal): Promise<boolean>;
};

/** Milliseconds of silence after which a connection is probed, and within which it has to answer. */
const silence = { most: 30_000, answer: 15_000 };

export type Pace = {
  /** Milliseconds between two polls without an announcement. */
  pollEvery: number;
  /** Milliseconds between two renewals of the lease, well below its time. */
  renew: number;
  silence?: typeof silence;
};

/** Milliseconds until a folder is polled again when mail was announced during the poll. */
const again = 250;
/** The number of polls in a row for announced mail that is not there, before they become rarer. */
const fewInVain = 3;
const longestRest = 30_000;

/** Resolves when the lease is lost, the account was changed or the signal aborts. Throws what ended the connection. */
export async function readMailbox(mailbox: Mailbox, pace: Pace, signal: AbortSignal): Promise<void> {
  const { client } = mailbox;
  const news = { announced: false, received: 0 };
  // Mail is announced also while other commands run, not only in IDLE.
  const announce = () => {
    news.announced = true;
  };
  client.on("exists", announce);
  try {
    const receive: Mailbox["receive"] = (mail, cursor) => {
      news.received += 1;
      return mailbox.receive(mail, cursor);
    };
    await read({ ...mailbox, receive }, pace, signal, news);
  } finally {
    client.off("exists", announce);
  }
}

async function read(
  mailbox: Mailbox,
  pace: Pace,
  signal: AbortSignal,
  news: { announced: boolean; received: number },
): Promise<void> {
  const { client, folders, now, keep, renew, polled, changed } = mailbox;
  let { cursor } = mailbox;
  const { most, answer } = pace.silence ?? silence;
  let idle = client.capabilities.has("IDLE");
  let inVain = 0;
  for (;;) {
    const before = { ...news };
    news.announced = false;
    // The first folder comes last and stays selected: its new mails are announced.
    for (const path of [...folders].reverse()) {
      cursor = await readFolder({ ...mailbox, cursor, ended: signal }, path);
      if (signal.aborted || !(await renew())) return;
    }
    cursor = { ...cursor, lookedOn: now().toISOString(), idle };
    await keep(cursor);
    await polled();
    const more = (await mailbox.between?.(signal)) ?? false;
    if (signal.aborted || !(await renew())) return;
    inVain = before.announced && before.received === news.received ? inVain + 1 : 0;
    if (more) continue;
    if (inVain > fewInVain) {
      await rest(
        Math.min(longestRest, again * 2 ** (inVain - fewInVain)),
        AbortSignal.any([signal, changed()]),
      );
      if (signal.aborted || !(await renew())) return;
    }
    const pause = news.announced ? again : pace.pollEvery;
    const next = performance.now() + pause;
    for (let left = pause; left > 0; left = next - performance.now()) {
      const until = AbortSignal.any([signal, changed()]);
      const { nudged, refused } = await waitForNudge(client, Math.min(left, pace.renew, most), until);
      if (refused) idle = false;
      if (signal.aborted || !(await renew())) return;
      // Mail may also be announced while the lease is renewed.
      if (nudged || news.announced || !client.usable) break;
      // Some connections end without notice.
      await within(client, answer, client.noop());
    }
  }
}

async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
