/**
 * core.telegram.org/bots/api#editmessagetext, #editmessagecaption and #deletemessage. A bot edits its messages at any time, and
 * deletes them within 48 hours. Each may be repeated: a change that was made already is none.
 */
import { reasonOf } from "@parley/contract/reasons";
import { z } from "zod";
import type { Adapter, ChangeOutcome } from "../seam/adapter.ts";
import type { Answer, TelegramApi } from "./api.ts";
import { messageNumberOf } from "./parse.ts";
import { refusedSend } from "./refused.ts";

const deletableHours = "48";

const done = z.union([z.literal(true), z.object({ message_id: z.number().int() })]);

export const createTelegramEdit =
  (api: TelegramApi): NonNullable<Adapter["edit"]> =>
  async (channel, { to, externalId, text, caption }, signal) => {
    const at = { chat_id: Number(to), message_id: messageNumberOf(externalId) };
    const answer = caption
      ? await api.call(channel.credentials, "editMessageCaption", {
          params: { ...at, caption: text },
          result: done,
          signal,
        })
      : await api.call(channel.credentials, "editMessageText", {
          params: { ...at, text },
          result: done,
          signal,
        });
    return outcomeOf(answer, /message is not modified/i);
  };

export const createTelegramRemove =
  (api: TelegramApi): NonNullable<Adapter["remove"]> =>
  async (channel, { to, externalId }, signal) => {
    const params = { chat_id: Number(to), message_id: messageNumberOf(externalId) };
    const answer = await api.call(channel.credentials, "deleteMessage", { params, result: done, signal });
    // Telegram's clock decides: the message may have been a moment younger when the desk checked.
    if (answer.outcome === "refused" && /can't be deleted for everyone/i.test(answer.description))
      return { outcome: "refused", reason: reasonOf("change_too_late", { hours: deletableHours }) };
    return outcomeOf(answer, /message to delete not found/i);
  };

/** `already`: the refusal of a change that the client's side has. */
function outcomeOf(answer: Answer<z.infer<typeof done>>, already: RegExp): ChangeOutcome {
  switch (answer.outcome) {
    case "ok":
      return { outcome: "sent" };
    case "refused":
      return already.test(answer.description) ? { outcome: "sent" } : refusedSend(answer);
    case "notAccepted":
      return { outcome: "tryAgain", afterMs: null, reason: answer.reason };
    case "unknown":
      return answer;
  }
}
