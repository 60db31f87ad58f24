/** A signed-in connection to the account's IMAP server, with a fresh token where the server no longer takes the old one. */
import type { ImapFlow, ImapFlowError } from "imapflow";
import type { Config } from "../../../config.ts";
import type { MailCredentials, MailServer } from "../account/credentials.ts";
import { forgetToken, tokenOf } from "../oauth/access-token.ts";
import { openImap } from "./open.ts";

export async function signIn(
  config: Pick<Config, "channelSettings">,
  credentials: MailCredentials & { imap: MailServer },
  signal?: AbortSignal,
): Promise<ImapFlow> {
  const open = async () =>
    openImap(config, { server: credentials.imap, token: await tokenOf(config, credentials) }, signal);
  try {
    return await open();
  } catch (error) {
    if (!credentials.oauth || !(error as ImapFlowError).authenticationFailed) throw error;
    // The provider's token endpoint says whether the consent still stands.
    forgetToken(credentials);
    return open();
  }
}
