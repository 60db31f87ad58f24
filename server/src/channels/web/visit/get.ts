import type { Visit } from "@parley/contract/visit";
import type { Scope } from "../../../database/scope.ts";
import { accessTicket, type TicketRow } from "../../../ticket/access.ts";

/** What is known of the visitor of a conversation; null where the client is none. */
export async function getVisit(scope: Scope, id: string): Promise<Visit | null> {
  const ticket = await accessTicket(scope, id, "see");
  const visitor = await findVisitor(scope, ticket);
  if (!visitor) return null;
  const { email, country, alias } = visitor;
  return {
    page: await findPage(scope, ticket),
    country,
    email,
    identified: [ticket.client_external_id, alias].some((one) => one?.startsWith("sub:")),
    mailed_on: await lastMailedOn(scope, ticket),
  };
}

function findVisitor({ db, companyId }: Scope, ticket: TicketRow) {
  return db
    .selectFrom("visitor")
    .innerJoin("client_identity", (join) =>
      join
        .onRef("client_identity.company_id", "=", "visitor.company_id")
        .onRef("client_identity.channel_id", "=", "visitor.channel_id")
        .onRef("client_identity.external_id", "=", "visitor.external_id"),
    )
    .select(["visitor.email", "client_identity.country", "client_identity.alias"])
    .where("visitor.company_id", "=", companyId)
    .where("visitor.channel_id", "=", ticket.channel_id)
    .where("visitor.external_id", "=", ticket.client_external_id)
    .executeTakeFirst();
}

async function findPage({ db, companyId }: Scope, { channel_id, thread }: TicketRow): Promise<Visit["page"]> {
  const row = await db
    .selectFrom("visit")
    .select("page")
    .where("company_id", "=", companyId)
    .where("channel_id", "=", channel_id)
    .where("thread", "=", thread)
    .executeTakeFirst();
  return (row?.page as Visit["page"] | undefined) ?? null;
}

async function lastMailedOn({ db, companyId }: Scope, { id }: TicketRow): Promise<string | null> {
  const { last } = await db
    .selectFrom("visitor_mail")
    .select(({ fn }) => fn.max<Date | null>("sent_on").as("last"))
    .where("company_id", "=", companyId)
    .where("ticket_id", "=", id)
    .executeTakeFirstOrThrow();
  return last?.toISOString() ?? null;
}
