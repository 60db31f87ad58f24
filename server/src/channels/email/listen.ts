/**
 * Reads a mailbox for as long as this process holds its lease. IDLE (RFC 2177) only says that something changed; the
 * folders are polled then, and every two minutes in any case.
 */
import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Reason } from "@parley/contract/reasons";
import type { Context } from "../../floor/context.ts";
import { type Desk, inCompany } from "../../floor/database/scope.ts";
import { onChannelChange } from "../accounts/changes.ts";
import { openChannel } from "../accounts/find.ts";
import { markBroken, markWorking } from "../accounts/health.ts";
import { acquireLease, LeaseLost, releaseLease, saveConduct, saveCursor } from "../accounts/lease.ts";
import type { Channel } from "../seam/adapter.ts";
import type { ChannelRow } from "../seam/module.ts";
import { openCredentials } from "./account/credentials.ts";
import { mailRoom } from "./account/mail-room.ts";
import { optionsOf } from "./account/options.ts";
import { mailBytes } from "./account/settings.ts";
import type { ImapClient } from "./imap/client.ts";
import { type Conduct, conductOf, noteFailed, noteRead, restLeft } from "./imap/conduct.ts";
import { beginCursor, mailboxCursor } from "./imap/cursor.ts";
import { explainImap, type ImapFailure } from "./imap/failure.ts";
import { closeImap, NoSlot } from "./imap/open.ts";
import { type Mailbox, type Pace, readMailbox } from "./imap/session.ts";
import { signIn } from "./imap/sign-in.ts";
import { keepNewerToken } from "./oauth/keep-token.ts";
import { receiveMail } from "./receive-mail.ts";
import { type ImportMemory, importSome } from "./run-import.ts";
import { NotStored, stored } from "./stored.ts";

export type Timing = Pace & {
  /** Milliseconds to wait after another process was found to hold the lease. */
  lease: number;
  firstPause: number;
  longestPause: number;
};

const usual: Timing = {
  pollEvery: 2 * 60_000,
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
  timing: Timing = usual,
): Promise<void> {
  const changes = watchAccount(context, channelId);
  const memory: ImportMemory = { list: null };
  let failures = 0;
  const worked = () => {
    failures = 0;
  };
  while (!signal.aborted) {
    changes.consume();
    try {
      const row = await acquireLease(context, channelId);
      const left = row ? restLeft(conductOf(row, context.clock()), context.clock()) : 0;
      if (!row) await rest(timing.lease, signal);
      else if (left > 0)
        await rest(Math.min(left, timing.pollEvery), AbortSignal.any([signal, changes.signal()]));
      else await listen(context, row, { signal, timing, changes, worked, memory });
    } catch (error) {
      if (signal.aborted) break;
      // An error of the connection may quote what was sent.
      const facts = error instanceof Unread ? { reason: error.reason } : { err: error };
      context.log.warn({ channel: channelId, ...facts }, "A mailbox cannot be read");
      const pause = Math.min(timing.longestPause, timing.firstPause * 2 ** Math.min(failures, 12));
      failures += 1;
      // Another process may have a slot for it.
      if (error instanceof Unread && error.cause instanceof NoSlot) await releaseLease(context, channelId);
      await rest(pause, AbortSignal.any([signal, changes.signal()]));
    }
  }
  changes.stop();
  await releaseLease(context, channelId);
}

type Listening = {
  signal: AbortSignal;
  timing: Timing;
  changes: Changes;
  worked: () => void;
  memory: ImportMemory;
};

async function listen(context: Context, row: ChannelRow, listening: Listening): Promise<void> {
  const { signal, timing, changes } = listening;
  const channel = openChannel(row, context.secrets);
  const credentials = openCredentials(channel.credentials);
  const { imap } = credentials;
  if (!imap) return rest(timing.pollEvery, AbortSignal.any([signal, changes.signal()]));
  const lease = holdLease(context, row, listening);
  const ended = AbortSignal.any([signal, lease.lost]);
  let client: ImapClient | undefined;
  try {
    const owner = { companyId: row.company_id, conduct: row.conduct };
    client = await signIn(context.config, { ...credentials, imap }, owner, ended);
    const current = await stored(keepNewerToken(context, row));
    const mailbox = mailboxOf(context, current, channel, client, listening);
    const { limit, room } = mailbox;
    const importing = { context, channel, client, limit, room, memory: listening.memory };
    const between = (ended: AbortSignal) => importSome({ ...importing, ended });
    await readMailbox({ ...mailbox, between, renew: lease.renew }, timing, ended);
  } catch (error) {
    if (error instanceof LeaseLost || (lease.lost.aborted && !signal.aborted)) return;
    if (signal.aborted || error instanceof NotStored) throw error;
    const failure = explainImap(error, imap.host);
    const known = conductOf(row, context.clock());
    const noted = { error, reason: failure.reason, now: context.clock() };
    await keepConduct(context, row, noteFailed(known, noted));
    await markFailure(context, row, failure);
    throw new Unread(failure.reason, error);
  } finally {
    lease.stop();
    if (client) await closeImap(client);
  }
}

function mailboxOf(
  context: Context,
  row: ChannelRow,
  channel: Channel,
  client: ImapClient,
  listening: Listening,
): Omit<Mailbox, "renew"> {
  const { changes, worked } = listening;
  return {
    client,
    ...optionsOf(row),
    cursor: mailboxCursor.safeParse(row.place).data ?? beginCursor(context.clock()),
    limit: mailBytes(context.config),
    room: mailRoom(context.config, row.company_id),
    now: context.clock,
    by: context.processId,
    receive: ({ raw, receivedOn, large }, cursor) =>
      stored(receiveMail(context, channel, { raw, receivedOn, cursor, large: large !== null })),
    async keep(cursor) {
      if (!(await stored(saveCursor(context, row.id, cursor)))) throw new LeaseLost("Another process reads");
    },
    changed: changes.signal,
    async polled() {
      worked();
      await keepConduct(context, row, noteRead(conductOf(row, context.clock())));
      if (!row.broken_on) return;
      await stored(inCompany(context, deskOf(row), (scope) => markWorking(scope, row.id)));
    },
  };
}

/** Keeps the lease, also while a long folder or a large mail is read. `lost`: another process reads from now on. */
function holdLease(context: Context, row: ChannelRow, { timing, changes }: Listening) {
  const lost = new AbortController();
  let renewed = performance.now();
  const ask = async () => {
    const current = await acquireLease(context, row.id);
    renewed = performance.now();
    if (!current) lost.abort();
    const same = current !== null && isSameAccount(context, current, row);
    // Between two polls the timer renews: the waiting loop must be notified.
    if (!same) changes.notice();
    return same;
  };
  const timer = setInterval(() => {
    if (performance.now() - renewed >= timing.renew / 2)
      ask().catch((error: unknown) =>
        context.log.warn({ err: error, channel: row.id }, "A mailbox lease could not be renewed"),
      );
  }, timing.renew);
  return {
    lost: lost.signal,
    /** Renews when it is due, or when an account was changed. */
    renew: async () => {
      if (!changes.consume() && performance.now() - renewed < timing.renew) return !lost.signal.aborted;
      return ask();
    },
    stop: () => clearInterval(timer),
  };
}

/** A newer refresh token ends no connection, since the next connection uses it. */
function isSameAccount({ secrets }: Context, one: ChannelRow, other: ChannelRow): boolean {
  const accountOf = ({ credentials, options }: ChannelRow) => {
    const { oauth, ...servers } = openCredentials(secrets.open(credentials));
    return { servers, provider: oauth?.provider, options };
  };
  return isDeepStrictEqual(accountOf(one), accountOf(other)) && one.webhook_secret_hash === null;
}

class Unread extends Error {
  override name = "Unread";
  readonly reason: Reason;

  constructor(reason: Reason, cause: unknown) {
    super(reason.code, { cause });
    this.reason = reason;
  }
}

/**
 * The cursor where it differs from the row's, which has it from then on. A process that lost the lease changes
 * nothing.
 */
async function keepConduct(
  context: Context,
  row: { id: string; conduct: unknown },
  conduct: Conduct | null,
): Promise<void> {
  if (isDeepStrictEqual(conduct, row.conduct)) return;
  await stored(saveConduct(context, row.id, conduct));
  row.conduct = conduct;
}

/** A fault that an administrator has to fix breaks the account; one that may pass is left to the checks. */
async function markFailure(context: Context, row: ChannelRow, failure: ImapFailure): Promise<void> {
  if (failure.outcome === "unreachable") return;
  const { reason, mend } = failure;
  await stored(inCompany(context, deskOf(row), (scope) => markBroken(scope, row.id, reason, { mend })));
}

const deskOf = ({ company_id: companyId }: ChannelRow): Desk => ({ kind: "desk", companyId });

type Changes = ReturnType<typeof watchAccount>;

/** Notices that the account was changed: by another process within two seconds. */
function watchAccount(context: Context, channelId: string) {
  let noticed = new AbortController();
  const notice = () => noticed.abort();
  const stop = onChannelChange(context, (changed = channelId) => {
    if (changed === channelId) notice();
  });
  return {
    notice,
    signal: () => noticed.signal,
    /** True if it was changed since the last call. */
    consume(): boolean {
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
