/** Addresses that are offered while an agent writes to whom a mail goes. */
import { z } from "zod";
import { limits } from "./limits.ts";
import { mailAddress } from "./mail.ts";

export const addressQuery = z.object({ phrase: z.string().trim().min(2).max(100) });

/** The people whom the phrase names. An organisation has the addresses of its clients. */
export const addressSuggestion = z.object({
  kind: z.enum(["client", "organisation", "colleague"]),
  name: z.string(),
  addresses: z.array(mailAddress).min(1).max(limits.addressesOfOrganisation),
});
export type AddressSuggestion = z.infer<typeof addressSuggestion>;

export const addressSuggestions = z.array(addressSuggestion).max(limits.addressesSuggested);
