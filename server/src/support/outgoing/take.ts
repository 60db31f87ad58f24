/** A text whose writer has left becomes that of a colleague, who then changes, sends or drops it as their own. */
import type { Outgoing, takeOutgoing as takeBody } from "@parley/contract/outgoing";
import type { z } from "zod";
import type { StoredFile } from "../../files/receive.ts";
import { removeFileRow } from "../../files/remove-row.ts";
import { insertFile } from "../../files/rows.ts";
import type { Caller } from "../../floor/actors/caller.ts";
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import { type AgentActor, inCompany, lockName, type Scope } from "../../floor/database/scope.ts";
import { forbidden } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import type { TicketRow } from "../ticket/access.ts";
import { viewSharedTicket } from "../tickets/view.ts";
import { accessOutgoing } from "./access.ts";
import { lockFirst, publishFirst } from "./first.ts";
import { checkChannel } from "./leave.ts";
import { publishOutgoing } from "./publish.ts";
import { checkRoom, type OutgoingRow, updateOutgoing } from "./rows.ts";
import { settle } from "./settle.ts";
import { viewOutgoing } from "./view.ts";

declare module "../../floor/context.ts" {
  interface Context {
    /** Stores the HTML of a mail with the caller's signature below it, where that does not travel with the message. */
    withDocument<Answer>(
      context: Context,
      caller: Caller,
      mail: { html: string },
      departmentOf: (scope: Scope<AgentActor>) => Promise<string>,
      work: (document: StoredFile | null) => Promise<Answer>,
    ): Promise<Answer>;
  }
}

/** `ticket` is null for a mail that begins a conversation. */
type Found = { ticket: TicketRow | null; row: OutgoingRow };

/** A repeat answers what is the caller's own by now. A mail gets the caller's signature. */
export async function takeOutgoing(
  context: Context,
  caller: Caller,
  { messageid }: z.output<typeof takeBody>,
): Promise<Outgoing> {
  const { row } = await inCompany(context, caller, (scope) => accessLeft(scope, messageid));
  const work = (document: StoredFile | null) =>
    inCompany(context, caller, (scope) => takeOver(context, scope, messageid, document));
  if (!row.mail) return work(null);
  return context.withDocument(
    context,
    caller,
    row.mail,
    (scope) => departmentOf(context, scope, messageid),
    work,
  );
}

/** One whose writer has left, or one's own. Refuses with 403 agents who neither handle its ticket nor are administrators. */
async function accessLeft(scope: Scope<AgentActor>, id: string): Promise<Found> {
  const first = await lockFirst(scope, id);
  const { ticket, row } = first ? { ticket: null, row: first } : await accessOutgoing(scope, id);
  if (row.agent_id === scope.actor.id) return { ticket, row };
  const may = ticket?.handler_id === scope.actor.id || scope.actor.abilities.has("manageAgents");
  if (!may || !(await lockLeft(scope, row))) throw forbidden("outgoing_of_another");
  return { ticket, row };
}

async function departmentOf(context: Context, scope: Scope<AgentActor>, id: string): Promise<string> {
  const { ticket, row } = await accessLeft(scope, id);
  if (ticket) return ticket.department_id;
  if (!row.channel_id) throw new Error("A mail without a ticket names its account");
  await checkChannel(scope, { channel_id: row.channel_id });
  return context.departmentOfBegun(scope, row.channel_id);
}

async function takeOver(
  context: Context,
  scope: Scope<AgentActor>,
  id: string,
  document: StoredFile | null,
): Promise<Outgoing> {
  const { ticket, row } = await accessLeft(scope, id);
  if (row.agent_id === scope.actor.id) return viewOutgoing(scope, row);
  await lockName(scope, `first mails ${scope.actor.id}`);
  await checkRoom(scope, null);
  const { user_name: writer } = await viewOutgoing(scope, row);
  const own = await becomeOwn(context, scope, row, document);
  await settle(scope, row);
  if (!ticket) {
    await recordFirst(scope, "agent_outgoing_take", row);
    return publishFirst(scope, own, { toAdmins: true });
  }
  await record(scope, {
    kind: "ticket_outgoing_take",
    subject: ticket.id,
    facts: { client: ticket.client_id, writer: row.agent_id },
    inHand: { ticket: await viewSharedTicket(scope, ticket.id), writer },
  });
  return publishOutgoing(scope, ticket, own);
}

/** The uploads of a mail go with it, and its document with the writer's signature goes. */
async function becomeOwn(
  context: Context,
  scope: Scope<AgentActor>,
  row: OutgoingRow,
  document: StoredFile | null,
): Promise<OutgoingRow> {
  const agent_id = scope.actor.id;
  if (!row.mail) return updateOutgoing(scope, row, { agent_id });
  const file = document && (await insertFile(scope, { ticket_id: row.ticket_id }, document));
  const own = await updateOutgoing(scope, row, { agent_id, file_id: file?.id ?? null });
  if (row.file_id) await removeFileRow(context, scope, row.file_id);
  if (row.mail.fileids.length > 0)
    await scope.db
      .updateTable("mail_upload")
      .set({ agent_id })
      .where("company_id", "=", scope.companyId)
      .where("agent_id", "=", row.agent_id)
      .where("file_id", "in", row.mail.fileids)
      .execute();
  return own;
}

/** The writer has left, and the agent is an administrator. */
export const isLeftToAdmin = async (scope: Scope<AgentActor>, row: OutgoingRow): Promise<boolean> =>
  scope.actor.abilities.has("manageAgents") && (await lockLeft(scope, row)) !== null;

/** The writer, who has left and does not return before the commit; null for one who works here. */
async function lockLeft({ db, companyId }: Scope, { agent_id }: OutgoingRow) {
  const writer = await db
    .selectFrom("agent")
    .select(["first_name", "last_name"])
    .where("company_id", "=", companyId)
    .where("id", "=", agent_id)
    .where("disabled_on", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  return writer ?? null;
}

/** Writes to the audit log what an administrator did with the mail of an agent who has left: there is no ticket to say so. */
export async function recordFirst(
  scope: Scope,
  kind: "agent_outgoing_take" | "agent_outgoing_drop",
  row: OutgoingRow,
): Promise<void> {
  const writer = await lockLeft(scope, row);
  if (!writer) throw new Error("An administrator sees the mails of agents who have left");
  await record(scope, { kind, subject: row.agent_id, name: agentName(writer), facts: { message: row.id } });
}
