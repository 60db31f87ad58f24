/**
 * Rooms of events: per company and department, per company for those who see every department, per agent, credential
 * and process; the rule that answers HTTP also decides a socket's rooms.
 */
import type { AgentActor } from "./actor.ts";

export type Room = string & { readonly brand: "Room" };

const room = (name: string) => name as Room;

export const rooms = {
  company: (companyId: string) => room(`company:${companyId}`),
  admins: (companyId: string) => room(`company:${companyId}:admins`),
  everyDepartment: (companyId: string) => room(`company:${companyId}:departments`),
  department: (companyId: string, departmentId: string) =>
    room(`company:${companyId}:department:${departmentId}`),
  agent: (companyId: string, agentId: string) => room(`company:${companyId}:agent:${agentId}`),
  /** Named by the key of an identity: its sockets are disconnected when it ends. */
  credential: (key: string) => room(`credential:${key}`),
  process: (id: string) => room(`process:${id}`),
  /** The sockets with the ticket on screen. */
  ticketView: (companyId: string, ticketId: string) => room(`company:${companyId}:ticket:${ticketId}`),
  /** Sockets of agents who were mentioned in the ticket and do not see its department. */
  ticketSight: (companyId: string, ticketId: string) => room(`company:${companyId}:sight:${ticketId}`),
};

/** The rooms of a signed-in agent's sockets. */
export function roomsOf(actor: AgentActor): Room[] {
  const own = [rooms.company(actor.companyId), rooms.agent(actor.companyId, actor.id)];
  if (actor.abilities.has("manageAgents")) own.push(rooms.admins(actor.companyId));
  const { companyId, departments } = actor;
  if (departments === "all") return [...own, rooms.everyDepartment(companyId)];
  return [...own, ...departments.map((id) => rooms.department(companyId, id))];
}

/** The rooms of agents who may see a ticket of this department, or were mentioned in it. */
export function audienceOf(companyId: string, departmentId: string, ticketId: string): Room[] {
  return [
    rooms.everyDepartment(companyId),
    rooms.department(companyId, departmentId),
    rooms.ticketSight(companyId, ticketId),
  ];
}
