import type { Mailbox } from "@parley/contract/mailboxes";
import { sql } from "kysely";
import type { Caller } from "../../../floor/actors/caller.ts";
import type { Context } from "../../../floor/context.ts";
import { inCompany, type Scope } from "../../../floor/database/scope.ts";
import { webhookOf } from "../../accounts/webhook-address.ts";
import type { ChannelRow } from "../../seam/module.ts";
import { type MailServer, openCredentials } from "../account/credentials.ts";
import { optionsOf } from "../account/options.ts";
import { domainOf, readDomain } from "../health/dns.ts";
import { type MailboxCursor, mailboxCursor } from "../imap/cursor.ts";
import { mailsSetAside } from "../imap/troubled.ts";
import type { OauthProvider } from "../oauth/providers.ts";
import { accessMailbox } from "./find.ts";
import { viewImport } from "./view-import.ts";

const mostCounted = 1000;

export async function getMailbox(context: Context, caller: Caller, id: string): Promise<Mailbox> {
  const { row, bounced, tests, imported } = await inCompany(context, caller, async (scope) => ({
    row: await accessMailbox(scope, id),
    bounced: await countBounced(scope, id),
    tests: await findTests(scope, id),
    imported: await viewImport(scope, id),
  }));
  const { config, secrets } = context;
  const { folders, afterwards, dkimSelector, dkimFound, authservId, ...chosen } = optionsOf(row);
  const { imap, smtp, oauth, ...given } = openCredentials(secrets.open(row.credentials));
  const cursor = mailboxCursor.safeParse(row.place).data;
  const {
    domain: name,
    spf,
    dkim,
    dmarc,
  } = await readDomain(config, domainOf(row.external_id), dkimFound ?? dkimSelector);
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
    dkim_found: dkimFound,
    authserv_id: authservId,
    addresses: {
      reply: { used: chosen.plus ?? given.plus ?? false, tested: tests.get("reply") ?? null },
      bounce: {
        used: chosen.bounceAddress ?? given.bounceAddress ?? false,
        tested: tests.get("bounce") ?? null,
      },
    },
    looked_on: cursor?.lookedOn ?? null,
    idle: cursor?.idle ?? null,
    unread: unreadIn(cursor),
    import: imported,
    bounced,
    domain: { name, spf, dkim, dmarc },
  };
}

const unreadIn = (cursor: MailboxCursor | undefined): Mailbox["unread"] =>
  Object.entries(cursor?.folders ?? {}).flatMap(([folder, known]) =>
    mailsSetAside(known).map(({ uid, tries, at, retryOn }) => ({
      folder,
      uid,
      tries,
      at,
      retry_on: retryOn,
    })),
  );

/** Passwords never leave the server. */
const viewServer = ({ host, port, secure, user }: MailServer) => ({ host, port, secure, user });

async function countBounced(scope: Scope, id: ChannelRow["id"]): Promise<number> {
  const { rows } = await sql<{ bounced: number }>`
    select count(*)::integer as bounced from (
      select 1 from message_mail mail
        join message on message.company_id = mail.company_id and message.id = mail.message_id
        join company on company.company_id = mail.company_id
      where mail.company_id = ${scope.companyId} and message.channel_id = ${id}
        and mail.bounced_on >= date_trunc('day', ${scope.now}::timestamptz, company.time_zone)
      limit ${mostCounted}) as bounces`.execute(scope.db);
  return rows[0]?.bounced ?? 0;
}

type Tested = Mailbox["addresses"]["reply"]["tested"];

/** The last mail to each kind of address. */
async function findTests(scope: Scope, id: ChannelRow["id"]): Promise<Map<string, Tested>> {
  const rows = await scope.db
    .selectFrom("mail_probe")
    .select(["kind", "returned_on", "failed_on"])
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", id)
    .orderBy("sent_on")
    .limit(10)
    .execute();
  return new Map(
    rows.map(({ kind, returned_on, failed_on }) => [
      kind,
      returned_on ? "returned" : failed_on ? "failed" : "waiting",
    ]),
  );
}
