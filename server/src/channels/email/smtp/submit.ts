/** Hands a mail to the account's server. */
import { reasonOf } from "@parley/contract/reasons";
import type { Config } from "../../../floor/config/config.ts";
import type { SendOutcome } from "../../seam/adapter.ts";
import type { MailCredentials } from "../account/credentials.ts";
import { forgetToken, tokenOf } from "../oauth/access-token.ts";
import type { Composed } from "./compose.ts";
import { outcomeOfError } from "./outcome.ts";
import { type Accepted, openSession, type SmtpError, type SmtpSession } from "./session.ts";

type Settings = Pick<Config, "channelSettings">;

export async function submit(
  config: Settings,
  credentials: MailCredentials,
  ref: string,
  { envelope, raw }: Composed,
  signal: AbortSignal,
): Promise<SendOutcome> {
  try {
    const session = await signIn(config, credentials, signal);
    try {
      return sent(ref, await session.send(envelope, raw));
    } finally {
      session.close();
    }
  } catch (error) {
    return named(outcomeOfError(error), credentials);
  }
}

/** Names the server. A password account has no token that was refused. */
function named(outcome: SendOutcome, { oauth, smtp }: MailCredentials): SendOutcome {
  if (outcome.outcome === "sent") return outcome;
  const provider = `${smtp.host} (SMTP)`;
  if (outcome.reason.code === "mail_not_encrypted")
    return { ...outcome, reason: reasonOf("mail_not_encrypted", { provider }) };
  if (oauth || outcome.reason.code !== "credentials_refused") return outcome;
  return { ...outcome, reason: reasonOf("mail_sign_in_refused", { provider }) };
}

/** Signs in, with a fresh token where the server refuses the old one. Nothing has been sent by then. */
export async function signIn(
  config: Settings,
  credentials: MailCredentials,
  signal: AbortSignal,
): Promise<SmtpSession> {
  const open = async () =>
    openSession(config, { server: credentials.smtp, token: await tokenOf(config, credentials) }, signal);
  try {
    return await open();
  } catch (error) {
    const { code, responseCode } = error as SmtpError;
    if (!credentials.oauth || (code !== "EAUTH" && responseCode !== 535)) throw error;
    // The provider's token endpoint tells whether the consent still holds.
    forgetToken(credentials);
    return open();
  }
}

function sent(externalId: string, { refused: [first] }: Accepted): SendOutcome {
  return { outcome: "sent", externalId, ...(first && { note: reasonOf("mail_partly_refused", first) }) };
}
