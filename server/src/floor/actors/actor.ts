/** The actor of a unit of work. Rules and records use the fields that all kinds share; `kind` says whose the id is. */
import { type Ability, abilities, type Role } from "@parley/contract/abilities";
import type { keyAbilities } from "@parley/contract/key-abilities";
import { type Departments, rightsOf } from "@parley/contract/permissions";

type Shared<Kind extends string, Id extends string | null> = {
  kind: Kind;
  companyId: string;
  id: Id;
  /** The name in the timeline and the audit log. */
  name: string;
  abilities: ReadonlySet<Ability>;
  /** The departments whose tickets the actor sees. */
  departments: Departments;
};

export type AgentActor = Shared<"agent", string> & { role: Role; departmentid: string };

/**
 * Abilities that other identities than agents may have: calls that read and write no row of the acting agent. A verb of
 * one of these abilities takes a scope of any actor.
 */
export const sharedAbilities = [
  "readColleagues",
  "readTickets",
  "readClients",
  "readReports",
] as const satisfies Ability[];
export type SharedAbility = (typeof sharedAbilities)[number];
type Limited<Kind extends string> = Shared<Kind, string> & { abilities: ReadonlySet<SharedAbility> };

/** Abilities that a key may give a program: those of the calls below `/api/v1`. */
export type ProgramAbility = (typeof keyAbilities)[number];

/** A program of the company's, with a key that an administrator made. */
export type ApiKeyActor = Shared<"api_key", string> & { abilities: ReadonlySet<ProgramAbility> };
/** The actor of a call with a key: a program, or the agent whose key it is. */
export type ProgramActor = AgentActor | ApiKeyActor;
/** A client on a website, who sees only their own conversation. */
type VisitorActor = Limited<"visitor">;
type AssistantActor = Limited<"assistant">;
/** A rule of the company's. */
export type RuleActor = Limited<"rule">;
/** An actor that changes tickets: an agent, a program or a rule. */
export type ChangingActor = ProgramActor | RuleActor;
/** The desk itself on behalf of a company: a webhook, a worker, the command line. */
export type DeskActor = Shared<"desk", null>;

export type Actor = AgentActor | VisitorActor | ApiKeyActor | RuleActor | DeskActor | AssistantActor;

/** Actors that call over HTTP or a socket. */
export type CallActor = AgentActor | VisitorActor | ApiKeyActor;

/** The kinds of actor that may have this ability. */
export type ActorWith<Needs> = Needs extends SharedAbility ? CallActor : AgentActor;

export type AgentFields = Pick<AgentActor, "companyId" | "id" | "role" | "departmentid" | "name"> & {
  departmentids: string[];
};

export const agentActor = ({ departmentids, ...agent }: AgentFields): AgentActor => ({
  kind: "agent",
  ...agent,
  ...rightsOf({ role: agent.role, departmentids }),
});

/** The agent who acts; null for a program and the desk. */
export const agentIdOf = ({ kind, id }: Actor): string | null => (kind === "agent" ? id : null);

/** True for an agent, who may do more than the ability gives everyone. */
export const isAgents = <S extends { actor: Actor }>(scope: S): scope is S & { actor: AgentActor } =>
  scope.actor.kind === "agent";

const everything: ReadonlySet<Ability> = new Set(abilities);

export const deskActor = (companyId: string): DeskActor => ({
  kind: "desk",
  companyId,
  id: null,
  name: "Parley",
  abilities: everything,
  departments: "all",
});
