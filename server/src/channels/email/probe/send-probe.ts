/** A mail to the account's own mailbox: its return shows that both directions work. */
import { randomUUID } from "node:crypto";
import type { TestKind } from "@parley/contract/mailboxes";
import type { Context } from "../../../floor/context.ts";
import { type Desk, inCompany } from "../../../floor/database/scope.ts";
import { refOf } from "../../../support/messages/mail-reply.ts";
import { openChannel } from "../../accounts/find.ts";
import type { SendOutcome } from "../../seam/adapter.ts";
import type { ChannelRow } from "../../seam/module.ts";
import { openCredentials } from "../account/credentials.ts";
import { keyOf, plusAddress } from "../marks/keys.ts";
import { probeHeader } from "../marks/probe-header.ts";
import { submit } from "../smtp/submit.ts";
import { markOf } from "./mark.ts";

type Probe = {
  kind: TestKind;
  text: string;
  /** The agent who sees the result. */
  agentId: string;
  /** A further addressee. */
  to?: string;
};

/** `reply` and `bounce` mails go to an address with a plus; `bounce` also comes from it. */
export async function sendProbe(
  context: Context,
  row: ChannelRow,
  { kind, text, agentId, to }: Probe,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const { config, secrets, clock } = context;
  const channel = openChannel(row, secrets);
  const credentials = openCredentials(channel.credentials);
  const id = randomUUID();
  const own = channel.externalId;
  const signed = plusAddress(own, keyOf(secrets, kind === "bounce" ? "bounce" : "ticket", channel.id, id));
  const address = kind === "test" ? own : (signed ?? own);
  const ref = refOf({ name: null, address: own }, id);
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const raw = await new MailComposer({
    messageId: ref,
    date: clock(),
    from: { name: row.name, address: own },
    to: [address, ...(to ? [to] : [])].map((one) => ({ name: "", address: one })),
    subject: text,
    text,
    headers: {
      [probeHeader]: markOf(secrets, channel.id, id),
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  const desk: Desk = { kind: "desk", companyId: row.company_id };
  // The row is written before the mail is sent, since it may come back at once.
  await inCompany(context, desk, async ({ db, companyId, now }) => {
    await db
      .deleteFrom("mail_probe")
      .where("company_id", "=", companyId)
      .where("channel_id", "=", row.id)
      .where("kind", "=", kind)
      .execute();
    const server = credentials.smtp.host;
    await db
      .insertInto("mail_probe")
      .values({
        ...{ company_id: companyId, id, channel_id: row.id, kind, agent_id: agentId, server, sent_on: now },
      })
      .execute();
  });
  const envelope = { from: kind === "bounce" ? address : own, to: [address, ...(to ? [to] : [])] };
  const outcome = await submit(config, credentials, ref, { raw, envelope }, signal);
  if (outcome.outcome === "sent" || outcome.outcome === "unknown") return outcome;
  await inCompany(context, desk, ({ db, companyId, now }) =>
    db
      .updateTable("mail_probe")
      .set({ failed_on: now })
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .execute(),
  );
  return outcome;
}
