/**
 * Edits or deletes a message that the client has. The provider is asked with no transaction open: the message says so
 * meanwhile, and changes once the provider has agreed. Asking again is harmless, so a lost answer is left to the agent.
 */
import type { ChannelDeclaration } from "@parley/contract/channel-declaration";
import type { Message } from "@parley/contract/messages";
import { reasonOf } from "@parley/contract/reasons";
import type { deleteMessage as deleteBody, editMessage as editBody } from "@parley/contract/sent-changes";
import type { z } from "zod";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { type AgentActor, acrossCompanies, inCompany, type Scope } from "../../floor/database/scope.ts";
import { conflict, forbidden, invalid } from "../../floor/errors/errors.ts";
import { accessMessage, accessOnThread } from "../../support/messages/access.ts";
import type { MessageRow } from "../../support/messages/append.ts";
import { applyChange, noteChange, type Wanted } from "../../support/messages/change-sent.ts";
import { checkLength } from "../../support/messages/send.ts";
import { viewMessage } from "../../support/messages/view.ts";
import { accessTicket, lockTicket, type TicketRow } from "../../support/ticket/access.ts";
import { openFor } from "../accounts/find.ts";
import type { ChangeOutcome } from "../seam/adapter.ts";

/** Milliseconds for the provider's answer, and after which a change without one is uncertain. */
const timeout = 20_000;
const lease = 60_000;

export const editSent = (
  context: Context,
  caller: Caller,
  { content, ...which }: z.output<typeof editBody>,
): Promise<Message> => change(context, caller, which, { kind: "edit", content });

export const deleteSent = (
  context: Context,
  caller: Caller,
  which: z.output<typeof deleteBody>,
): Promise<Message> => change(context, caller, which, { kind: "delete" });

type Which = z.output<typeof deleteBody>;
type Begun = { done: Message } | { done: null; ticket: TicketRow; message: MessageRow };

async function change(context: Context, caller: Caller, which: Which, wanted: Wanted): Promise<Message> {
  const begun = await inCompany(context, caller, (scope) => begin(context, scope, which, wanted));
  if (begun.done) return begun.done;
  const outcome = await ask(context, begun, wanted);
  const changed = await inCompany(context, { kind: "desk", companyId: caller.companyId }, (scope) =>
    finish(context, scope, { ...begun, by: caller.id }, wanted, outcome),
  );
  if (outcome.outcome === "refused" || outcome.outcome === "tryAgain")
    throw conflict("conflict", outcome.reason);
  return changed;
}

/** Applies it at once where no provider has the message; else notes that one is asked. */
async function begin(
  context: Context,
  scope: Scope<AgentActor>,
  { ticketid, messageid }: Which,
  wanted: Wanted,
): Promise<Begun> {
  const locked = await accessTicket(scope, ticketid, "reply");
  const { ticket, message } = await accessOnThread(scope, locked, messageid);
  const declared = scope.platforms.declarationOf(ticket.platform);
  if (message.type === "deleted" && wanted.kind === "delete")
    return { done: await viewMessage(scope, message, ticket) };
  check(scope, declared, message, wanted);
  if (wanted.kind === "edit" && textOf(message) === wanted.content && !message.change)
    return { done: await viewMessage(scope, message, ticket) };
  const waits = message.status === "queued" && !message.sending_until;
  if (declared.direct || waits) {
    const by = scope.actor.id;
    return {
      done: await viewMessage(
        scope,
        await applyChange(context, scope, { ticket, message, by }, wanted),
        ticket,
      ),
    };
  }
  if (message.status === "queued") throw conflict("conflict", "message_being_sent");
  if (!message.external_id) throw conflict("conflict", "message_not_at_client");
  const until = new Date(scope.now.getTime() + lease);
  await holdChange(scope, message, until);
  const noted = await noteChange(scope, ticket, message, { ...wanted, state: "sending", reason: null });
  return { done: null, ticket, message: noted };
}

const textOf = ({ file_id, content, caption }: MessageRow): string => (file_id ? (caption ?? "") : content);

function check(scope: Scope<AgentActor>, declared: ChannelDeclaration, message: MessageRow, wanted: Wanted) {
  if (message.type === "deleted") throw conflict("conflict", "message_deleted");
  if (!message.is_agent || !message.agent_id || message.purpose) throw forbidden("message_not_of_agent");
  if (wanted.kind === "edit" && message.agent_id !== scope.actor.id) throw forbidden("message_of_another");
  const within = wanted.kind === "edit" ? declared.ours.edits : declared.ours.deletes;
  if (within === null)
    throw invalid(wanted.kind === "edit" ? "channel_without_edits" : "channel_without_deletes");
  if (within !== "always" && message.created_on.getTime() + within <= scope.now.getTime())
    throw conflict("conflict", reasonOf("change_too_late", { hours: String(within / 3_600_000) }));
  if (wanted.kind === "delete") return;
  if (message.type === "location") throw invalid("message_without_text");
  if (message.file_id) return checkLength("caption", wanted.content, declared.caption);
  if (wanted.content === "") throw invalid("empty_field");
  checkLength("message", wanted.content, declared.text);
}

/** One change at a time. */
async function holdChange({ db, companyId, now }: Scope, { id }: MessageRow, until: Date): Promise<void> {
  const held = await db
    .insertInto("message_changing")
    .values({ company_id: companyId, message_id: id, until })
    .onConflict((on) =>
      on
        .columns(["company_id", "message_id"])
        .doUpdateSet({ until })
        .where("message_changing.until", "<=", now),
    )
    .returning("message_id")
    .executeTakeFirst();
  if (!held) throw conflict("conflict", "message_changing");
}

async function ask(
  context: Context,
  { ticket, message }: { ticket: TicketRow; message: MessageRow },
  wanted: Wanted,
): Promise<ChangeOutcome> {
  const opened = await openFor(context, ticket);
  if ("outcome" in opened) return opened;
  const adapter = context.adapters.of(ticket.platform);
  const at = { to: ticket.client_external_id, externalId: message.external_id ?? "" };
  const signal = AbortSignal.timeout(timeout);
  const asked =
    wanted.kind === "edit"
      ? adapter.edit?.(opened, { ...at, text: wanted.content, caption: message.file_id !== null }, signal)
      : adapter.remove?.(opened, at, signal);
  if (!asked)
    throw new Error(`Changes of messages are declared by ${ticket.platform}, whose adapter has none`);
  return asked;
}

/** Without an agreement the message stays as it is; one whose answer was lost says that the client may see the change. */
async function finish(
  context: Context,
  scope: Scope,
  { ticket: { id }, message: { id: messageId }, by }: { ticket: TicketRow; message: MessageRow; by: string },
  wanted: Wanted,
  outcome: ChangeOutcome,
): Promise<Message> {
  const ticket = await lockTicket(scope, id);
  if (!ticket) throw conflict("conflict", "message_deleted");
  const message = await accessMessage(scope, ticket, { id: messageId });
  await release(scope, messageId);
  if (outcome.outcome === "sent")
    return viewMessage(scope, await applyChange(context, scope, { ticket, message, by }, wanted), ticket);
  const { reason } = outcome;
  const left = outcome.outcome === "unknown" ? ({ ...wanted, state: "uncertain", reason } as const) : null;
  return viewMessage(scope, await noteChange(scope, ticket, message, left), ticket);
}

async function release({ db, companyId }: Scope, messageId: string): Promise<void> {
  await db
    .deleteFrom("message_changing")
    .where("company_id", "=", companyId)
    .where("message_id", "=", messageId)
    .execute();
}

const mostDue = 200;

/** Changes whose process ended before the provider's answer are uncertain. */
export async function sweepChanges(context: Context): Promise<void> {
  const now = context.clock();
  const due = await acrossCompanies(context, (db) =>
    db
      .selectFrom("message_changing")
      .innerJoin("message", (join) =>
        join
          .onRef("message.company_id", "=", "message_changing.company_id")
          .onRef("message.id", "=", "message_changing.message_id"),
      )
      .select([
        "message_changing.company_id as companyId",
        "message_id as messageId",
        "ticket_id as ticketId",
      ])
      .where("until", "<=", now)
      .orderBy("until")
      .limit(mostDue)
      .execute(),
  );
  for (const { companyId, messageId, ticketId } of due)
    await inCompany(context, { kind: "desk", companyId }, async (scope) => {
      const ticket = await lockTicket(scope, ticketId);
      if (!ticket) return;
      const message = await accessMessage(scope, ticket, { id: messageId });
      await release(scope, messageId);
      if (message.change?.state !== "sending") return;
      const reason = reasonOf("interrupted_while");
      await noteChange(scope, ticket, message, { ...message.change, state: "uncertain", reason });
    });
}
