/** Clients as the Clients section lists and shows them. */
import { z } from "zod";
import { action } from "./actions.ts";
import { queriedCondition } from "./conditions/shape.ts";
import { fieldFilter, fieldValues } from "./field-values.ts";
import { limits } from "./limits.ts";
import { namedOrganisation } from "./organisations.ts";
import { ticketLine } from "./tickets.ts";
import { platform, timestamp, uuid } from "./values.ts";

export const clientRow = z.object({
  clientid: uuid,
  short_id: z.string(),
  client_name: z.string(),
  /** The path of a picture on this server; null where initials are shown. */
  picture: z.string().nullable(),
  account_number: z.string().nullable(),
  address: z.string().nullable(),
  blocked_on: z.boolean(),
  created_on: timestamp,
  /** Omitted when they are in none. */
  organisation: namedOrganisation.optional(),
  /** The ids of the client's tags; omitted when there is none. */
  tags: z.array(uuid).optional(),
  /** Omitted when no field has a value. */
  fields: fieldValues.optional(),
});
export type ClientRow = z.infer<typeof clientRow>;

export const clientList = z.object({
  clients: z.array(clientRow),
  totalClients: z.number().int().nonnegative(),
});
export type ClientList = z.infer<typeof clientList>;

/** The client's identity on one channel. */
export const clientIdentity = z.object({
  platform,
  channel_name: z.string(),
  external_id: z.string(),
  username: z.string().nullable(),
  created_on: timestamp,
});

/** A client merged into this one. */
export const mergedClient = z.object({
  mergeid: uuid,
  clientid: uuid,
  short_id: z.string(),
  client_name: z.string(),
  merged_on: timestamp,
});

export const clientProfile = z.object({
  client: clientRow.extend({
    note: z.string().nullable(),
    count_ticket_reopened: z.number().int().nonnegative(),
    blocked_messages: z.number().int().nonnegative(),
    actions: z.array(action),
    identities: z.array(clientIdentity),
    merged: z.array(mergedClient),
  }),
  client_actions: z.array(action),
});
export type ClientProfile = z.infer<typeof clientProfile>;

/** All tickets of a client, newest first: those after the ticket `after`. */
export const clientTickets = z.array(ticketLine);
export const afterQuery = z.object({ after: uuid.optional() });

export const clientFilter = z.object({
  tag: uuid.optional(),
  organisation: uuid.optional(),
  ...fieldFilter.shape,
  /** Further conditions, on clients. */
  conditions: queriedCondition("client").optional(),
});
export type ClientFilter = z.output<typeof clientFilter>;
/** The filter as written in an address's query. */
export type EnteredClientFilter = z.input<typeof clientFilter>;
export const clientPageQuery = clientFilter.extend({ after: uuid.optional() });

const field = (most: number) => z.string().trim().min(1).max(most);
export const updateClient = z.object({
  clientid: uuid,
  client_name: field(200),
  address: field(500),
  account_number: field(64),
  note: field(limits.clientNote),
});
export type UpdateClient = z.infer<typeof updateClient>;

export const mergeClients = z.object({ clientid: uuid });
