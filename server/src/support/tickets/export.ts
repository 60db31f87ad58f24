/** Tickets as comma-separated values (RFC 4180), a page at a time. */
import { Readable } from "node:stream";
import type { TicketFilter } from "@parley/contract/ticket-table";
import type { SharedTicket } from "@parley/contract/tickets";
import { sql } from "kysely";
import type { CallActor } from "../../floor/actors/actor.ts";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { beginFile, line, localTime } from "../../floor/csv/lines.ts";
import { inCompany, type Scope } from "../../floor/database/scope.ts";
import { figuresTimeZone } from "../../people/company/time-zone.ts";
import { checkRightsUnchanged } from "../audit/export-rights.ts";
import { recordExport } from "../audit/record-export.ts";
import { fieldsOf, valueText } from "../fields/rows.ts";
import { tagNamesOf, tagsOfClients } from "../tags/rows.ts";
import { nextTickets } from "./table.ts";

const pageSize = 1000;

type Row = SharedTicket & { minutes: number | null; tag_names: string; client_tag_names: string };
type Time = "created_on" | "accepted_on" | "reopened_on" | "closed_on";

/** Times in the company's zone, which their titles name. */
const times: Partial<Record<string, Time>> = {
  "created on": "created_on",
  "accepted on": "accepted_on",
  "reopened on": "reopened_on",
  "closed on": "closed_on",
};

const columns: [title: string, value: (ticket: Row) => string | number | null][] = [
  ["ticket id", ({ ticketid }) => ticketid],
  ["stage", ({ stage }) => stage],
  ["department", ({ department_name }) => department_name],
  ["handled by", ({ user_name }) => user_name],
  ["client", ({ client_name }) => client_name],
  ["client id", ({ short_id }) => short_id],
  ["account number", ({ account_number }) => account_number],
  ["platform", ({ platform }) => platform],
  ["created on", ({ created_on }) => created_on],
  ["accepted on", ({ accepted_on }) => accepted_on],
  ["reopened on", ({ reopened_on }) => reopened_on],
  ["closed on", ({ closed_on }) => closed_on],
  ["closed by", ({ closed_by_name }) => closed_by_name],
  ["rating", ({ rating }) => rating],
  ["minutes to acceptance", ({ minutes }) => minutes],
  ["priority", ({ priority = "normal" }) => priority],
  ["tags", ({ tag_names }) => tag_names],
  ["client tags", ({ client_tag_names }) => client_tag_names],
  ["spam", ({ spam }) => (spam ? "spam" : null)],
];

/**
 * Reads the next page when the previous one has been sent. A failure cuts the file short and ends the connection, and
 * so does a change of the agent's rights.
 */
export function exportTickets(context: Context, caller: Caller<CallActor>, filter: TicketFilter): Readable {
  return Readable.from(lines(context, caller, filter), { highWaterMark: 1 });
}

export async function* lines(
  context: Context,
  caller: Caller<CallActor>,
  filter: TicketFilter,
): AsyncGenerator<string> {
  const { first, zone, fields } = await inCompany(context, caller, async (scope) => {
    await recordExport(scope, "tickets_export");
    return {
      first: scope.actor,
      zone: await figuresTimeZone(scope),
      fields: await fieldsOf(scope, "ticket"),
    };
  });
  const local = localTime(zone);
  const titles = [
    ...columns.map(([title]) => (times[title] ? `${title} (${zone})` : title)),
    ...fields.map(({ name }) => name),
  ];
  const values = (ticket: Row) => [
    ...columns.map(([title, value]) => {
      const time = times[title];
      return time ? local(ticket[time]) : value(ticket);
    }),
    ...fields.map((field) => valueText(field, ticket.fields?.[field.fieldid])),
  ];
  yield beginFile(titles);
  let last: SharedTicket | undefined;
  for (;;) {
    const tickets = await inCompany(context, caller, async (scope) => {
      checkRightsUnchanged(first, scope.actor);
      return withMore(scope, await nextTickets(scope, filter, last, pageSize));
    });
    if (tickets.length > 0) yield tickets.map((ticket) => line(values(ticket))).join("");
    if (tickets.length < pageSize) return;
    last = tickets.at(-1);
  }
}

/** Adds the names of tags, and minutes as the figures count them: in opening hours, where there are any. */
async function withMore(scope: Scope, tickets: SharedTicket[]): Promise<Row[]> {
  if (tickets.length === 0) return [];
  const names = await tagNamesOf(scope);
  const clients = await tagsOfClients(
    scope,
    tickets.map(({ clientid }) => clientid),
  );
  const rows = await scope.db
    .selectFrom("ticket")
    .select(["id", sql<string>`acceptance_ms(created_on, accepted_on, waited_ms)`.as("waited")])
    .where("company_id", "=", scope.companyId)
    .where("accepted_on", "is not", null)
    .where(
      "id",
      "in",
      tickets.map(({ ticketid }) => ticketid),
    )
    .execute();
  const waited = new Map(rows.map((row) => [row.id, Math.round(Number(row.waited) / 600) / 100]));
  return tickets.map((ticket) => ({
    ...ticket,
    minutes: waited.get(ticket.ticketid) ?? null,
    tag_names: names(ticket.tags),
    client_tag_names: names(clients.get(ticket.clientid)),
  }));
}
