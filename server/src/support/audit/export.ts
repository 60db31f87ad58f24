/** The audit log as comma-separated values, newest first, a page at a time. */
import { Readable } from "node:stream";
import type { AuditEntry, AuditFilter } from "@parley/contract/audit";
import type { CallActor } from "../../floor/actors/actor.ts";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { beginFile, line, localTime } from "../../floor/csv/lines.ts";
import { inCompany } from "../../floor/database/scope.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { listAudit } from "./list.ts";
import { recordExport } from "./record-export.ts";

const pageSize = 1000;

/** A caller who loses the right meanwhile gets no further page: the file is cut short. */
export function exportAudit(context: Context, caller: Caller<CallActor>, filter: AuditFilter): Readable {
  return Readable.from(lines(context, caller, filter), { highWaterMark: 1 });
}

async function* lines(
  context: Context,
  caller: Caller<CallActor>,
  filter: AuditFilter,
): AsyncGenerator<string> {
  const zone = await inCompany(context, caller, async (scope) => {
    await recordExport(scope, "audit_export");
    return companyTimeZone(scope);
  });
  const local = localTime(zone);
  yield beginFile([`time (${zone})`, "who", "what", "subject", "name", "changes"]);
  let before: number | undefined;
  for (;;) {
    const entries = await inCompany(context, caller, (scope) =>
      listAudit(scope, { ...filter, before }, pageSize),
    );
    if (entries.length > 0)
      yield entries
        .map(({ time, actor_name, verb, subject_type, subject_name, changes }) =>
          line([local(time), actor_name, verb, subject_type, subject_name, written(changes)]),
        )
        .join("");
    if (entries.length < pageSize) return;
    before = entries.at(-1)?.id;
  }
}

/** Writes `role: – → admin; note: …`. */
function written(changes: AuditEntry["changes"]): string {
  return Object.entries(changes)
    .map(([field, { from, to }]) => `${field}: ${text(from)} → ${text(to)}`)
    .join("; ");
}

const text = (value: unknown) =>
  value === null || value === undefined || value === ""
    ? "–"
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);
