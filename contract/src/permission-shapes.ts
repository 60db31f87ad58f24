import { z } from "zod";
import type { Role } from "./abilities.ts";
import type { TicketAbilities } from "./permissions.ts";

export const role: z.ZodType<Role> = z.enum(["admin", "moderator"]).nullable();

export const ticketAbilities: z.ZodType<TicketAbilities> = z.object({
  accept: z.boolean(),
  reply: z.boolean(),
  close: z.boolean(),
  reassign: z.boolean(),
  spam: z.boolean(),
  delete: z.boolean(),
});
