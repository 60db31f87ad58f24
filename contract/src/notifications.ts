import { z } from "zod";
import { platform, timestamp, uuid } from "./values.ts";

export const notification = z.object({
  id: uuid,
  type: z.enum(["text", "rating"]),
  name: z.string(),
  created_on: timestamp,
  ticketid: uuid.nullable(),
  ticket_created_on: timestamp.nullable(),
  ticket_platform: platform.nullable(),
});
export type Notification = z.infer<typeof notification>;
