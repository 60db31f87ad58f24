/** Sends a message to a client. When it cannot go to a user id, it goes to the phone number, where it is known. */
import type { z } from "zod";
import type { Channel } from "../seam/adapter.ts";
import type { Answer, Graph } from "./api.ts";
import { credentialsOf } from "./credentials.ts";
import { addressOf, isPhoneNumber } from "./recipient.ts";

/** The provider did not accept the message. */
const needsNumber = 131062;

type Recipient = { to: string; alias?: string | null | undefined };

export async function postMessage<Result>(
  graph: Graph,
  channel: Channel,
  { to, alias }: Recipient,
  message: object,
  { result, signal }: { result: z.ZodType<Result>; signal: AbortSignal },
): Promise<Answer<Result>> {
  const { accessToken, phoneNumberId } = credentialsOf(channel);
  const post = (id: string) => {
    const json = {
      messaging_product: "whatsapp",
      recipient_type: "individual",
      ...addressOf(id),
      ...message,
    };
    return graph.call(accessToken, `${phoneNumberId}/messages`, { method: "POST", json, result, signal });
  };
  const answer = await post(to);
  const refused = answer.outcome === "refused" && answer.code === needsNumber;
  return refused && !isPhoneNumber(to) && alias && isPhoneNumber(alias) ? post(alias) : answer;
}
