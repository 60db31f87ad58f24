/**
 * Who may see and do what, as pure rules both sides ask. The server enforces them; the console asks the same
 * functions so that a control is never offered for something that would be refused. Free of zod, which the console's
 * first load does without; the schemas of these types are in `permission-shapes.ts`.
 */
import type { Role } from "./abilities.ts";

export type Actor = { id: string; role: Role; departmentid: string };

/** What the rules need to know of a ticket. `userid` is the handler. */
export type TicketFacts = { departmentid: string; userid: string | null; closed_on: string | Date | null };

export type TicketAbilities = { accept: boolean; reply: boolean; close: boolean; reassign: boolean };
export type TicketAbility = keyof TicketAbilities;

/** Admins and moderators see the tickets of every department, an agent those of their own. */
export function seesAllDepartments(actor: Pick<Actor, "role">): boolean {
  return actor.role === "admin" || actor.role === "moderator";
}

export function maySeeTicket(actor: Actor, ticket: Pick<TicketFacts, "departmentid">): boolean {
  return seesAllDepartments(actor) || actor.departmentid === ticket.departmentid;
}

export function abilitiesOn(actor: Actor, ticket: TicketFacts): TicketAbilities {
  const open = maySeeTicket(actor, ticket) && ticket.closed_on === null;
  const handles = ticket.userid === actor.id;
  const mayManage = open && (handles || seesAllDepartments(actor));
  return {
    accept: open && ticket.userid === null,
    reply: open && handles,
    close: mayManage,
    reassign: mayManage,
  };
}
