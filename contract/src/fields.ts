/** Fields that administrators define for tickets, clients and organisations. */
import { z } from "zod";
import { fieldOwners, fieldTypes } from "./field-types.ts";
import { fieldValue, fieldValues } from "./field-values.ts";
import { limits } from "./limits.ts";
import { namedOrganisation } from "./organisations.ts";
import { timestamp, uuid } from "./values.ts";

/** Two names that differ in case and accents alone are the same. */
const named = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\n\r\t]*$/);
const owner = z.enum(fieldOwners);

/** An archived choice is not offered any more; who has it keeps it. */
export const fieldChoice = z.object({
  choiceid: uuid,
  name: z.string(),
  archived: z.literal(true).optional(),
});
export type FieldChoice = z.infer<typeof fieldChoice>;

export const field = z.object({
  fieldid: uuid,
  owner,
  name: z.string(),
  type: z.enum(fieldTypes),
  /** Empty unless the type is `choice`. */
  choices: z.array(fieldChoice),
  /** Tickets, clients and organisations keep their values of an archived field, and get no others. */
  archived_on: timestamp.nullable(),
});
export type Field = z.infer<typeof field>;

/** Fields of tickets come first, then those of clients, each in their order. */
export const fieldList = z.array(field).max(limits.fieldsPerOwner * fieldOwners.length);
export const fieldUses = z.array(z.object({ fieldid: uuid, values: z.number().int().nonnegative() }));
export type FieldUses = z.infer<typeof fieldUses>;

/** A choice without an id is new. One that is left out is archived. More than `limits` allow are refused with that reason. */
const choices = z
  .array(z.object({ choiceid: uuid.optional(), name: named(limits.fieldChoiceName) }))
  .max(1_000);
export const createField = z.object({
  owner,
  name: named(limits.fieldName),
  type: z.enum(fieldTypes),
  choices: choices.optional(),
});
export type CreateField = z.infer<typeof createField>;

/** Omitted fields stay unchanged. */
export const updateField = z.object({
  fieldid: uuid,
  name: named(limits.fieldName).optional(),
  choices: choices.optional(),
  archived: z.boolean().optional(),
});
export type UpdateField = z.infer<typeof updateField>;

/** All fields of the owner, in their new order. */
export const orderFields = z.object({ owner, fieldids: z.array(uuid).max(1_000) });
export const deleteField = z.object({ fieldid: uuid });

/** Null removes the value. */
const change = z.object({ fieldid: uuid, value: fieldValue.nullable() });
export type FieldChange = z.infer<typeof change>;
export const setTicketField = change.extend({ ticketid: uuid });
export const setOrganisationField = change.extend({ organisationid: uuid });
export const setClientField = change.extend({ clientid: uuid });

/** A ticket's client, with what is noted of them. */
export const clientDetails = z.object({
  clientid: uuid,
  organisation: namedOrganisation.optional(),
  tags: z.array(uuid).optional(),
  fields: fieldValues.optional(),
});
export type ClientDetails = z.infer<typeof clientDetails>;
