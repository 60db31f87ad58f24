import { randomInt } from "node:crypto";
import type { Context } from "../../server/src/floor/context.ts";
import { type Desk, inCompany, type Scope } from "../../server/src/floor/database/scope.ts";
import {
  appendMessage,
  type MessageDraft,
  type MessageRow,
} from "../../server/src/support/messages/append.ts";
import { lockTicket, type TicketRow } from "../../server/src/support/ticket/access.ts";
import type { AgentName, DepartmentName, People } from "./people.ts";

export type TicketFacts = {
  department?: DepartmentName;
  client?: string;
  /** The client's Telegram id. */
  externalId?: string;
  /** The handler who accepted it. */
  handler?: AgentName;
  /** True if the handler wrote first. */
  begun?: boolean;
  /** The agent who closed it; the handler unless named. */
  closedBy?: AgentName;
  closed?: boolean;
  /** The client's rating of a closed ticket. */
  rating?: 1 | 2 | 3;
  /** Texts of the client. */
  messages?: string[];
};

export type MessageFacts = Partial<MessageDraft> & { agent?: { id: string } };

/** A ticket of the department's company, over its Telegram channel, with the client's first message by default. */
export function plantTicket(context: Context, people: People, facts: TicketFacts): Promise<TicketRow> {
  const department = people.departments[facts.department ?? "bookings"];
  const company = department.companyId === people.companies.harbour.id ? "harbour" : "northwind";
  const actor: Desk = { kind: "desk", companyId: department.companyId };
  return inCompany(context, actor, async (scope) => {
    const handler = facts.handler && people.agents[facts.handler].id;
    const closer = facts.closedBy ?? (facts.closed ? facts.handler : undefined);
    const ticket = await openTicket(scope, {
      channelId: people.channels[company].id,
      departmentId: department.id,
      client: facts.client,
      externalId: facts.externalId,
      handlerId: handler,
      begun: facts.begun,
    });
    let last = ticket;
    for (const content of facts.messages ?? ["Hello, is anybody there?"]) {
      last = (await append(scope, last, { type: "text", is_agent: false, content })).ticket;
    }
    if (!closer && !facts.closed) return last;
    return scope.db
      .updateTable("ticket")
      .set({
        ...(facts.rating && { rating: facts.rating, rated_on: scope.now }),
        closed_on: scope.now,
        closed_by: closer ? people.agents[closer].id : null,
        closed_by_name: closer ? people.agents[closer].actor.name : null,
      })
      .where("id", "=", ticket.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

export type Opening = {
  channelId: string;
  departmentId: string;
  /** The client's name. */
  client?: string | undefined;
  /** The client's Telegram id. */
  externalId?: string | undefined;
  handlerId?: string | undefined;
  /** True if the handler wrote first. */
  begun?: boolean | undefined;
};

/** A ticket without a message yet. */
export async function openTicket(scope: Scope, facts: Opening): Promise<TicketRow> {
  const client = await plantClient(scope, facts);
  const { handlerId: handler } = facts;
  return scope.db
    .insertInto("ticket")
    .values({
      company_id: scope.companyId,
      client_id: client.id,
      channel_id: facts.channelId,
      client_external_id: client.externalId,
      thread: client.externalId,
      platform: "telegram",
      department_id: facts.departmentId,
      created_on: scope.now,
      updated_on: scope.now,
      ...(handler && { handler_id: handler, accepted_by: handler, accepted_on: scope.now }),
      ...(handler && facts.begun && { begun_by: handler }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The next message of a ticket: the client's text by default. */
export function plantMessage(
  context: Context,
  { id, company_id: companyId }: { id: string; company_id: string },
  { agent, ...draft }: MessageFacts,
): Promise<MessageRow> {
  return inCompany(context, { kind: "desk", companyId }, async (scope) => {
    const ticket = await lockTicket(scope, id);
    if (!ticket) throw new Error(`There is no ticket ${id}`);
    const from = agent ? { is_agent: true, agent_id: agent.id } : { is_agent: false };
    return (await append(scope, ticket, { type: "text", content: "And one more thing", ...from, ...draft }))
      .message;
  });
}

async function append(scope: Scope, ticket: TicketRow, draft: MessageDraft) {
  const appended = await appendMessage(scope, ticket, draft);
  if (!appended) throw new Error("A message with this id is there already");
  return appended;
}

async function plantClient(scope: Scope, { channelId, ...facts }: Opening) {
  const externalId = facts.externalId ?? String(randomInt(100_000_000, 999_999_999));
  const known = await scope.db
    .selectFrom("client_identity")
    .select("client_id as id")
    .where("channel_id", "=", channelId)
    .where("external_id", "=", externalId)
    .executeTakeFirst();
  if (known) return { ...known, externalId };
  const client = await scope.db
    .insertInto("client")
    .values({ company_id: scope.companyId, name: facts.client ?? "Dimitar Petrov" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await scope.db
    .insertInto("client_identity")
    .values({
      company_id: scope.companyId,
      channel_id: channelId,
      external_id: externalId,
      client_id: client.id,
    })
    .execute();
  return { ...client, externalId };
}
