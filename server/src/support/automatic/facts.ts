import type { Occasion } from "@parley/contract/automatic-text";
import { typesThat } from "@parley/contract/timeline";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { isAgentOnline } from "../../people/agents/online.ts";
import { readHoursOf } from "../hours/rows.ts";
import type { TicketRow } from "../ticket/access.ts";
import { membersOf } from "../ticket/merged.ts";
import { isSpam } from "../ticket/spam.ts";
import { isClosedSilently } from "../tickets/close.ts";
import type { Facts, Rule } from "./decide.ts";
import type { AutomaticRow } from "./rows.ts";

/** Adds the names that the text uses to the facts that decide. */
export type Conversation = Facts & {
  lang: string | null;
  clientName: string;
  companyName: string;
  departmentName: string;
};

type Row = {
  lang: string | null;
  client_unreachable: boolean;
  client_blocked: boolean;
  client_name: string;
  disconnected: boolean;
  company_name: string;
  department_name: string;
  begun_by_client: boolean | null;
  agent_wrote_on: Date | null;
  automatic_mail: boolean;
  sender_unverified: boolean;
  sent_to_sender: number;
};

/** Milliseconds in which automatic messages to one sender are counted. */
const day = 24 * 3_600_000;

/** `whole`: the ticket, of which the thread may be that of one that was merged into it. */
export async function readConversation(
  scope: Scope,
  ticket: TicketRow,
  whole: TicketRow = ticket,
): Promise<Conversation> {
  const { companyId } = scope;
  const members = membersOf(whole);
  const { rows } =
    await sql<Row>`select identity.lang, identity.unreachable_on is not null as client_unreachable,
      client.blocked_on is not null as client_blocked, client.name as client_name,
      channel.removed_on is not null as disconnected, company.name as company_name, department.name as department_name,
      (select not m.is_agent from message m where m.company_id = ${companyId} and m.ticket_id = ${whole.id}
        order by m.seq limit 1) as begun_by_client,
      (select max(m.created_on) from message m where m.company_id = ${companyId} and m.ticket_id = any(${members}::uuid[])
        and m.agent_id is not null and m.type = any(${typesThat("crossesChannel")})) as agent_wrote_on,
      exists (select from message m join message_mail mail on mail.company_id = m.company_id and mail.message_id = m.id
        where m.company_id = ${companyId} and m.ticket_id = ${ticket.id} and not m.is_agent
          and m.created_on = ${ticket.client_wrote_on} and mail.marks ?| array['automatic', 'list', 'bounce'])
        as automatic_mail,
      exists (select from message m join message_mail mail on mail.company_id = m.company_id and mail.message_id = m.id
        where m.company_id = ${companyId} and m.ticket_id = ${ticket.id} and not m.is_agent
          and m.created_on = ${ticket.client_wrote_on} and mail.marks ? 'unverified') as sender_unverified,
      ${sentToSender(scope, ticket)} as sent_to_sender
    from channel
    join company on company.company_id = channel.company_id
    join department on department.company_id = channel.company_id and department.id = ${ticket.department_id}
    join client on client.company_id = channel.company_id and client.id = ${ticket.client_id}
    left join client_identity identity on identity.company_id = channel.company_id
      and identity.channel_id = channel.id and identity.external_id = ${ticket.client_external_id}
    where channel.company_id = ${companyId} and channel.id = ${ticket.channel_id}`.execute(scope.db);
  const [row] = rows;
  if (!row) throw new Error("A ticket's channel, client or department is not there");
  return {
    channelId: ticket.channel_id,
    departmentId: ticket.department_id,
    createdOn: whole.created_on,
    reopenedOn: ticket.reopened_on,
    closedOn: ticket.closed_on,
    closedSilently: isClosedSilently(ticket) || isSpam(ticket),
    accepted: ticket.handler_id !== null,
    // An agent began a ticket that was split off, with copies.
    begunByClient: whole.begun_by === null && (row.begun_by_client ?? false),
    clientWroteOn: whole.client_wrote_on,
    agentWroteOn: row.agent_wrote_on,
    automaticMail: row.automatic_mail,
    senderUnverified: row.sender_unverified,
    sentToSender: row.sent_to_sender,
    clientBlocked: row.client_blocked,
    clientUnreachable: row.client_unreachable,
    disconnected: row.disconnected,
    handlerOnline: ticket.handler_id !== null && (await isAgentOnline(scope, ticket.handler_id)),
    hours: await readHoursOf(scope, ticket.department_id),
    lang: row.lang,
    clientName: row.client_name,
    companyName: row.company_name,
    departmentName: row.department_name,
  };
}

/** On other platforms a client has one conversation at a time. */
const sentToSender = ({ companyId, now, platforms }: Scope, ticket: TicketRow) =>
  platforms.declarationOf(ticket.platform).mail
    ? sql`(select case when bool_or(other.id <> ${ticket.id}) then count(*)::integer else 0 end
        from ticket other
        join automatic_outcome outcome on outcome.company_id = other.company_id and outcome.ticket_id = other.id
          and outcome.outcome = 'sent' and outcome.time > ${new Date(now.getTime() - day)}
        where other.company_id = ${companyId} and other.channel_id = ${ticket.channel_id}
          and other.client_external_id = ${ticket.client_external_id}
          and (other.id = ${ticket.id} or other.created_on > ${new Date(now.getTime() - 2 * day)}))`
    : sql`0`;

export const ruleOf = (row: AutomaticRow): Rule => ({
  occasion: row.occasion as Occasion,
  enabledOn: row.enabled_on,
  delayMinutes: row.delay_minutes,
  closes: row.closes,
  channelIds: row.channel_ids,
  departmentIds: row.department_ids,
});
