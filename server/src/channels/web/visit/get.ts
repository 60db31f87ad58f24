import type { Visit } from "@parley/contract/visit";
import type { Scope } from "../../../floor/database/scope.ts";
import { accessTicket, type TicketRow } from "../../../support/ticket/access.ts";

/** The known facts of a conversation's visitor; null where the client is none. */
export async function getVisit(scope: Scope, id: string): Promise<Visit | null> {
  const ticket = await accessTicket(scope, id, "see");
  const visitor = await findVisitor(scope, ticket);
  if (!visitor) return null;
  const { email, country, alias, browser, about } = visitor;
  return {
    page: await findPage(scope, ticket),
    country,
    email,
    identified: [ticket.client_external_id, alias].some((one) => one?.startsWith("sub:")),
    ...(browser && { browser }),
    ...(about !== null && { about: about as NonNullable<Visit["about"]> }),
    mailed_on: await lastMailedOn(scope, ticket),
  };
}

/** An anonymous visitor who was merged has the visit of their present client. */
function findVisitor({ db, companyId }: Scope, ticket: TicketRow) {
  return db
    .selectFrom("client_identity as identity")
    .innerJoin("visitor", (join) =>
      join
        .onRef("visitor.company_id", "=", "identity.company_id")
        .onRef("visitor.channel_id", "=", "identity.channel_id")
        .on((eb) => eb("visitor.external_id", "=", eb.fn.coalesce("identity.alias", "identity.external_id"))),
    )
    .select(["visitor.email", "visitor.browser", "visitor.about", "identity.country", "identity.alias"])
    .where("identity.company_id", "=", companyId)
    .where("identity.channel_id", "=", ticket.channel_id)
    .where("identity.external_id", "=", ticket.client_external_id)
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
