/**
 * Reads a mailbox for as long as this process holds its lease. IDLE (RFC 2177) only says that something changed; the
 * folders are looked into then, and every two minutes in any case.
 */
import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Reason } from "@parley/contract/reasons";
import type { ImapFlow } from "imapflow";
import type { Context } from "../../context.ts";
import { type Desk, inCompany } from "../../database/scope.ts";
import type { Channel } from "../adapters/adapter.ts";
import { onChannelChange } from "../changes.ts";
import { openChannel } from "../find.ts";
import { markBroken, markWorking } from "../health.ts";
import { releaseLease, savePlace, takeLease } from "../lease.ts";
import type { ChannelRow } from "../modules/module.ts";
import { openCredentials } from "./account/credentials.ts";
import { optionsOf } from "./account/options.ts";
import { mailBytes } from "./account/settings.ts";
import { explainImap, type ImapFailure } from "./imap/failure.ts";
import { closeImap } from "./imap/open.ts";
import { beginPlace, mailboxPlace } from "./imap/place.ts";
import { type Mailbox, type Pace, readMailbox } from "./imap/session.ts";
import { signIn } from "./imap/sign-in.ts";
import { keepNewerToken } from "./oauth/keep-token.ts";
import { receiveMail } from "./receive-mail.ts";

export type Patience = Pace & {
  /** How long another process is left alone with the lease before it is asked for again. */
  lease: number;
  firstPause: number;
  longestPause: number;
};

const usual: Patience = {
  look: 2 * 60_000,
  renew: 40_000,
  lease: 5000,
  firstPause: 2000,
  longestPause: 5 * 60_000,
};

/** Listens until the signal aborts, which also cuts the connection. */
export async function listenToMailbox(
  context: Context,
  channelId: string,
  signal: AbortSignal,
  patience: Patience = usual,
): Promise<void> {
  const changes = watchAccounts(context);
  let failures = 0;
  const worked = () => {
    failures = 0;
  };
  while (!signal.aborted) {
    changes.take();
    try {
      const row = await takeLease(context, channelId);
      if (row) await listen(context, row, { signal, patience, changes, worked });
      else await rest(patience.lease, signal);
    } catch (error) {
      if (signal.aborted) break;
      // An error of the connection may quote what was sent.
      const facts = error instanceof Unread ? { reason: error.reason } : { err: error };
      context.log.warn({ channel: channelId, ...facts }, "A mailbox cannot be read");
      const pause = Math.min(patience.longestPause, patience.firstPause * 2 ** Math.min(failures, 12));
      failures += 1;
      await rest(pause, AbortSignal.any([signal, changes.signal()]));
    }
  }
  changes.stop();
  await releaseLease(context, channelId);
}

type Listening = { signal: AbortSignal; patience: Patience; changes: Changes; worked: () => void };

async function listen(context: Context, row: ChannelRow, listening: Listening): Promise<void> {
  const { signal, patience, changes } = listening;
  const channel = openChannel(row, context.secrets);
  const credentials = openCredentials(channel.credentials);
  const { imap } = credentials;
  if (!imap) return rest(patience.look, AbortSignal.any([signal, changes.signal()]));
  let client: ImapFlow | undefined;
  try {
    client = await signIn(context.config, { ...credentials, imap }, signal);
    const current = await stored(keepNewerToken(context, row));
    await readMailbox(mailboxOf(context, current, channel, client, listening), patience, signal);
  } catch (error) {
    if (signal.aborted || error instanceof NotStored) throw error;
    const failure = explainImap(error, imap.host);
    await markFailure(context, row, failure);
    throw new Unread(failure.reason);
  } finally {
    if (client) await closeImap(client);
  }
}

function mailboxOf(
  context: Context,
  row: ChannelRow,
  channel: Channel,
  client: ImapFlow,
  listening: Listening,
): Mailbox {
  const { changes, worked } = listening;
  return {
    client,
    ...optionsOf(row),
    place: mailboxPlace.safeParse(row.place).data ?? beginPlace(context.clock()),
    limit: mailBytes(context.config),
    now: context.clock,
    take: ({ raw, receivedOn, large }, place) =>
      stored(receiveMail(context, channel, { raw, receivedOn, place, large: large !== null })),
    keep: (place) => stored(savePlace(context, row.id, place)),
    renew: renewal(context, row, listening),
    changed: changes.signal,
    async looked() {
      worked();
      if (!row.broken_on) return;
      await stored(inCompany(context, deskOf(row), (scope) => markWorking(scope, row.id)));
    },
  };
}

/** Asks for the lease again when it is time, or when an account was changed. */
function renewal(context: Context, row: ChannelRow, { patience, changes }: Listening) {
  let renewed = performance.now();
  return async () => {
    if (!changes.take() && performance.now() - renewed < patience.renew) return true;
    const current = await takeLease(context, row.id);
    renewed = performance.now();
    return current !== null && isSameAccount(current, row);
  };
}

const isSameAccount = (one: ChannelRow, other: ChannelRow): boolean =>
  one.credentials.equals(other.credentials) &&
  isDeepStrictEqual(one.options, other.options) &&
  one.webhook_secret_hash === null;

class Unread extends Error {
  override name = "Unread";
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.code);
    this.reason = reason;
  }
}

/** The database or the file store could not be asked: the mailbox is well. */
class NotStored extends Error {
  override name = "NotStored";
}

async function stored<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    throw new NotStored("A mail could not be stored", { cause: error });
  }
}

/** What an administrator has to mend breaks the account; what may pass by itself is left to the checks. */
async function markFailure(context: Context, row: ChannelRow, failure: ImapFailure): Promise<void> {
  if (failure.outcome === "unreachable") return;
  const { reason, mend } = failure;
  await stored(inCompany(context, deskOf(row), (scope) => markBroken(scope, row.id, reason, { mend })));
}

const deskOf = ({ company_id: companyId }: ChannelRow): Desk => ({ kind: "desk", companyId });

type Changes = ReturnType<typeof watchAccounts>;

/** Notices that an account was changed in this process; other processes notice when they renew the lease. */
function watchAccounts(context: Context) {
  let noticed = new AbortController();
  const stop = onChannelChange(context, () => noticed.abort());
  return {
    signal: () => noticed.signal,
    /** Whether one was changed since the last call. */
    take(): boolean {
      if (!noticed.signal.aborted) return false;
      noticed = new AbortController();
      return true;
    },
    stop,
  };
}

async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
