/** Organisations as comma-separated values (RFC 4180), a page at a time. */
import { Readable } from "node:stream";
import type { OrganisationFilter } from "@parley/contract/organisations";
import type { CallActor } from "../../floor/actors/actor.ts";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { beginFile, line, localTime } from "../../floor/csv/lines.ts";
import { inCompany } from "../../floor/database/scope.ts";
import { figuresTimeZone } from "../../people/company/time-zone.ts";
import { checkRightsUnchanged } from "../audit/export-rights.ts";
import { recordExport } from "../audit/record-export.ts";
import { fieldsOf, valueText } from "../fields/rows.ts";
import type { OrganisationRecord } from "./access.ts";
import { nextOrganisations } from "./list.ts";
import { viewOrganisations } from "./view.ts";

const pageSize = 500;

/** The next page is read when the previous one has been sent; a failure or a change of the agent's rights cuts the file short. */
export const exportOrganisations = (
  context: Context,
  caller: Caller<CallActor>,
  filter: OrganisationFilter,
): Readable => Readable.from(lines(context, caller, filter), { highWaterMark: 1 });

async function* lines(
  context: Context,
  caller: Caller<CallActor>,
  filter: OrganisationFilter,
): AsyncGenerator<string> {
  const { first, zone, fields } = await inCompany(context, caller, async (scope) => {
    await recordExport(scope, "organisations_export");
    return {
      first: scope.actor,
      zone: await figuresTimeZone(scope),
      fields: await fieldsOf(scope, "organisation"),
    };
  });
  const local = localTime(zone);
  yield beginFile([
    ...["organisation", "domains", "clients", `created on (${zone})`, "note"],
    ...fields.map(({ name }) => name),
  ]);
  let last: OrganisationRecord | null = null;
  for (;;) {
    const found: { records: OrganisationRecord[]; text: string } = await inCompany(
      context,
      caller,
      async (scope) => {
        checkRightsUnchanged(first, scope.actor);
        const records = await nextOrganisations(scope, filter, last, pageSize);
        const rows = await viewOrganisations(scope, records);
        const text = rows.map((row, at) =>
          line([
            ...[row.name, row.domains.join(" "), row.clients, local(row.created_on)],
            records[at]?.note ?? null,
            ...fields.map((field) => valueText(field, row.fields?.[field.fieldid])),
          ]),
        );
        return { records, text: text.join("") };
      },
    );
    if (found.text) yield found.text;
    if (found.records.length < pageSize) return;
    last = found.records.at(-1) ?? null;
  }
}
