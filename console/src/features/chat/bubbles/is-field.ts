import { keyOfField, variableOfField } from "@parley/contract/bubble-variables";
import type { Field } from "@parley/contract/fields";
import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../../api/queries.ts";

/** True for a variable of a field that this browser has read. */
export const isFieldIn = (cache: QueryClient, variable: string): boolean =>
  (cache.getQueryData<Field[]>(keys.fields) ?? []).some(
    (field) => keyOfField(variableOfField(field)) === keyOfField(variable),
  );
