/**
 * Permissions as pure rules for both sides. The server enforces them; the console uses the same functions so that no
 * control is offered for an action that would be refused. Free of zod, which the console's first load does without;
 * the schemas of these types are in `permission-shapes.ts`.
 */
import { type Ability, abilitiesOf, type Role } from "./abilities.ts";

/** The ids of the departments whose tickets an actor sees. */
export type Departments = "all" | readonly string[];

export type Rights = { abilities: ReadonlySet<Ability>; departments: Departments };

/** A signed-in agent. */
export type Actor = Rights & { id: string };
/** Any identity; the desk itself has no id. */
type AnyActor = Rights & { id: string | null; kind?: string };

/** `departmentids` are the departments that the agent sees whatever their role. */
export type AgentFacts = { role: Role; departmentids: readonly string[] };

/** The facts of a ticket for the rules. `userid` is the handler. */
export type TicketFacts = { departmentid: string; userid: string | null; closed_on: string | Date | null };

export type TicketAbilities = {
  accept: boolean;
  reply: boolean;
  close: boolean;
  reassign: boolean;
  /** Marking it as spam or as no spam, also once it is closed. */
  spam: boolean;
  /** Deleting it, open or closed. */
  delete: boolean;
};
export type TicketAbility = keyof TicketAbilities;

/** True for admins and moderators, who see the tickets of every department; an agent sees those of the departments given. */
export function seesAllDepartments(agent: Pick<AgentFacts, "role">): boolean {
  return agent.role === "admin" || agent.role === "moderator";
}

export function rightsOf(agent: AgentFacts): Rights {
  return {
    abilities: abilitiesOf(agent.role),
    departments: seesAllDepartments(agent) ? "all" : agent.departmentids,
  };
}

export function seesDepartment({ departments }: Pick<Rights, "departments">, departmentid: string): boolean {
  return departments === "all" || departments.includes(departmentid);
}

export function maySeeTicket(actor: AnyActor, ticket: Pick<TicketFacts, "departmentid">): boolean {
  return actor.abilities.has("readTickets") && seesDepartment(actor, ticket.departmentid);
}

export function abilitiesOn(actor: AnyActor, ticket: TicketFacts): TicketAbilities {
  const sees = maySeeTicket(actor, ticket);
  const open = ticket.closed_on === null;
  const answers = sees && actor.abilities.has("answerTickets");
  // A program handles no ticket: it works in all that it sees, and accepts none.
  const program = actor.kind === "api_key";
  const handles = answers && ticket.userid !== null && ticket.userid === actor.id;
  const mayManage = handles || (answers && program) || (sees && actor.abilities.has("manageTickets"));
  return {
    accept: open && answers && !program && ticket.userid === null,
    reply: open && (handles || (sees && program)) && actor.abilities.has("sendReplies"),
    close: open && mayManage,
    reassign: open && mayManage,
    spam: mayManage,
    delete: sees && actor.abilities.has("deleteTickets"),
  };
}
