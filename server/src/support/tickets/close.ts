import type { CloseTicket, Ticket } from "@parley/contract/tickets";
import { agentIdOf, type ProgramActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import { companyName } from "../../people/company/name.ts";
import { appendNew } from "../messages/append.ts";
import { lastClientMessageOf } from "../messages/last-words.ts";
import { isFromMachine } from "../messages/mail-reply.ts";
import { recordMessage } from "../messages/publish.ts";
import { isWindowClosed, nudgeDelivery, queuedColumns, replyTo } from "../messages/send.ts";
import { viewMessage } from "../messages/view.ts";
import type { TicketRow } from "../ticket/access.ts";
import { accessLocked, checkAbility } from "../ticket/access.ts";
import { threadOfReply } from "../ticket/merged.ts";
import { ratingQuestion } from "./rating-question.ts";
import { viewTicket } from "./view.ts";
import { awake } from "./wake.ts";

/**
 * Closes a ticket in the agent's name and, unless silently, asks the client to rate it; a last message goes out before.
 * Closing it twice oneself changes nothing.
 */
export async function closeTicket(
  scope: Scope<ProgramActor>,
  { ticketid, silently, lastMessage }: CloseTicket,
): Promise<Ticket> {
  const ticket = await accessLocked(scope, ticketid);
  if (ticket.closed_on && ticket.closed_by === agentIdOf(scope.actor)) return viewTicket(scope, ticket.id);
  await checkAbility(scope, ticket, "close");
  if (lastMessage) await replyTo(scope, ticket, lastMessage);
  await closeLocked(scope, ticket, { silently });
  return viewTicket(scope, ticket.id);
}

/** The client reads the company's name where no person closed. */
const isTheDesks = ({ kind }: Scope["actor"]) => kind === "desk" || kind === "rule";

/** Closes a locked, open ticket, in the name of an agent or the desk. */
export async function closeLocked(
  scope: Scope,
  ticket: TicketRow,
  { silently = false }: Pick<CloseTicket, "silently"> = {},
): Promise<TicketRow> {
  const closed_by = agentIdOf(scope.actor);
  const closed_by_name = isTheDesks(scope.actor) ? await companyName(scope) : scope.actor.name;
  const closed = await scope.db
    .updateTable("ticket")
    .set({
      closed_on: scope.now,
      closed_by,
      closed_by_name,
      ...(silently && { closed_silently_on: scope.now }),
      ...awake,
    })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticket.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { ticket: lined, message } = await appendNew(scope, closed, {
    type: "close",
    content: closed_by_name,
    is_agent: true,
    agent_id: closed_by,
  });
  await record(scope, {
    kind: "ticket_close",
    subject: closed.id,
    facts: { client: closed.client_id, agent: closed_by },
    inHand: {
      ticket: {
        ticketid: closed.id,
        stage_version: closed.stage_version,
        closed_on: scope.now.toISOString(),
        closed_by_name,
        departmentid: closed.department_id,
      },
      line: { ...(await viewMessage(scope, message, lined)), ...lastClientMessageOf(lined) },
    },
  });
  const thread = await threadOfReply(scope, lined);
  if (!(await asksForRating(scope, thread))) return lined;
  const asked = await askForRating(scope, thread);
  return thread.id === lined.id ? asked : lined;
}

/** The client is not asked for a rating: the time is that of the closing in force, not of an earlier one. */
export const isClosedSilently = ({
  closed_on: closed,
  closed_silently_on: silent,
}: Pick<TicketRow, "closed_on" | "closed_silently_on">): boolean =>
  closed !== null && silent?.getTime() === closed.getTime();

/** A machine is not asked for a rating, nor is a client whose screen shows the stars by itself. */
async function asksForRating(scope: Scope, closed: TicketRow): Promise<boolean> {
  if (isClosedSilently(closed)) return false;
  const declaration = scope.platforms.find(closed.platform)?.declaration;
  const { rating = false, ratingCard = false, mail = false } = declaration ?? {};
  if (!rating || ratingCard || isWindowClosed(scope, closed)) return false;
  return !(mail && (await isFromMachine(scope, closed)));
}

async function askForRating(scope: Scope, closed: TicketRow): Promise<TicketRow> {
  const identity = await scope.db
    .selectFrom("client_identity")
    .select("lang")
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", closed.channel_id)
    .where("external_id", "=", closed.client_external_id)
    .executeTakeFirst();
  const { ticket, message } = await appendNew(scope, closed, {
    type: "text",
    content: ratingQuestion(identity?.lang ?? null),
    is_agent: true,
    purpose: "rating_question",
    ...queuedColumns(scope),
  });
  await nudgeDelivery(scope, ticket);
  await recordMessage(scope, ticket, message);
  return ticket;
}
