/** Letters of a company's own e-mail account go out through it, all others through the installation's mail server. */
import type { Context } from "../../floor/context.ts";
import type { ByAccount, Letter } from "../../mail/texts/content.ts";
import type { Handed, Mailer } from "../../mail/transport/mailer.ts";
import { openFor } from "../accounts/find.ts";
import type { Channel, Outgoing, SendOutcome } from "../seam/adapter.ts";

/** Milliseconds; together with the copy for Sent it stays within the lease of a queued mail. */
const timeout = 60_000;

type Of = Pick<Letter, "to" | "subject" | "text" | "html"> & { by: ByAccount };

export function handByAccounts(context: Context, installation: Mailer): Mailer {
  return {
    async hand({ by, ...letter }) {
      if (!by) return installation.hand(letter);
      const account = await openFor(context, { channel_id: by.channelId });
      if ("platform" in account) return hand(context, account, { ...letter, by });
      // A disconnected account sends nothing; its visitors' answers go through the installation's server.
      return account.outcome === "refused" ? installation.hand(letter) : handed(account);
    },
  };
}

async function hand(context: Context, account: Channel, letter: Of): Promise<Handed> {
  const adapter = context.adapters.of(account.platform);
  return handed(
    await adapter.send(account, outgoingOf(context, account, letter), AbortSignal.timeout(timeout)),
  );
}

const outgoingOf = (
  { secrets, config }: Pick<Context, "secrets" | "config">,
  { name, externalId }: Channel,
  { to, subject, text, html, by }: Of,
): Outgoing => ({
  ...{ messageId: by.id, to, type: "text", content: text, caption: null, file: null },
  ...{ replyToExternalId: null, ratingFor: null },
  mail: {
    ...{ ref: by.ref, references: by.references, subject, html, text, ticketId: by.ticketId },
    from: { name, address: externalId },
    to: [{ name: null, address: to }],
    ...{ cc: [], bcc: [], files: [], quoted: null, automatic: true },
    on: new Date(by.on),
    sign: (signed) => secrets.sign(signed),
    publicUrl: config.publicUrl,
  },
});

function handed(outcome: SendOutcome): Handed {
  switch (outcome.outcome) {
    case "sent":
      return { outcome: "sent" };
    case "tryAgain":
      return { outcome: "unreachable", reason: outcome.reason.code };
    case "refused":
      // The fault is the account's: an administrator fixes it, and the letter can wait.
      return { outcome: outcome.channelBroken ? "unreachable" : "refused", reason: outcome.reason.code };
    case "unknown":
      // The server may have accepted it, so it is not sent twice.
      return { outcome: "refused", reason: outcome.reason.code };
  }
}
