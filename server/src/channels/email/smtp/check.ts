/** Checks that an account's server accepts the sign-in. */
import { reasonOf } from "@parley/contract/reasons";
import type { Config } from "../../../floor/config/config.ts";
import type { Channel, Checkup } from "../../seam/adapter.ts";
import { openCredentials } from "../account/credentials.ts";
import { outcomeOfError } from "./outcome.ts";
import { signIn } from "./submit.ts";

export async function checkSmtp(
  config: Pick<Config, "channelSettings">,
  channel: Pick<Channel, "credentials">,
  signal: AbortSignal,
): Promise<Checkup> {
  const credentials = openCredentials(channel.credentials);
  const { smtp } = credentials;
  try {
    (await signIn(config, credentials, signal)).close();
    return { outcome: "working", says: `${smtp.host} lets us in` };
  } catch (error) {
    const outcome = outcomeOfError(error);
    if (outcome.outcome === "sent") return { outcome: "unreachable", reason: reasonOf("call_aborted") };
    const { reason } = outcome;
    const provider = `${smtp.host} (SMTP)`;
    if (reason.code === "mail_not_encrypted")
      return { outcome: "broken", reason: reasonOf(reason.code, { provider }), mend: "check_account" };
    if (outcome.outcome === "refused" && outcome.channelBroken) {
      const refused = reason.code === "credentials_refused";
      const named = refused ? reasonOf("mail_sign_in_refused", { provider }) : reason;
      return { outcome: "broken", reason: named, mend: "connect_again" };
    }
    return { outcome: "unreachable", reason };
  }
}
