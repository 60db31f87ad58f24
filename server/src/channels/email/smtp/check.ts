/** Whether an account's server lets us in. */
import { reasonOf } from "@parley/contract/reasons";
import type { Config } from "../../../config.ts";
import type { Channel, Checkup } from "../../adapters/adapter.ts";
import { openCredentials } from "../account/credentials.ts";
import { outcomeOfError } from "./outcome.ts";
import { openSession } from "./session.ts";

export async function checkSmtp(
  config: Pick<Config, "channelSettings">,
  channel: Pick<Channel, "credentials">,
  signal: AbortSignal,
): Promise<Checkup> {
  const { smtp } = openCredentials(channel.credentials);
  try {
    const session = await openSession(config, { server: smtp }, signal);
    session.close();
    return { outcome: "working", says: `${smtp.host} lets us in` };
  } catch (error) {
    const outcome = outcomeOfError(error);
    if (outcome.outcome === "sent") return { outcome: "unreachable", reason: reasonOf("call_aborted") };
    const { reason } = outcome;
    if (outcome.outcome === "refused" && outcome.channelBroken)
      return { outcome: "broken", reason, mend: "connect_again" };
    return { outcome: "unreachable", reason };
  }
}
