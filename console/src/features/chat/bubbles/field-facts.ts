import { keyOfField, variableOfField } from "@parley/contract/bubble-variables";
import type { Field } from "@parley/contract/fields";
import type { Ticket } from "@parley/contract/tickets";
import type { QueryClient } from "@tanstack/react-query";
import i18n from "i18next";
import { loadTexts } from "../../../i18n/index.ts";
import { fieldsQuery } from "../../tickets/fields/fields-query.ts";
import { valueText } from "../../tickets/fields/value-text.ts";

export type WithFields = Pick<Ticket, "fields" | "client_fields" | "organisation_fields">;

/** The map is empty when the fields cannot be read: the variables then stay in the text, and the agent is asked. */
export async function readFieldFacts(
  cache: QueryClient,
  ticket: WithFields,
): Promise<ReadonlyMap<string, string>> {
  const [fields] = await Promise.all([
    cache.ensureQueryData(fieldsQuery).catch(() => [] as Field[]),
    loadTexts("fields"),
  ]);
  const values = {
    ticket: ticket.fields,
    client: ticket.client_fields,
    organisation: ticket.organisation_fields,
  };
  return new Map(
    fields.map((field) => [
      keyOfField(variableOfField(field)),
      valueText(i18n.t, field, values[field.owner]?.[field.fieldid]),
    ]),
  );
}
