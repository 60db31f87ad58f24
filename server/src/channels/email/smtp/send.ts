/** One delivery per message, to all its recipients. */
import type { Config } from "../../../config.ts";
import type { Adapter } from "../../adapters/adapter.ts";
import { openCredentials } from "../account/credentials.ts";
import { composeMail, messageRefOf } from "./compose.ts";
import { outcomeOfError } from "./outcome.ts";
import { openSession } from "./session.ts";

export const createMailSend =
  (config: Pick<Config, "channelSettings">): Adapter["send"] =>
  async (channel, message, signal) => {
    const raw = await composeMail(channel, message);
    try {
      const session = await openSession(
        config,
        { server: openCredentials(channel.credentials).smtp },
        signal,
      );
      try {
        await session.send({ from: channel.externalId, to: [message.to] }, raw);
      } finally {
        session.close();
      }
    } catch (error) {
      return outcomeOfError(error);
    }
    return { outcome: "sent", externalId: messageRefOf(channel, message.messageId) };
  };
