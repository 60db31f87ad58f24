/** Signs in to both of an account's servers before it is stored. */
import type { Config } from "../../../floor/config/config.ts";
import { Refusal } from "../../../floor/errors/errors.ts";
import type { MailCredentials } from "../account/credentials.ts";
import type { FolderCursor } from "../imap/cursor.ts";
import { explainImap, FaultyServer } from "../imap/failure.ts";
import { closeImap, type SignIn, within } from "../imap/open.ts";
import { signIn } from "../imap/sign-in.ts";
import { checkSmtp } from "../smtp/check.ts";

const timeout = 20_000;
const selectTime = 15_000;
const inbox = "INBOX";

/** `conduct`: of the server, where the mailbox is connected already. */
type Owner = Pick<SignIn, "companyId" | "conduct">;

/**
 * The position before the next mail in INBOX; undefined without IMAP. Throws 400 with a refusal's reason, 503 without
 * an answer.
 */
export async function signInBoth(
  config: Pick<Config, "channelSettings">,
  owner: Owner,
  credentials: MailCredentials,
): Promise<Record<string, FolderCursor>> {
  const signal = AbortSignal.timeout(timeout);
  const [folders] = await Promise.all([
    signInToImap(config, owner, credentials, signal),
    signInToSmtp(config, credentials, signal),
  ]);
  return folders;
}

async function signInToSmtp(
  config: Pick<Config, "channelSettings">,
  credentials: MailCredentials,
  signal: AbortSignal,
): Promise<void> {
  const checkup = await checkSmtp(config, { credentials: JSON.stringify(credentials) }, signal);
  if (checkup.outcome === "unreachable") throw new Refusal(503, "not_ready", checkup.reason);
  if (checkup.outcome !== "working") throw new Refusal(400, "provider_refused", checkup.reason);
}

async function signInToImap(
  config: Pick<Config, "channelSettings">,
  owner: Owner,
  credentials: MailCredentials,
  signal: AbortSignal,
): Promise<Record<string, FolderCursor>> {
  const { imap } = credentials;
  if (!imap) return {};
  try {
    const client = await signIn(config, { ...credentials, imap }, owner, signal);
    try {
      const { uidValidity, uidNext } = await within(
        client,
        selectTime,
        client.select(inbox, { readOnly: true }),
      );
      if (typeof uidValidity !== "bigint" || !Number.isSafeInteger(uidNext))
        throw new FaultyServer("It gives no UIDVALIDITY or no UIDNEXT");
      return { [inbox]: { validity: String(uidValidity), uid: uidNext - 1 } };
    } finally {
      await closeImap(client);
    }
  } catch (error) {
    const { outcome, reason } = explainImap(error, imap.host);
    if (outcome === "refused") throw new Refusal(400, "provider_refused", reason);
    throw new Refusal(503, "not_ready", reason);
  }
}
