import type { LeavingChoice } from "@parley/contract/leaving";
import { limits } from "@parley/contract/limits";
import type { OpeningHours } from "@parley/contract/open-days";

import { instantOf, offsetAt } from "@parley/contract/wall-clock";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict, invalid } from "../../floor/errors/errors.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { nextOpening } from "../hours/open.ts";
import { readHoursOf } from "../hours/rows.ts";
import type { TicketRow } from "../ticket/access.ts";

type Clock = { zone: string; hours: OpeningHours | null };

const hour = 3_600_000;
const day = 24 * hour;

/** The clock by which a ticket's times are meant: that of the hours in force in its department, else the company's. */
export async function clockOf(
  scope: Scope,
  { department_id }: Pick<TicketRow, "department_id">,
): Promise<Clock> {
  const hours = await readHoursOf(scope, department_id);
  return { zone: hours?.time_zone ?? (await companyTimeZone(scope)), hours };
}

export const openingAfter = (now: Date, { hours }: Clock): Date | null => hours && nextOpening(hours, now);

/** When a text leaves: by one of the choices, or at a time on the wall clock. Null: there is no opening. */
export function leavingTime(leaves: LeavingChoice | string, now: Date, clock: Clock): Date | null {
  if (leaves === "held") return new Date(now.getTime() + limits.takeBack);
  if (leaves === "hour") return new Date(now.getTime() + hour);
  if (leaves === "opening") return openingAfter(now, clock);
  if (leaves === "tomorrow") {
    const wall = now.getTime() + offsetAt(clock.zone, now.getTime());
    return new Date(instantOf(clock.zone, (Math.floor(wall / day) + 1) * day + 9 * hour));
  }
  return new Date(instantOf(clock.zone, Date.parse(`${leaves}Z`)));
}

/** The time at which a text of the ticket leaves. Refuses one in the past, beyond a year, or after the reply window. */
export async function dueOn(
  scope: Scope,
  ticket: Pick<TicketRow, "department_id" | "reply_window_until">,
  leaves: string,
): Promise<Date> {
  const due = leavingTime(leaves, scope.now, await clockOf(scope, ticket));
  if (!due) throw invalid("outgoing_no_opening");
  if (due <= scope.now) throw invalid("outgoing_past");
  if (due.getTime() > scope.now.getTime() + limits.outgoingAhead) throw invalid("outgoing_far");
  const { reply_window_until: until } = ticket;
  if (until && until > scope.now && until <= due) throw conflict("conflict", "outgoing_after_window");
  return due;
}
