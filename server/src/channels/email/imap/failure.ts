/**
 * Words an error of the IMAP connection as a reason. The server's own text is not repeated: it may hold the user's
 * name.
 */
import type { Mend } from "@parley/contract/channel-states";
import { type Reason, reasonOf } from "@parley/contract/reasons";
import { NotPublic } from "../../../files/fetching/public-address.ts";
import { unreachable } from "../../../floor/reasons/unreachable.ts";
import { isEncryptionCode } from "../account/encryption.ts";
import { ConsentWithdrawn, TokensNotGiven } from "../oauth/ask-tokens.ts";
import type { ImapError } from "./client.ts";

/** `refused`: another try changes nothing until an administrator has taken the step `mend`. */
export type ImapFailure =
  | { outcome: "refused"; reason: Reason; mend: Mend }
  | { outcome: "unreachable"; reason: Reason };

/** The server breaks the protocol in a way that would lose or repeat mail. */
export class FaultyServer extends Error {
  override name = "FaultyServer";
}

/** The folder is gone or may not be opened. */
export class FolderRefused extends Error {
  override name = "FolderRefused";
  readonly folder: string;

  constructor(folder: string) {
    super("The folder cannot be opened");
    this.folder = folder;
  }
}

/** Response codes of a server that would accept the same sign-in later (RFC 5530). */
const passing = ["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG"];
const timeouts = ["CONNECT_TIMEOUT", "GREETING_TIMEOUT", "UPGRADE_TIMEOUT", "ETIMEOUT", "ETIMEDOUT"];

export function explainImap(error: unknown, host: string): ImapFailure {
  const {
    code = "",
    authenticationFailed,
    serverResponseCode = "",
    tlsFailed,
    bound,
  } = error as Partial<ImapError>;
  const provider = `${host} (IMAP)`;
  if (bound !== undefined) return refused(reasonOf("mail_server_unbounded", { provider }));
  if (error instanceof NotPublic) return refused(reasonOf("mail_host_private"));
  if (error instanceof ConsentWithdrawn) return refused(error.reason, "connect_again");
  if (error instanceof TokensNotGiven)
    return error.refused ? refused(error.reason) : { outcome: "unreachable", reason: error.reason };
  if (error instanceof FaultyServer) return refused(reasonOf("mail_server_faulty", { provider }));
  if (error instanceof FolderRefused)
    return refused(reasonOf("mail_folder_gone", { provider, name: error.folder }));
  if (authenticationFailed) {
    return passing.includes(serverResponseCode)
      ? { outcome: "unreachable", reason: reasonOf("provider_trouble", { provider }) }
      : refused(reasonOf("mail_sign_in_refused", { provider }), "connect_again");
  }
  if (tlsFailed || isEncryptionCode(code)) return refused(reasonOf("mail_not_encrypted", { provider }));
  if (timeouts.includes(code)) return { outcome: "unreachable", reason: reasonOf("no_answer", { provider }) };
  return { outcome: "unreachable", reason: unreachable(provider, code) };
}

const refused = (reason: Reason, mend: Mend = "check_account"): ImapFailure => ({
  outcome: "refused",
  reason,
  mend,
});
