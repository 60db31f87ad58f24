/**
 * Fields that administrators define, as a leaf names them: `client.number.<id>`. Owner and type of a field stay, so that
 * a leaf is read without the list of fields. Free of zod.
 */
import { type FieldOwner, type FieldType, fieldOwners, fieldTypes } from "../field-types.ts";

export type CustomField = { owner: FieldOwner; type: FieldType; id: string };

const pattern = new RegExp(
  `^(${fieldOwners.join("|")})\\.(${fieldTypes.join("|")})\\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`,
);

export const leafNameOf = ({ owner, type, id }: CustomField): string => `${owner}.${type}.${id}`;

/** Null for another name. */
export function customFieldOf(name: string): CustomField | null {
  const [, owner, type, id] = pattern.exec(name) ?? [];
  return owner && type && id ? { owner: owner as FieldOwner, type: type as FieldType, id } : null;
}
