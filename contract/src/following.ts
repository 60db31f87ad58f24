import { z } from "zod";
import { uuid } from "./values.ts";

export const followTicket = z.object({ ticketid: uuid });
export const following = z.object({ ticketid: uuid, following: z.boolean() });
export type Following = z.infer<typeof following>;
