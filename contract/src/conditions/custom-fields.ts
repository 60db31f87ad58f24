/**
 * Fields that administrators define, as a leaf names them: `client.number.<id>`. Owner and type of a field stay, so that
 * a leaf is read without the list of fields. Free of zod.
 */
import { type FieldOwner, type FieldType, fieldTypes } from "../field-types.ts";

/** A ticket carries the values of these owners, so the evaluator reads them as SQL does. */
export const askedOwners = ["ticket", "client", "organisation"] as const satisfies FieldOwner[];
type Owner = (typeof askedOwners)[number];

export type CustomField = { owner: Owner; type: FieldType; id: string };

export const canBeAsked = <Of extends { owner: FieldOwner }>(field: Of): field is Of & { owner: Owner } =>
  (askedOwners as readonly FieldOwner[]).includes(field.owner);

const pattern = new RegExp(
  `^(${askedOwners.join("|")})\\.(${fieldTypes.join("|")})\\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`,
);

export const leafNameOf = ({ owner, type, id }: CustomField): string => `${owner}.${type}.${id}`;

/** Null for another name. */
export function customFieldOf(name: string): CustomField | null {
  const [, owner, type, id] = pattern.exec(name) ?? [];
  return owner && type && id ? { owner: owner as Owner, type: type as FieldType, id } : null;
}
