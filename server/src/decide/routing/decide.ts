/** Chooses whom a waiting ticket is offered to, or says of each agent why not. Reads and writes nothing. */
import type { OfferWhy } from "@parley/contract/routing";
import type { NotOffered, OfferBasis, RoutingMode } from "@parley/contract/routing-words";
import type { Platform } from "@parley/contract/values";

export type RoutingAgent = {
  id: string;
  name: string;
  departments: string[];
  languages: string[];
  skills: string[];
  capacity: number;
  /** The part of it that the agent's open tickets and offers occupy. */
  load: number;
  away: boolean;
  /** The agent who takes over while this one is away. */
  cover: string | null;
  /** Online, or with a phone that receives push messages. */
  present: boolean;
  /** When the agent lost their last console. */
  leftOn: Date | null;
  onShift: boolean;
  /** The agent's newest offer: its place among all of the company, and its time. */
  lastTurn: number;
  lastOn: Date | null;
};

export type WaitingTicket = {
  id: string;
  departmentId: string;
  platform: Platform;
  /** The client's language, the first part of its tag. */
  language: string | null;
  tags: string[];
  /** The agent who handled the client's last ticket. */
  previous: string | null;
  /** Agents whose offers of it lapsed, with the place of the last. */
  passed: ReadonlyMap<string, number>;
};

/** The demands of a ticket. One that nobody in the department meets is left out. */
export type Needs = { language: string | null; skills: string[] };

export function needsOf({ language, tags }: WaitingTicket, agents: RoutingAgent[]): Needs {
  const spoken = language !== null && agents.some(({ languages }) => languages.includes(language));
  return {
    language: spoken ? language : null,
    skills: tags.filter((tag) => agents.some(({ skills }) => skills.includes(tag))).sort(),
  };
}

/** The first reason for which the agent can be offered nothing now, or not this ticket. */
export function reasonAgainst(agent: RoutingAgent, { language, skills }: Needs): NotOffered | null {
  if (agent.away) return "away";
  if (!agent.present) return "offline";
  if (!agent.onShift) return "off_shift";
  if (!hasRoom(agent)) return "full";
  if (language !== null && !agent.languages.includes(language)) return "language";
  return skills.every((skill) => agent.skills.includes(skill)) ? null : "skill";
}

export const hasRoom = ({ load, capacity }: RoutingAgent): boolean => load < capacity;

/** True for an agent who could be offered some ticket. */
export const isFree = (agent: RoutingAgent): boolean =>
  !agent.away && agent.present && agent.onShift && hasRoom(agent);

export type Choice = { agent: RoutingAgent; why: OfferWhy };

/**
 * Null where no agent of the department can have it. An agent who let an offer of the ticket lapse comes last; else
 * the client's last handler comes first, or the one who takes over for them; then the department's way decides.
 */
export function choose(ticket: WaitingTicket, mode: RoutingMode, all: RoutingAgent[]): Choice | null {
  const agents = all.filter(({ departments }) => departments.includes(ticket.departmentId));
  const needs = needsOf(ticket, agents);
  const able = agents.filter((agent) => reasonAgainst(agent, needs) === null);
  const passedOf = ({ id }: RoutingAgent) => ticket.passed.get(id) ?? 0;
  const first = Math.min(...able.map(passedOf));
  const next = able.filter((agent) => passedOf(agent) === first).sort(inOrder(mode));
  const known = preferred(ticket, all);
  const again = known && next.find(({ id }) => id === known.id);
  const agent = again ?? next[0];
  if (!agent) return null;
  const basis: OfferBasis = again && known ? known.basis : mode === "least_open" ? mode : "round_robin";
  const { load, capacity, lastOn } = agent;
  const last = lastOn?.toISOString() ?? null;
  return { agent, why: { basis, ...needs, load, capacity, last, others: able.length - 1 } };
}

function preferred({ previous }: WaitingTicket, all: RoutingAgent[]) {
  if (!previous) return null;
  const agent = all.find(({ id }) => id === previous);
  if (agent?.away && agent.cover) return { id: agent.cover, basis: "cover" as const };
  return { id: previous, basis: "previous" as const };
}

/** The longest without an offer first; with `least_open` those with the fewest open tickets before them. */
const inOrder = (mode: RoutingMode) => (one: RoutingAgent, other: RoutingAgent) =>
  (mode === "least_open" ? one.load - other.load : 0) ||
  one.lastTurn - other.lastTurn ||
  (one.id < other.id ? -1 : 1);
