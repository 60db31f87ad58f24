/** Maps an SMTP server's refusal to an outcome for the mail and the account (RFC 5321, RFC 3463). */
import { type Reason, reasonOf } from "@parley/contract/reasons";
import { NotPublic } from "../../../files/fetching/public-address.ts";
import { unreachable } from "../../../floor/reasons/unreachable.ts";
import type { SendOutcome } from "../../seam/adapter.ts";
import { isEncryptionCode } from "../account/encryption.ts";
import { ConsentWithdrawn, TokensNotGiven } from "../oauth/ask-tokens.ts";
import type { SmtpError } from "./session.ts";

/** The provider's name in reasons. */
export const provider = "SMTP";

/** Milliseconds: servers refuse right credentials while they are busy or locked for a moment. */
const signInAgainAfter = 5_000;

export function outcomeOfError(error: unknown): SendOutcome {
  if (error instanceof NotPublic)
    return { outcome: "refused", reason: reasonOf("mail_host_private"), channelBroken: true };
  if (error instanceof ConsentWithdrawn)
    return { outcome: "refused", reason: error.reason, channelBroken: true };
  const { code = "", responseCode = 0, handedOver = false } = error as SmtpError;
  const reason = reasonOfError(error);
  if (reason.code === "mail_not_encrypted")
    return { outcome: "tryAgain", afterMs: null, reason, scope: "account" };
  if (responseCode >= 500) {
    const broken = code === "EAUTH" || responseCode === 530 || responseCode === 535;
    return broken
      ? {
          ...{ outcome: "refused", reason: reasonOf("credentials_refused", { provider }) },
          ...{ channelBroken: true, onceMoreAfterMs: signInAgainAfter },
        }
      : { outcome: "refused", reason };
  }
  if (responseCode >= 400) return { outcome: "tryAgain", afterMs: null, reason };
  if (handedOver) return { outcome: "unknown", reason: reasonOf("perhaps_arrived", { because: reason }) };
  // The server announced its SIZE limit.
  if (code === "EMESSAGE")
    return { outcome: "refused", reason: reasonOf("file_too_large_for", { provider }) };
  if (code === "EENVELOPE") return { outcome: "refused", reason };
  return { outcome: "tryAgain", afterMs: null, reason, scope: "account" };
}

/** The reason quotes the server where it said something. */
export function reasonOfError(error: unknown): Reason {
  if (error instanceof TokensNotGiven) return error.reason;
  if (isUnencrypted(error as SmtpError)) return reasonOf("mail_not_encrypted", { provider });
  const { code = "", response, originalCode, message = "" } = error as SmtpError;
  if (response) return reasonOf("provider", { provider, says: oneLine(response) });
  if (code === "ETIMEDOUT") return reasonOf("no_answer", { provider });
  if (code === "EENVELOPE") return reasonOf("provider", { provider, says: oneLine(message) });
  return unreachable(provider, originalCode ?? code);
}

/** A server that refuses STARTTLS for now is left to try again. */
const isUnencrypted = ({ code = "", originalCode = "", responseCode = 0 }: SmtpError): boolean =>
  (code === "ETLS" && (responseCode < 400 || responseCode >= 500)) || isEncryptionCode(originalCode || code);

const longestWords = 500;
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, longestWords);
