/**
 * Sends a ticket's queued messages in order. The message table is the queue; the job only wakes it. Each run claims
 * the first message with a lease and commits, calls the provider with no transaction open, and records the outcome.
 */
import { reasonOf } from "@parley/contract/reasons";
import { isType } from "@parley/contract/timeline";
import type { Context } from "../context.ts";
import { type Desk, inCompany } from "../database/scope.ts";
import { isUnavailable } from "../database/unavailable.ts";
import { publicLink } from "../files/public-link.ts";
import type { Tasks } from "../jobs/tasks.ts";
import type { Channel, Outgoing, OutgoingFile, SendOutcome } from "./adapters/adapter.ts";
import { type Claim, claimNext } from "./claim.ts";
import { findChannel, openChannel } from "./find.ts";
import type { ChannelRow } from "./modules/module.ts";
import { recordWithRetry } from "./record.ts";

/** Shorter than the lease, so that its holder records the outcome. */
const sendTimeout = 60_000;

/**
 * Sends `most` messages of the ticket, and answers how many it tried and whether more may wait. Stops at the first that must
 * wait, and between two when the signal aborts; a send under way is finished.
 */
export async function deliver(
  context: Context,
  { companyId, ticketId }: Pick<Tasks["deliver"], "companyId" | "ticketId">,
  signal: AbortSignal,
  { timeout = sendTimeout, most = Number.POSITIVE_INFINITY } = {},
): Promise<{ tried: number; more: boolean }> {
  const actor: Desk = { kind: "desk", companyId };
  let tried = 0;
  let more = true;
  while (more && tried < most && !signal.aborted) {
    const claim = await take(context, actor, ticketId);
    if (!claim) return { tried, more: false };
    const outcome = await send(context, claim, timeout);
    more = await recordWithRetry(context, actor, claim, outcome);
    tried += 1;
  }
  return { tried, more };
}

/** The database became unavailable before the provider was called. */
const notTried: SendOutcome = {
  outcome: "tryAgain",
  afterMs: null,
  reason: reasonOf("interrupted_before"),
};

/**
 * A claim whose commit was not answered may hold all the same. It is given back, by its lease: else it would hold up
 * the ticket until that runs out, and then look as if it had been sent.
 */
async function take(context: Context, actor: Desk, ticketId: string): Promise<Claim | null> {
  const taken: { claim?: Claim | null } = {};
  try {
    return await inCompany(context, actor, async (scope) => {
      taken.claim = await claimNext(scope, ticketId, ({ platform }, outcome) =>
        scope.afterCommit(() => context.figures.messages.inc({ platform, outcome })),
      );
      return taken.claim;
    });
  } catch (error) {
    if (taken.claim && isUnavailable(error)) await recordWithRetry(context, actor, taken.claim, notTried);
    throw error;
  }
}

async function send(context: Context, claim: Claim, timeout: number): Promise<SendOutcome> {
  const { ticket } = claim;
  let row: ChannelRow | null;
  try {
    row = await findChannel(context, ticket.channel_id);
  } catch (error) {
    if (isUnavailable(error)) return notTried;
    throw error;
  }
  if (!row) return { outcome: "refused", reason: reasonOf("channel_disconnected") };
  let channel: Channel;
  try {
    channel = openChannel(row, context.secrets);
  } catch (error) {
    context.log.error({ err: error, channel: row.id }, "A channel's credentials cannot be opened");
    return { outcome: "refused", reason: reasonOf("credentials_unreadable"), channelBroken: true };
  }
  const message = outgoingOf(context, claim);
  return context.adapters.of(ticket.platform).send(channel, message, AbortSignal.timeout(timeout));
}

type Outside = Pick<Context, "files" | "config" | "secrets" | "clock">;

/** A claimed message as an adapter takes it. */
function outgoingOf(context: Outside, claim: Claim): Outgoing {
  const { message, ticket, replyToExternalId } = claim;
  const { type } = message;
  if (!isType(type, "crossesChannel")) {
    throw new Error(`A ${type} is a line of the timeline and is never queued`);
  }
  return {
    messageId: message.id,
    to: ticket.client_external_id,
    type,
    content: message.content,
    caption: message.caption,
    file: fileOf(context, claim),
    replyToExternalId,
    template: message.template,
    ratingFor: message.purpose === "rating_question" ? { ticketId: ticket.id } : null,
  };
}

function fileOf(context: Outside, { file }: Claim): OutgoingFile | null {
  if (!file) return null;
  const { storage_key: key, size, media_type: mediaType } = file;
  if (!key || size === null) throw new Error("A file is kept before a message with it is queued");
  return {
    name: file.name,
    mediaType: mediaType ?? "application/octet-stream",
    size,
    width: file.width,
    height: file.height,
    duration: file.duration_ms,
    read: () => context.files.read(key),
    publicLink: (days) => publicLink(context, file, { days }),
  };
}
