import type { Mailbox } from "@parley/contract/mailboxes";
import { sql } from "kysely";
import type { Caller } from "../../../actors/caller.ts";
import type { Context } from "../../../context.ts";
import { inCompany, type Scope } from "../../../database/scope.ts";
import type { ChannelRow } from "../../modules/module.ts";
import { webhookOf } from "../../webhook-address.ts";
import { type MailServer, openCredentials } from "../account/credentials.ts";
import { optionsOf } from "../account/options.ts";
import { domainOf, readDomain } from "../health/dns.ts";
import { type MailboxPlace, mailboxPlace } from "../imap/place.ts";
import { asideIn } from "../imap/troubled.ts";
import type { OauthProvider } from "../oauth/providers.ts";
import { accessMailbox } from "./find.ts";

const day = 24 * 60 * 60_000;
const mostCounted = 1000;

export async function getMailbox(context: Context, caller: Caller, id: string): Promise<Mailbox> {
  const { row, failed } = await inCompany(context, caller, async (scope) => ({
    row: await accessMailbox(scope, id),
    failed: await countFailed(scope, id),
  }));
  const { config, secrets } = context;
  const { folders, afterwards, dkimSelector } = optionsOf(row);
  const { imap, smtp, oauth } = openCredentials(secrets.open(row.credentials));
  const place = mailboxPlace.safeParse(row.place).data;
  const {
    domain: name,
    spf,
    dkim,
    dmarc,
  } = await readDomain(config, domainOf(row.external_id), dkimSelector);
  return {
    channelid: row.id,
    address: row.username ?? row.external_id,
    imap: imap && viewServer(imap),
    smtp: viewServer(smtp),
    sign_in: (oauth?.provider as OauthProvider | undefined) ?? "password",
    webhook_address: imap ? null : webhookOf(config.publicUrl, row),
    folders,
    afterwards,
    dkim_selector: dkimSelector,
    looked_on: place?.lookedOn ?? null,
    idle: place?.idle ?? null,
    unread: unreadIn(place),
    failed,
    domain: { name, spf, dkim, dmarc },
  };
}

const unreadIn = (place: MailboxPlace | undefined): Mailbox["unread"] =>
  Object.entries(place?.folders ?? {}).flatMap(([folder, known]) =>
    asideIn(known).map(({ uid, tries, at, retryOn }) => ({ folder, uid, tries, at, retry_on: retryOn })),
  );

/** Passwords never leave the server. */
const viewServer = ({ host, port, secure, user }: MailServer) => ({ host, port, secure, user });

async function countFailed(scope: Scope, id: ChannelRow["id"]): Promise<number> {
  const since = new Date(scope.now.getTime() - day);
  const { rows } = await sql<{ failed: number }>`
    select count(*)::integer as failed from (
      select 1 from message where company_id = ${scope.companyId} and channel_id = ${id}
        and status = 'failed' and created_on >= ${since} limit ${mostCounted}) as failures`.execute(scope.db);
  return rows[0]?.failed ?? 0;
}
