import type { Variant } from "../../../files/links.ts";
import type { FileRow } from "../../../files/view.ts";
import type { Context } from "../../../floor/context.ts";
import { inCompany } from "../../../floor/database/scope.ts";
import { notFound } from "../../../floor/errors/errors.ts";
import { findStored } from "../../../support/downloads/access.ts";
import { showMerged } from "../../../support/ticket/merged.ts";
import type { ChannelRow } from "../../seam/module.ts";
import { isVisitorLinkGood } from "./links.ts";

type Link = { fileId: string; variant: Variant; expires: number; signature: string };

/**
 * A stored file of a conversation, by an address that was made for its visitor; else 404. A blocked client gets none.
 */
export function accessVisitorFile(
  context: Context,
  { company_id: companyId, id: channelId }: ChannelRow,
  link: Link,
): Promise<{ file: FileRow; key: string }> {
  return inCompany(context, { kind: "desk", companyId }, async (scope) => {
    await showMerged(scope);
    const ticket = await scope.db
      .selectFrom("file")
      .innerJoin("ticket", (join) =>
        join.onRef("ticket.company_id", "=", "file.company_id").onRef("ticket.id", "=", "file.ticket_id"),
      )
      .innerJoin("client", (join) =>
        join.onRef("client.company_id", "=", "ticket.company_id").onRef("client.id", "=", "ticket.client_id"),
      )
      .select("ticket.client_external_id as externalId")
      .where("file.company_id", "=", companyId)
      .where("file.id", "=", link.fileId)
      .where("ticket.channel_id", "=", channelId)
      .where("client.blocked_on", "is", null)
      .executeTakeFirst();
    const { fileId, variant } = link;
    if (
      !ticket ||
      !isVisitorLinkGood(scope, { channelId, externalId: ticket.externalId, fileId, variant }, link)
    )
      throw notFound();
    return findStored(scope, link);
  });
}
