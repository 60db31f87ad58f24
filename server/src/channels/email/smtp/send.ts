/** One delivery per message, to all its recipients. */
import { reasonOf } from "@parley/contract/reasons";
import type { Config } from "../../../config.ts";
import type { Adapter, SendOutcome } from "../../adapters/adapter.ts";
import { openCredentials } from "../account/credentials.ts";
import { composeMail } from "./compose.ts";
import { outcomeOfError } from "./outcome.ts";
import { openSession, type Taken } from "./session.ts";

export const createMailSend =
  (config: Pick<Config, "channelSettings">): Adapter["send"] =>
  async (channel, message, signal) => {
    const { mail } = message;
    if (!mail) throw new Error("A message of this channel is a mail");
    const credentials = openCredentials(channel.credentials);
    const { raw, envelope } = await composeMail(channel, credentials, message, mail);
    if (envelope.to.length === 0)
      return { outcome: "refused", reason: reasonOf("client_unknown", { provider: "SMTP" }) };
    try {
      const session = await openSession(config, { server: credentials.smtp }, signal);
      try {
        return sent(mail.ref, await session.send(envelope, raw));
      } finally {
        session.close();
      }
    } catch (error) {
      return outcomeOfError(error);
    }
  };

function sent(externalId: string, { refused: [first] }: Taken): SendOutcome {
  return { outcome: "sent", externalId, ...(first && { note: reasonOf("mail_partly_refused", first) }) };
}
