import type { ReasonCode } from "@parley/contract/reasons";
import type { TFunction } from "i18next";
import { failureText, hasReason, isRefused } from "../../session/failure-text.ts";

/** What is wrong with a form; `field` is null where no field of it is to blame. */
export type FormFault<Name extends string> = { field: Name | null; text: string };

/** Fields by the reason that is about them. */
type Blamed<Name extends string> = Partial<Record<ReasonCode, Name>>;

/** A failed call as the fault of a field: of the one that the server refused, or that a reason is about. */
export function faultOf<Name extends string>(
  error: Error,
  t: TFunction,
  fields: readonly Name[],
  blamed: Blamed<Name> = {},
): FormFault<Name> {
  const byReason = Object.entries(blamed) as [ReasonCode, Name][];
  const field =
    fields.find((name) => isRefused(error, name)) ??
    byReason.find(([code]) => hasReason(error, code))?.[1] ??
    null;
  return { field, text: failureText(error, t) };
}

/** The text for a field, where it is to blame. */
export const faultAt = <Name extends string>(fault: FormFault<Name> | null, name: Name) =>
  fault?.field === name ? fault.text : null;
