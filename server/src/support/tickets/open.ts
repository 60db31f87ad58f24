import { rightsOf, seesDepartment } from "@parley/contract/permissions";
import type { Ticket } from "@parley/contract/tickets";
import { agentIdOf, type ProgramActor } from "../../floor/actors/actor.ts";
import { isDuplicate } from "../../floor/database/duplicate.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import type { ChannelRow } from "../../floor/platforms/platforms.ts";
import { departmentsOf } from "../../people/agents/departments.ts";
import { appendNew } from "../messages/append.ts";
import { viewMessage } from "../messages/view.ts";
import { accessLocked, checkAbility, type TicketRow } from "../ticket/access.ts";
import { noSpam } from "../ticket/spam.ts";
import { viewSharedTicket, viewTicket } from "./view.ts";
import { awake } from "./wake.ts";

/**
 * Opens a ticket for a thread of a channel that has none open. It is empty, and published with the client's message. Of
 * two at once one violates the index `ticket_open` (23505) and starts its unit of work again.
 */
export async function openTicket(
  scope: Scope,
  from: {
    channel: Pick<ChannelRow, "id" | "platform">;
    departmentId: string;
    client: { id: string };
    /** The client's id on that channel. */
    externalId: string;
    thread: string;
    /**
     * The writer of the first message: an agent handles the ticket, a program's ticket waits for an agent. Without
     * it, the client wrote first.
     */
    startedBy?: ProgramActor;
    /** The end of the reply window of a client who has not written yet. */
    windowUntil?: Date | null;
  },
): Promise<TicketRow> {
  const ticket = await scope.db
    .insertInto("ticket")
    .values({
      company_id: scope.companyId,
      client_id: from.client.id,
      channel_id: from.channel.id,
      client_external_id: from.externalId,
      thread: from.thread,
      platform: from.channel.platform,
      department_id: from.departmentId,
      created_on: scope.now,
      updated_on: scope.now,
      ...(from.startedBy?.kind === "agent" && {
        handler_id: from.startedBy.id,
        accepted_by: from.startedBy.id,
        accepted_on: scope.now,
        begun_by: from.startedBy.id,
      }),
      // The client may have written in an earlier ticket.
      reply_window_until: (eb) =>
        eb.fn.coalesce(
          eb
            .selectFrom("ticket as before")
            .select(({ fn }) => fn.max("before.reply_window_until").as("until"))
            .where("before.company_id", "=", scope.companyId)
            .where("before.channel_id", "=", from.channel.id)
            .where("before.thread", "=", from.thread),
          eb.val(from.windowUntil ?? null),
        ),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const { client_id: client, department_id: department, channel_id: channel } = ticket;
  await record(scope, {
    kind: "ticket_create",
    subject: ticket.id,
    ...(!from.startedBy && { by: { kind: "client" as const, id: client } }),
    facts: { client, department, channel },
  });
  return ticket;
}

/**
 * Reopens a closed ticket; the caller holds its lock. It returns to its handler if they can still work on it, else it
 * becomes pending. Returns the ticket with the `reopen` line appended. A conversation has one open ticket at most: an
 * agent is refused with `another_open`, a client's message starts its unit of work again.
 */
export async function reopenTicket(
  scope: Scope,
  ticket: TicketRow,
  by: { clientName: string } | ProgramActor,
): Promise<TicketRow> {
  const actor = "clientName" in by ? null : by;
  const agent = actor && agentIdOf(actor);
  const handlerId = await presentHandler(scope, ticket);
  const open = await scope.db
    .updateTable("ticket")
    .set({
      closed_on: null,
      closed_by: null,
      closed_by_name: null,
      ...awake,
      ...noSpam,
      reopened_on: scope.now,
      // The client's profile shows how often they came back.
      reopened_count: ticket.reopened_count + ("clientName" in by ? 1 : 0),
      handler_id: handlerId,
      ...(handlerId === null && { accepted_on: null, accepted_by: null, waited_ms: null }),
    })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticket.id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw actor && isDuplicate(error, "ticket_open") ? conflict("conflict", "another_open") : error;
    });
  const { ticket: reopened, message } = await appendNew(scope, open, {
    type: "reopen",
    content: "clientName" in by ? by.clientName : by.name,
    is_agent: actor !== null,
    agent_id: agent,
  });
  const { client_id: client, department_id: department } = reopened;
  await record(scope, {
    kind: "ticket_reopen",
    subject: reopened.id,
    ...(!actor && { by: { kind: "client", id: client } }),
    facts: { client, agent, department, handler: handlerId },
    inHand: {
      ticket: await viewSharedTicket(scope, reopened.id),
      line: await viewMessage(scope, message, reopened),
    },
  });
  return reopened;
}

/** An agent who may close an open ticket may reopen it. An open ticket stays as it is. */
export async function reopenClosed(scope: Scope<ProgramActor>, id: string): Promise<Ticket> {
  const ticket = await accessLocked(scope, id);
  await checkAbility(scope, ticket, "spam");
  if (ticket.closed_on) await reopenTicket(scope, ticket, scope.actor);
  return viewTicket(scope, ticket.id);
}

/** A conversation has one open ticket at most: an agent may have written first to the client since this one was closed. */
export async function hasOpenBeside(
  { db, companyId }: Scope,
  { channel_id, thread }: Pick<TicketRow, "channel_id" | "thread">,
): Promise<boolean> {
  const open = await db
    .selectFrom("ticket")
    .select("id")
    .where("company_id", "=", companyId)
    .where("channel_id", "=", channel_id)
    .where("thread", "=", thread)
    .where("closed_on", "is", null)
    .executeTakeFirst();
  return open !== undefined;
}

/** A handler who is disabled or no longer sees the ticket could never answer it. */
export async function presentHandler(scope: Scope, ticket: TicketRow): Promise<string | null> {
  if (!ticket.handler_id) return null;
  const handler = await scope.db
    .selectFrom("agent")
    .select(["id", "role", departmentsOf.as("departmentids")])
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticket.handler_id)
    .where("disabled_on", "is", null)
    .executeTakeFirst();
  if (!handler) return null;
  return seesDepartment(rightsOf(handler), ticket.department_id) ? handler.id : null;
}
