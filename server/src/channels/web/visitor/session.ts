/** A visitor's session: the token of one browser, and the client it belongs to. */
import type { Context } from "../../../floor/context.ts";
import { acrossCompanies, type DeskActor, inCompany, type Scope } from "../../../floor/database/scope.ts";
import { forbidden, signedOut } from "../../../floor/errors/errors.ts";
import type { Presented } from "./channel.ts";

export type Session = {
  channelId: string;
  /** The web chat's public key. */
  key: string;
  externalId: string;
  clientId: string;
  name: string;
  email: string | null;
  lang: string | null;
  country: string | null;
};

/** The fields by which a visitor's conversations are found and shown. */
export type Whose = Pick<Session, "channelId" | "externalId" | "key">;

export type VisitorScope = Scope<DeskActor>;

/**
 * Runs one unit of work for a known visitor: 401 for an expired token, 403 for a blocked client. Every look-up of the
 * work is bound to the session's conversations.
 */
export function asVisitor<Answer>(
  context: Context,
  presented: Presented,
  work: (scope: VisitorScope, session: Session) => Promise<Answer>,
): Promise<Answer> {
  const { companyId } = presented.channel;
  return inCompany(context, { kind: "desk", companyId }, async (scope) => {
    const session = await findSession(scope, presented);
    if (!session) throw signedOut();
    return work(scope, session);
  });
}

/** True if the token has a visitor. A flood asks this endlessly, and planning `findSession` takes longer. */
export async function isKnown(
  { db }: Scope,
  { row, tokenHash }: Pick<Presented, "row" | "tokenHash">,
): Promise<boolean> {
  const found = await db
    .selectFrom("visitor_session")
    .select("channel_id")
    .where("channel_id", "=", row.id)
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return found !== undefined;
}

/** Null for an unknown token. Throws 403 for a blocked client. */
export async function findSession(
  { db, companyId }: Scope,
  { row, tokenHash }: Pick<Presented, "row" | "tokenHash">,
): Promise<Session | null> {
  const found = await db
    .selectFrom("visitor_session as session")
    .innerJoin("visitor", (join) =>
      join
        .onRef("visitor.company_id", "=", "session.company_id")
        .onRef("visitor.channel_id", "=", "session.channel_id")
        .onRef("visitor.external_id", "=", "session.external_id"),
    )
    .innerJoin("client_identity as identity", (join) =>
      join
        .onRef("identity.company_id", "=", "session.company_id")
        .onRef("identity.channel_id", "=", "session.channel_id")
        .onRef("identity.external_id", "=", "session.external_id"),
    )
    .innerJoin("client", (join) =>
      join
        .onRef("client.company_id", "=", "identity.company_id")
        .onRef("client.id", "=", "identity.client_id"),
    )
    .innerJoin("channel", (join) =>
      join
        .onRef("channel.company_id", "=", "session.company_id")
        .onRef("channel.id", "=", "session.channel_id"),
    )
    .select(["session.external_id as externalId", "client.id as clientId", "client.name"])
    .select(["client.blocked_on", "visitor.email", "identity.lang", "identity.country"])
    .where("session.company_id", "=", companyId)
    .where("session.channel_id", "=", row.id)
    .where("session.token_hash", "=", tokenHash)
    .where("channel.removed_on", "is", null)
    .executeTakeFirst();
  if (!found) return null;
  const { blocked_on, ...session } = found;
  if (blocked_on) throw forbidden("client_blocked");
  return { ...session, channelId: row.id, key: row.external_id };
}

/** True if the page vouches for the visitor's identity. */
export const isIdentified = ({ externalId }: Pick<Session, "externalId">) => externalId.startsWith("sub:");

export async function insertSession(
  { db, companyId, now }: Scope,
  { row, tokenHash }: Pick<Presented, "row" | "tokenHash">,
  externalId: string,
): Promise<void> {
  await db
    .insertInto("visitor_session")
    .values({
      ...{ company_id: companyId, channel_id: row.id, token_hash: tokenHash },
      ...{ external_id: externalId, created_on: now, used_on: now },
    })
    .execute();
}

export async function endToken(
  { db, companyId }: Scope,
  { row, tokenHash }: Pick<Presented, "row" | "tokenHash">,
): Promise<void> {
  await db
    .deleteFrom("visitor_session")
    .where("company_id", "=", companyId)
    .where("channel_id", "=", row.id)
    .where("token_hash", "=", tokenHash)
    .execute();
}

const day = 24 * 3_600_000;

/** Notes once a day that the browser still has its token. */
export async function touchSession(
  { db, companyId, now }: Scope,
  { row, tokenHash }: Pick<Presented, "row" | "tokenHash">,
): Promise<void> {
  await db
    .updateTable("visitor_session")
    .set({ used_on: now })
    .where("company_id", "=", companyId)
    .where("channel_id", "=", row.id)
    .where("token_hash", "=", tokenHash)
    .where("used_on", "<", new Date(now.getTime() - day))
    .execute();
}

/** Milliseconds after which an unused token expires. */
const unused = 365 * day;

export async function sweepTokens(context: Context): Promise<void> {
  const before = new Date(context.clock().getTime() - unused);
  await acrossCompanies(context, (db) =>
    db.deleteFrom("visitor_session").where("used_on", "<", before).execute(),
  );
}
