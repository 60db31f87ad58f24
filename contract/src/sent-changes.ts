/** Changes of messages that the client has. */
import { z } from "zod";
import { limits } from "./limits.ts";
import { messageType } from "./messages.ts";
import { timestamp, uuid } from "./values.ts";

/** `content` is the text, or the caption of a file: an empty one removes the caption. */
export const editMessage = z.object({
  ticketid: uuid,
  messageid: uuid,
  content: z.string().trim().max(limits.messageText),
});

export const deleteMessage = z.object({ ticketid: uuid, messageid: uuid });

/** The list has what a message said before each change, the oldest first. */
export const messageHistory = z.array(
  z.object({
    kind: z.enum(["edit", "delete"]),
    type: messageType,
    content: z.string(),
    caption: z.string().nullable(),
    file_name: z.string().nullable(),
    userid: uuid,
    user_name: z.string(),
    changed_on: timestamp,
  }),
);
export type MessageHistory = z.infer<typeof messageHistory>;
