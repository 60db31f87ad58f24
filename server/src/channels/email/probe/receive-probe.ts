/** Receives a mail of ours that came back to its mailbox: it is not a client's, and shows what the account can do. */
import type { Scope } from "../../../floor/database/scope.ts";
import { publishChannel } from "../../accounts/publish.ts";
import type { Channel } from "../../seam/adapter.ts";
import { type MailboxOptions, optionsOf } from "../account/options.ts";
import { probeHeader } from "../marks/probe-header.ts";
import type { Bounce, ParsedMail } from "../parse/parsed-mail.ts";
import { bouncedReason } from "./bounced-reason.ts";
import { readMark } from "./mark.ts";
import { publishReturn } from "./publish-return.ts";
import { lateAfter } from "./sweep-probes.ts";

/** False for any other mail. */
export async function receiveProbe(scope: Scope, channel: Channel, mail: ParsedMail): Promise<boolean> {
  if (mail.bounce?.probe) return receiveBounced(scope, channel, mail.bounce, mail.bounce.probe);
  const { headers } = mail;
  const mark = headers.find(({ name }) => name === probeHeader)?.value;
  const id = mark && readMark(scope, channel.id, mark);
  if (!id) return false;
  const probe = await scope.db
    .updateTable("mail_probe")
    .set({ returned_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .where("returned_on", "is", null)
    .returningAll()
    .executeTakeFirst();
  // This is a second copy, or a copy of a probe that another has replaced.
  if (!probe) return true;
  await noteFound(scope, channel, probe.kind, headers);
  // The copy to the other address may have bounced before this one came.
  if (!isBounced(probe)) publishReturn(scope, probe, { ok: true });
  return true;
}

/** A test mail also goes to an address that the administrator named: where it is refused the test has failed. */
async function receiveBounced(
  scope: Scope,
  channel: Channel,
  bounce: Bounce,
  mark: string,
): Promise<boolean> {
  const id = readMark(scope, channel.id, mark);
  if (!id) return false;
  const failed = bounce.recipients.find(({ action }) => action === "failed");
  if (!failed) return true;
  const probe = await scope.db
    .updateTable("mail_probe")
    .set({ failed_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .where("failed_on", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (!probe) return true;
  publishReturn(scope, probe, { ok: false, reason: bouncedReason(failed) });
  publishChannel(scope, channel.id, { tickets: false });
  return true;
}

/** The sweep may have given up later. */
const isBounced = ({ sent_on, failed_on }: { sent_on: Date; failed_on: Date | null }): boolean =>
  failed_on !== null && failed_on.getTime() - sent_on.getTime() < lateAfter;

async function noteFound(
  scope: Scope,
  channel: Channel,
  kind: string,
  headers: ParsedMail["headers"],
): Promise<void> {
  const row = await scope.db
    .selectFrom("channel")
    .select("options")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", channel.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const before = optionsOf(row);
  const selector = selectorIn(headers, channel.externalId);
  const after: MailboxOptions = {
    ...before,
    ...(kind === "reply" && { plus: true }),
    ...(kind === "bounce" && { bounceAddress: true }),
    ...(selector && { dkimFound: selector }),
  };
  await scope.db
    .updateTable("channel")
    .set({ options: JSON.stringify(after) })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", channel.id)
    .execute();
  publishChannel(scope, channel.id, { tickets: false });
}

/** The DKIM selector that signed the mail for the account's own domain, or a parent domain (RFC 6376 §3.5). */
export function selectorIn(headers: ParsedMail["headers"], account: string): string | null {
  const domain = account.slice(account.lastIndexOf("@") + 1);
  for (const { name, value } of headers) {
    if (name !== "dkim-signature") continue;
    const tag = (key: string) => new RegExp(`(?:^|;)\\s*${key}\\s*=\\s*([^;\\s]+)`).exec(value)?.[1];
    const signedBy = tag("d")?.toLowerCase();
    const selector = tag("s");
    const isOwn = signedBy && (signedBy === domain || domain.endsWith(`.${signedBy}`));
    if (isOwn && selector && /^[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?$/i.test(selector)) return selector;
  }
  return null;
}
