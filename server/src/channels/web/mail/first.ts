/** Writing first to a visitor: they are away, so it needs an address that accepts mails. */
import type { Scope } from "../../../floor/database/scope.ts";
import type { ChannelModule, ChannelRow } from "../../seam/module.ts";
import { threadFor } from "../visitor/thread.ts";

type Planned = ReturnType<NonNullable<ChannelModule["threadWithKnown"]>>;

/** The thread of an anonymous visitor who was merged is that of their present client. */
export async function threadWithVisitor(scope: Scope, row: ChannelRow, known: string): Planned {
  const visitor = await scope.db
    .selectFrom("client_identity as identity")
    .innerJoin("visitor", (join) =>
      join
        .onRef("visitor.company_id", "=", "identity.company_id")
        .onRef("visitor.channel_id", "=", "identity.channel_id")
        .on((eb) => eb("visitor.external_id", "=", eb.fn.coalesce("identity.alias", "identity.external_id"))),
    )
    .select(["visitor.external_id", "visitor.email", "visitor.mails_off_on"])
    .where("identity.company_id", "=", scope.companyId)
    .where("identity.channel_id", "=", row.id)
    .where("identity.external_id", "=", known)
    .executeTakeFirst();
  if (!visitor?.email || visitor.mails_off_on) return { why: "visitor_without_mail" };
  const whose = { channelId: row.id, externalId: visitor.external_id, key: row.external_id };
  const { thread } = await threadFor(scope, whose, null);
  return { externalId: visitor.external_id, thread };
}
