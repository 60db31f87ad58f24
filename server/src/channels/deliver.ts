/**
 * Sends a ticket's waiting messages in order. The message table is the queue and the job a nudge: whoever looks claims
 * the first message with a lease and commits, talks to the provider with no transaction open, and records the outcome.
 */
import type { Context } from "../context.ts";
import { type DeskActor, inCompany } from "../database/scope.ts";
import type { Tasks } from "../jobs/tasks.ts";
import type { Channel, SendOutcome } from "./channel.ts";
import { type Claim, claimNext } from "./claim.ts";
import { findChannel, openChannel } from "./find.ts";
import { outgoingOf } from "./outgoing.ts";
import { recordSurely } from "./record.ts";

/** Shorter than the lease, so that an outcome is recorded by who holds it. */
const sendTimeout = 60_000;

/** Stops at the first message that must wait, and between two when the signal says so: a send under way is finished. */
export async function deliver(
  context: Context,
  { companyId, ticketId }: Tasks["deliver"],
  signal: AbortSignal,
  { timeout = sendTimeout } = {},
): Promise<void> {
  const actor: DeskActor = { kind: "desk", companyId };
  while (!signal.aborted) {
    const claim = await inCompany(context, actor, (scope) => claimNext(scope, ticketId));
    if (!claim) return;
    const outcome = await send(context, claim, timeout);
    await recordSurely(context, actor, claim, outcome);
  }
}

async function send(context: Context, claim: Claim, timeout: number): Promise<SendOutcome> {
  const { ticket } = claim;
  const row = await findChannel(context, ticket.channel_id);
  if (!row) return { outcome: "refused", reason: "This channel is no longer connected." };
  let channel: Channel;
  try {
    channel = openChannel(row, context.secrets);
  } catch (error) {
    context.log.error({ err: error, channel: row.id }, "A channel's credentials cannot be opened");
    const reason =
      "The channel's credentials cannot be read any more. An administrator has to connect it again.";
    return { outcome: "refused", reason, channelBroken: true };
  }
  const message = outgoingOf(context, claim);
  return context.adapters.of(ticket.platform).send(channel, message, AbortSignal.timeout(timeout));
}
