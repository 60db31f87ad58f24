/** The owners and types of fields. Free of zod, which the console's first load does without. */
export const fieldOwners = ["ticket", "client", "organisation"] as const;
export type FieldOwner = (typeof fieldOwners)[number];

export const fieldTypes = ["text", "number", "date", "choice", "yes_no", "link"] as const;
export type FieldType = (typeof fieldTypes)[number];
