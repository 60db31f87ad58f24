import { type ProgramEventType, programEventTypes } from "@parley/contract/program-events";

/** The types that this version knows: a later one may have made the row. */
export const typesOf = ({ types }: { types: readonly string[] }): ProgramEventType[] =>
  programEventTypes.filter((type) => types.includes(type));
