/**
 * The number of days that an import of older mail goes back. Free of zod, since the console offers the same choices.
 */
export const importPeriods = [7, 30, 90, 365] as const;
