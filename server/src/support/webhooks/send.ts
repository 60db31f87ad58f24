import type { Dispatcher } from "undici";
import type { Context } from "../../floor/context.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { claim } from "./claim.ts";
import { post } from "./post.ts";
import { settle } from "./settle.ts";

/** Sends the subject's first delivery that is due. Returns true if there may be more. */
export async function sendWebhook(
  context: Context,
  payload: Tasks["send_webhook"],
  signal: AbortSignal,
  dispatcher?: Dispatcher,
): Promise<boolean> {
  const claimed = await claim(context, payload);
  if (claimed === null || claimed === "dropped") return claimed === "dropped";
  const answer = await post(context.config, claimed, signal, dispatcher);
  // The process stops: another one sends it, since the claim ends with its process.
  if (!answer) return false;
  return settle(context, claimed, answer);
}
