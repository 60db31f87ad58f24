/** The effect of a colleague's changed name, picture or department on the screen, pure and idempotent. */
import type { Colleague } from "@parley/contract/agents";
import type { ServerEvents } from "@parley/contract/events";
import type { Profile } from "@parley/contract/sessions";
import { nameOf } from "./name.ts";

export type AgentUpdate = ServerEvents["updateAgent"];

/** The enabled agents by name, as a fetch would return them. */
export function reduceColleagues(
  old: Colleague[] | undefined,
  { enabled, ...update }: AgentUpdate,
): Colleague[] | undefined {
  if (!old) return old;
  const before = old.find(({ userid }) => userid === update.userid);
  // Presence has its own events, which may have overtaken this one.
  const row = before ? { ...update, status: before.status } : update;
  if (!enabled) return before ? old.filter((one) => one !== before) : old;
  // The rest keeps the server's order, whose alphabet may not be this browser's.
  if (before && nameOf(before) === nameOf(row)) return old.map((one) => (one === before ? row : one));
  const others = old.filter((one) => one !== before);
  const after = others.findIndex((one) => nameOf(one).localeCompare(nameOf(row)) > 0);
  return others.toSpliced(after < 0 ? others.length : after, 0, row);
}

/** The agent's own profile after a change in another tab or by an administrator. */
export function reduceProfile(old: Profile | undefined, row: AgentUpdate): Profile | undefined {
  if (!old || old.userid !== row.userid) return old;
  return {
    ...old,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    profilePic: row.profile_pic,
    departmentName: row.department,
    departmentid: row.departmentid,
    departmentids: row.departmentids,
  };
}

/** A ticket after its handler's name changed. */
export function renameHandler<Shown extends { userid: string | null; user_name: string | null }>(
  ticket: Shown,
  row: AgentUpdate,
): Shown {
  const name = nameOf(row);
  return ticket.userid === row.userid && ticket.user_name !== name ? { ...ticket, user_name: name } : ticket;
}
