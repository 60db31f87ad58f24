/** A call from outside, and the rights of its identity as of the unit of work it opens. */
import type { Ability } from "@parley/contract/abilities";
import { keyAbilities } from "@parley/contract/key-abilities";
import { forbidden, signedOut } from "../errors/errors.ts";
import { type AgentActor, type CallActor, sharedAbilities } from "./actor.ts";

/** The requirements of a call. */
export type Asked = {
  needs: Ability;
  /** The call is also open to an agent who must still set up the second step their company requires. */
  beforeTwoStep: boolean;
  /** The call is one of those for programs. */
  programs?: boolean;
};

/**
 * Proof of an identity, and what the call requires of it. It has no abilities and no departments: the statement that
 * begins the unit of work reads those, since a body may arrive minutes after the headers.
 */
export type Caller<A extends CallActor = AgentActor> = {
  kind: "caller";
  companyId: string;
  /** The actor's id. */
  id: string;
  needs: Ability;
  /** The call is one of those for programs. */
  programs?: boolean;
  /**
   * The SQL that reads the identity and its present rights, run as the last statement of the unit of work's beginning,
   * within the company. `hold` locks what it reads until the unit of work ends.
   */
  select(now: Date, hold: boolean): string;
  /** Reads several callers of this kind at once. */
  readonly together?: CallersTogether;
  /** Throws 401 when the row shows that the proof is no longer valid. */
  actorOf(row: unknown): A;
};

export type CallersTogether = {
  /**
   * SQL of `at`, the index in `callers`, and `caller`, the row of `select` as JSON, without a lock. Callers whose proof
   * is no longer valid have no row.
   */
  select(callers: Caller<CallActor>[], now: Date): string;
};

/** A call in an agent's session. */
export type SessionCaller = Caller & {
  /** SHA-256 of the session's token. */
  tokenHash: Buffer;
};

const shared: ReadonlySet<Ability> = new Set(sharedAbilities);
const ofKeys: ReadonlySet<Ability> = new Set(keyAbilities);

/** An ability of agents alone never counts for another identity, whatever it was given. */
export const mayCall = (actor: CallActor, needs: Ability, programs = false): boolean => {
  const held: ReadonlySet<Ability> = actor.abilities;
  return held.has(needs) && (actor.kind === "agent" || (programs ? ofKeys : shared).has(needs));
};

/** Throws 401 when the identity has ended, 403 when its abilities no longer suffice. */
export function actorOfCaller<A extends CallActor>(caller: Caller<A>, row: unknown): A {
  const actor = caller.actorOf(row);
  if (actor.id !== caller.id || actor.companyId !== caller.companyId) throw signedOut();
  if (!mayCall(actor, caller.needs, caller.programs)) throw forbidden();
  return actor;
}
