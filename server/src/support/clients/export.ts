/** Clients as comma-separated values (RFC 4180), a page at a time. */
import { Readable } from "node:stream";
import type { ClientFilter, ClientRow } from "@parley/contract/client-profiles";
import type { CallActor } from "../../floor/actors/actor.ts";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { beginFile, line, localTime } from "../../floor/csv/lines.ts";
import { inCompany } from "../../floor/database/scope.ts";
import { figuresTimeZone } from "../../people/company/time-zone.ts";
import { checkRightsUnchanged } from "../audit/export-rights.ts";
import { recordExport } from "../audit/record-export.ts";
import { fieldsOf, valueText } from "../fields/rows.ts";
import { tagNamesOf } from "../tags/rows.ts";
import { nextClients } from "./list.ts";

const pageSize = 1000;

/** The next page is read when the previous one has been sent; a failure or a change of the agent's rights cuts the file short. */
export const exportClients = (context: Context, caller: Caller<CallActor>, filter: ClientFilter): Readable =>
  Readable.from(lines(context, caller, filter), { highWaterMark: 1 });

async function* lines(
  context: Context,
  caller: Caller<CallActor>,
  filter: ClientFilter,
): AsyncGenerator<string> {
  const { first, zone, fields } = await inCompany(context, caller, async (scope) => {
    await recordExport(scope, "clients_export");
    return {
      first: scope.actor,
      zone: await figuresTimeZone(scope),
      fields: await fieldsOf(scope, "client"),
    };
  });
  const local = localTime(zone);
  yield beginFile([
    "client id",
    "client",
    "account number",
    "address",
    "blocked",
    `created on (${zone})`,
    "organisation",
    "tags",
    ...fields.map(({ name }) => name),
  ]);
  let last: ClientRow | undefined;
  for (;;) {
    const { clients, names } = await inCompany(context, caller, async (scope) => {
      checkRightsUnchanged(first, scope.actor);
      return { clients: await nextClients(scope, filter, last, pageSize), names: await tagNamesOf(scope) };
    });
    const values = (client: ClientRow) => [
      ...[client.short_id, client.client_name, client.account_number, client.address],
      client.blocked_on ? "blocked" : null,
      local(client.created_on),
      client.organisation?.name ?? null,
      names(client.tags),
      ...fields.map((field) => valueText(field, client.fields?.[field.fieldid])),
    ];
    if (clients.length > 0) yield clients.map((client) => line(values(client))).join("");
    if (clients.length < pageSize) return;
    last = clients.at(-1);
  }
}
