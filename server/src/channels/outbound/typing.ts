import type { Context } from "../../floor/context.ts";
import { inCompany } from "../../floor/database/scope.ts";
import type { TicketRow } from "../../support/ticket/access.ts";
import { findChannel, openChannel } from "../accounts/find.ts";
import type { Adapter } from "../seam/adapter.ts";
import { isPaused, pauseSigns, showSign } from "./signs.ts";

/** Milliseconds in which a provider that refused, or did not answer, gets no typing signs of the ticket. */
const refusedFor = 60_000;

/** The sign is renewed so many milliseconds before it fades. */
const ahead = 3000;

/**
 * Shows the client that an agent is typing, where the provider has such a sign. Best effort: at most every few seconds,
 * nothing waits for it, and a failure is only logged.
 */
export async function showTyping(context: Context, ticket: TicketRow, name = ""): Promise<void> {
  const { typing } = context.adapters.of(ticket.platform);
  if (typing) await showSign(context, "typing", ticket.channel_id, () => show(context, ticket, typing, name));
}

async function show(context: Context, ticket: TicketRow, typing: Typing, name: string): Promise<void> {
  if (!isDue(context, ticket.id, typing.lasts - ahead)) return;
  try {
    const row = await findChannel(context, ticket.channel_id);
    if (!row) return;
    const channel = openChannel(row, context.secrets);
    const last = typing.answersMessage ? await lastMessageId(context, ticket) : null;
    const by = { ticketId: ticket.id, name };
    await typing.show(channel, ticket.client_external_id, AbortSignal.timeout(typing.lasts), last, by);
  } catch (error) {
    pauseSigns(context, ticket.id, refusedFor);
    context.log.warn({ err: error, ticket: ticket.id }, "A typing sign could not be sent");
  }
}

type Typing = NonNullable<Adapter["typing"]>;

/** The provider's id of the client's last message. */
async function lastMessageId(context: Context, ticket: TicketRow): Promise<string | null> {
  const actor = { kind: "desk", companyId: ticket.company_id } as const;
  const last = await inCompany(context, actor, ({ db, companyId }) =>
    db
      .selectFrom("message")
      .select("external_id")
      .where("company_id", "=", companyId)
      .where("ticket_id", "=", ticket.id)
      .where("is_agent", "=", false)
      .where("external_id", "is not", null)
      .orderBy("seq", "desc")
      .limit(1)
      .executeTakeFirst(),
  );
  return last?.external_id ?? null;
}

function isDue(context: Context, ticketId: string, pause: number): boolean {
  if (isPaused(context, ticketId)) return false;
  pauseSigns(context, ticketId, pause);
  return true;
}
