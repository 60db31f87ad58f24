import { z } from "zod";
import { limits } from "./limits.ts";
import { createdOnHint, uuid } from "./values.ts";

/** An empty number removes the stored one. The agent must see a ticket of the client. */
export const updateClientNumber = z.object({
  client_number: z.string().trim().max(limits.clientNumber),
  clientid: uuid,
  ticketid: uuid,
  departmentId: uuid.nullish(),
  created_on: createdOnHint.optional(),
});

export const clientNumber = z.object({ clientid: uuid, account_number: z.string().nullable() });
export type ClientNumber = z.infer<typeof clientNumber>;
