/** A signed-in connection to the account's IMAP server, with a fresh token where the server refuses the old one. */
import type { Config } from "../../../floor/config/config.ts";
import type { MailCredentials, MailServer } from "../account/credentials.ts";
import { forgetToken, tokenOf } from "../oauth/access-token.ts";
import { type ImapClient, ImapError } from "./client.ts";
import { openImap, type SignIn } from "./open.ts";

export async function signIn(
  config: Pick<Config, "channelSettings">,
  credentials: MailCredentials & { imap: MailServer },
  given: Pick<SignIn, "companyId" | "conduct">,
  signal?: AbortSignal,
): Promise<ImapClient> {
  const open = async () => {
    const token = await tokenOf(config, credentials);
    return openImap(config, { ...given, server: credentials.imap, token }, signal);
  };
  try {
    return await open();
  } catch (error) {
    if (!credentials.oauth || !(error instanceof ImapError && error.authenticationFailed)) throw error;
    // The provider's token endpoint tells whether the consent still holds.
    forgetToken(credentials);
    return open();
  }
}
