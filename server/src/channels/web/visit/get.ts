import type { Visit } from "@parley/contract/visit";
import { sql } from "kysely";
import type { Scope } from "../../../floor/database/scope.ts";
import { accessTicket, type TicketRow, visibleTo } from "../../../support/ticket/access.ts";
import { showMerged } from "../../../support/ticket/merged.ts";

type Conversation = Pick<TicketRow, "id" | "channel_id" | "thread">;

/**
 * The known facts of a ticket's client as a website's visitor: of the ticket where it is a conversation of theirs, else of their
 * newest one. Null where the client is no visitor.
 */
export async function getVisit(scope: Scope, id: string): Promise<Visit | null> {
  const ticket = await accessTicket(scope, id, "see");
  const visitor = await findVisitor(scope, ticket);
  if (!visitor) return null;
  const { email, country, external_id, alias, browser, about } = visitor;
  const own = visitor.channel_id === ticket.channel_id && external_id === ticket.client_external_id;
  const conversation = own ? ticket : await findConversation(scope, ticket, visitor.channel_id);
  return {
    page: conversation ? await findPage(scope, conversation) : null,
    country,
    email,
    identified: [external_id, alias].some((one) => one?.startsWith("sub:")),
    ...(browser && { browser }),
    ...(about !== null && { about: about as NonNullable<Visit["about"]> }),
    mailed_on: conversation ? await lastMailedOn(scope, conversation) : null,
  };
}

/** The ticket's own identity, else the client's newest one. An anonymous visitor who was merged has the visit of their present client. */
function findVisitor({ db, companyId }: Scope, ticket: TicketRow) {
  return db
    .selectFrom("client_identity as identity")
    .innerJoin("visitor", (join) =>
      join
        .onRef("visitor.company_id", "=", "identity.company_id")
        .onRef("visitor.channel_id", "=", "identity.channel_id")
        .on((eb) => eb("visitor.external_id", "=", eb.fn.coalesce("identity.alias", "identity.external_id"))),
    )
    .select(["identity.channel_id", "identity.external_id", "identity.alias", "identity.country"])
    .select(["visitor.email", "visitor.browser", "visitor.about"])
    .where("identity.company_id", "=", companyId)
    .where("identity.client_id", "=", ticket.client_id)
    .orderBy(
      ({ and, eb }) =>
        and([
          eb("identity.channel_id", "=", ticket.channel_id),
          eb("identity.external_id", "=", ticket.client_external_id),
        ]),
      "desc",
    )
    .orderBy("identity.created_on", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The client's newest conversation over a web chat, alone or merged, that the agent sees. */
async function findConversation(
  scope: Scope,
  { client_id }: TicketRow,
  channelId: string,
): Promise<Conversation | undefined> {
  const seen = scope.db
    .selectFrom("ticket")
    .select(sql<string>`unnest(ticket.id || ticket.merged_tickets)`.as("id"))
    .where("ticket.company_id", "=", scope.companyId)
    .where("ticket.client_id", "=", client_id)
    .where("ticket.merged_into", "is", null)
    .where(visibleTo(scope.actor));
  await showMerged(scope);
  return scope.db
    .selectFrom("ticket")
    .select(["id", "channel_id", "thread"])
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channelId)
    .where("id", "in", seen)
    .orderBy("created_on", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

async function findPage(
  { db, companyId }: Scope,
  { channel_id, thread }: Conversation,
): Promise<Visit["page"]> {
  const row = await db
    .selectFrom("visit")
    .select("page")
    .where("company_id", "=", companyId)
    .where("channel_id", "=", channel_id)
    .where("thread", "=", thread)
    .executeTakeFirst();
  return (row?.page as Visit["page"] | undefined) ?? null;
}

async function lastMailedOn({ db, companyId }: Scope, { id }: Conversation): Promise<string | null> {
  const { last } = await db
    .selectFrom("visitor_mail")
    .select(({ fn }) => fn.max<Date | null>("sent_on").as("last"))
    .where("company_id", "=", companyId)
    .where("ticket_id", "=", id)
    .executeTakeFirstOrThrow();
  return last?.toISOString() ?? null;
}
