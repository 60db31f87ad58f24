/** Shows the client that an agent has seen their messages, where the provider has such a mark. */
import type { Context } from "../../floor/context.ts";
import { inCompany } from "../../floor/database/scope.ts";
import type { Seen } from "../../support/tickets/seen.ts";
import { findChannel, openChannel } from "../accounts/find.ts";
import { isPaused, pauseSigns, showSign } from "./signs.ts";

const timeout = 10_000;
/** Milliseconds in which an account that refused, or did not answer, gets no read marks. */
const refusedFor = 60_000;

/**
 * Best effort, and nothing waits for it: a mark covers earlier messages, so the next one makes up for one left out. Of
 * an account that fails only the first failure in a minute is logged.
 */
export async function markReadAtProvider(context: Context, seen: Seen): Promise<void> {
  await showSign(context, "readMarks", seen.ticket.channel_id, () => mark(context, seen));
}

async function mark(context: Context, seen: Seen): Promise<void> {
  const { channel_id: id, platform } = seen.ticket;
  if (isPaused(context, id)) return;
  try {
    const { markRead } = context.adapters.of(platform);
    if (!markRead) return;
    const row = await findChannel(context, id);
    const messageId = row && (await newestUnmarked(context, seen));
    if (messageId) await markRead(openChannel(row, context.secrets), messageId, AbortSignal.timeout(timeout));
  } catch (error) {
    if (isPaused(context, id)) return;
    pauseSigns(context, id, refusedFor);
    context.log.warn({ err: error, channel: id }, "A read mark could not be sent");
  }
}

/** The provider's id of the newest message seen; null once another agent has seen it. */
async function newestUnmarked(context: Context, { ticket, seq, agentId }: Seen): Promise<string | null> {
  const actor = { kind: "desk", companyId: ticket.company_id } as const;
  const newest = await inCompany(context, actor, ({ db, companyId }) =>
    db
      .selectFrom("message")
      .select("external_id")
      .where("company_id", "=", companyId)
      .where("ticket_id", "=", ticket.id)
      .where("is_agent", "=", false)
      .where("external_id", "is not", null)
      .where("seq", "<=", seq)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("ticket_read")
              .select("agent_id")
              .where("company_id", "=", companyId)
              .where("ticket_id", "=", ticket.id)
              .where("agent_id", "!=", agentId)
              .whereRef("ticket_read.seq", ">=", "message.seq"),
          ),
        ),
      )
      .orderBy("seq", "desc")
      .limit(1)
      .executeTakeFirst(),
  );
  return newest?.external_id ?? null;
}
