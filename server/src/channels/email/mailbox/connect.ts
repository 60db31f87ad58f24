import { createHash } from "node:crypto";
import { reasonOf } from "@parley/contract/reasons";
import type { Caller } from "../../../floor/actors/caller.ts";
import type { Context } from "../../../floor/context.ts";
import { checkRights, type Desk, inCompany, type Scope } from "../../../floor/database/scope.ts";
import { conflict } from "../../../floor/errors/errors.ts";
import { record } from "../../../floor/ledger/record.ts";
import { idOfAccount, writeAccount } from "../../accounts/account.ts";
import { channelsChanged } from "../../accounts/changes.ts";
import type { ConnectOptions } from "../../seam/module.ts";
import type { MailCredentials } from "../account/credentials.ts";
import { optionsOf } from "../account/options.ts";
import { mostMailboxes } from "../account/settings.ts";
import { signInBoth } from "../health/sign-in-both.ts";
import { type Conduct, conductOf, noteRead } from "../imap/conduct.ts";
import { beginCursor, type MailboxCursor, mailboxCursor } from "../imap/cursor.ts";

const platform = "email";

type NewMailbox = { address: string; name: string; credentials: MailCredentials };

/**
 * Connects the mailbox, or gives a connected one new servers and credentials. Throws 400 with the reason of a server's
 * refusal, 503 when a server cannot be reached.
 */
export async function connectMailbox(
  context: Context,
  by: Caller | Desk,
  mailbox: NewMailbox,
  options: ConnectOptions,
): Promise<string> {
  const { address, credentials } = mailbox;
  const account = { platform, externalId: address.toLowerCase() } as const;
  const conduct = await conductOfConnected(context, by, account.externalId);
  const folders = await signInBoth(context.config, { companyId: by.companyId, conduct }, credentials);
  // The rights may have changed while the servers answered.
  await checkRights(context, by);
  const id = await idOfAccount(context, by, account);
  await inCompany(context, by, async (scope) => {
    const { name } = mailbox;
    const { webhookSecret } = credentials;
    const begun = { ...beginCursor(scope.now), folders };
    await checkNumber(scope, id, mostMailboxes(context.config));
    await writeAccount(
      scope,
      { ...account, id, name },
      {
        username: address,
        credentials: context.secrets.seal(JSON.stringify(credentials)),
        webhook_secret_hash: webhookSecret ? createHash("sha256").update(webhookSecret).digest() : null,
        ...(await chosenAddresses(scope, id, credentials)),
        place: JSON.stringify((await cursorOfConnected(scope, id)) ?? begun),
        // The owner may have mended the server: it is read at once, and what it did still counts.
        ...(conduct && { conduct: JSON.stringify(noteRead(conduct)) }),
        ...(options.departmentId && { department_id: options.departmentId }),
      },
    );
    await record(scope, { kind: "channel_connect", subject: id, name, facts: {} });
  });
  channelsChanged(context);
  return id;
}

/** A company may have so many mailboxes. Of two that are connected at the same time one waits for the other. */
async function checkNumber({ db, companyId }: Scope, id: string, most: number): Promise<void> {
  await db
    .selectFrom("company")
    .select("company_id")
    .where("company_id", "=", companyId)
    .forUpdate()
    .execute();
  const { others } = await db
    .selectFrom("channel")
    .select(({ fn }) => fn.countAll<string>().as("others"))
    .where("company_id", "=", companyId)
    .where("platform", "=", platform)
    .where("removed_on", "is", null)
    .where("id", "<>", id)
    .executeTakeFirstOrThrow();
  if (Number(others) >= most) throw conflict("conflict", reasonOf("mailboxes_full", { max: most }));
}

/** A choice made with new credentials replaces the earlier one. */
async function chosenAddresses(
  scope: Scope,
  id: string,
  { plus, bounceAddress }: MailCredentials,
): Promise<{ options?: string }> {
  if (plus === undefined && bounceAddress === undefined) return {};
  const row = await scope.db
    .selectFrom("channel")
    .select("options")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  const chosen = {
    ...(plus !== undefined && { plus }),
    ...(bounceAddress !== undefined && { bounceAddress }),
  };
  return { options: JSON.stringify({ ...optionsOf(row ?? {}), ...chosen }) };
}

/** The rights are checked by the caller: nothing of it is answered. */
async function conductOfConnected(
  context: Context,
  { companyId }: Caller | Desk,
  address: string,
): Promise<Conduct | null> {
  const row = await inCompany(context, { kind: "desk", companyId }, ({ db }) =>
    db
      .selectFrom("channel")
      .select("conduct")
      .where("company_id", "=", companyId)
      .where("platform", "=", platform)
      .where("external_id", "=", address)
      .orderBy("removed_on", (order) => order.desc().nullsFirst())
      .executeTakeFirst(),
  );
  return row ? conductOf(row, context.clock()) : null;
}

/** A connected mailbox keeps its position; one that was disconnected begins with the next mail. */
async function cursorOfConnected(scope: Scope, id: string): Promise<MailboxCursor | null> {
  const row = await scope.db
    .selectFrom("channel")
    .select("place")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .where("removed_on", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return mailboxCursor.safeParse(row?.place).data ?? null;
}
