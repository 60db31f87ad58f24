/** Organisations: where clients work. */

import { z } from "zod";
import { fieldFilter, fieldValues } from "./field-values.ts";
import { limits } from "./limits.ts";
import { organisationSorts } from "./organisation-sorts.ts";
import { timestamp, uuid } from "./values.ts";

const count = z.number().int().nonnegative();

/** The organisation of a client. */
export const namedOrganisation = z.object({ organisationid: uuid, name: z.string() });

export const organisationRow = namedOrganisation.extend({
  /** In lower case; those of other scripts in their own letters. */
  domains: z.array(z.string()),
  /** The clients whom the caller sees. */
  clients: count,
  created_on: timestamp,
  /** Omitted when no field has a value. */
  fields: fieldValues.optional(),
});
export type OrganisationRow = z.infer<typeof organisationRow>;

export const organisationFilter = z.object({
  /** A part of the name, or a domain. */
  search: z.string().trim().max(limits.searchKeyword).optional(),
  sort: z.enum(organisationSorts).optional(),
  ...fieldFilter.shape,
});
export type OrganisationFilter = z.infer<typeof organisationFilter>;
/** The page behind the organisation `after`. */
export const organisationPageQuery = organisationFilter.extend({ after: uuid.optional() });

export const organisationList = z.object({
  organisations: z.array(organisationRow),
  /** The number of all that match; with the first page alone. */
  total: count.optional(),
});
export type OrganisationList = z.infer<typeof organisationList>;

export const organisation = organisationRow.extend({ note: z.string().nullable() });
export type Organisation = z.infer<typeof organisation>;

const name = z
  .string()
  .trim()
  .min(1)
  .max(limits.organisationName)
  .regex(/^[^\n\r\t]*$/);
/** Two names that differ in case and accents alone are the same. */
const note = z.string().trim().max(limits.organisationNote);
const domains = z.array(z.string().trim().max(253)).max(1_000);
export const createOrganisation = z.object({
  name,
  domains: domains.optional(),
  note: note.optional(),
});
export type CreateOrganisation = z.infer<typeof createOrganisation>;

/** Omitted fields stay unchanged. An empty note removes it. */
export const updateOrganisation = z.object({
  organisationid: uuid,
  name: name.optional(),
  domains: domains.optional(),
  note: note.optional(),
});
export type UpdateOrganisation = z.infer<typeof updateOrganisation>;

export const deleteOrganisation = z.object({ organisationid: uuid });

/** Null removes the clients from theirs. */
export const chooseOrganisation = z.object({
  clientids: z.array(uuid).min(1).max(limits.clientsChanged),
  organisationid: uuid.nullable(),
});
