/** Parameters of several calls' paths and queries. */
import { z } from "zod";
import { uuid } from "../values.ts";

/** A full id or its first 8 characters. */
export const shortOrFullId = z.string().max(36);
export const offset = z.coerce.number().int().min(0).max(1_000_000_000);
export const keyword = z.string().trim().min(1).max(200);

export const byOrganisation = z.object({ organisationid: uuid });
export const byId = z.object({ id: shortOrFullId });
export const byTicket = z.object({ ticketid: shortOrFullId });
export const byOffset = z.object({ offset });
