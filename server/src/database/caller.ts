/** A call of a signed-in agent, and the agent's rights as of the unit of work it opens. */
import { type Ability, abilitiesOf, type Role } from "@parley/contract/abilities";
import { agentName } from "../agents/view.ts";
import { forbidden, signedOut, twoStepRequired } from "../http/errors.ts";
import type { AgentActor } from "./scope.ts";

/**
 * Proof of a session and what the call asks of its agent. It has no role and no department: those are read by the
 * statement that begins the unit of work, since a body may arrive minutes after the headers.
 */
export type Caller = {
  kind: "caller";
  companyId: string;
  /** The agent's. */
  id: string;
  /** SHA-256 of the session's token. */
  tokenHash: Buffer;
  /** What the call needs. */
  needs: Ability;
  /** Also for an agent who has yet to set up the second step that their company asks for. */
  beforeTwoStep: boolean;
};

export type CallerRow = {
  agent_id: string;
  role: Role;
  department_id: string;
  first_name: string;
  last_name: string;
  lacks_two_step: boolean;
};

/** `hold` locks the agent's row and the session until the unit of work ends. */
export const findCaller = ({ tokenHash }: Caller, now: Date, hold: boolean): string =>
  `select * from find_caller('\\x${tokenHash.toString("hex")}', '${now.toISOString()}', ${hold})`;

/** Throws 401 when the session has ended or the agent is disabled, 403 when the role no longer suffices. */
export function actorOf(
  { companyId, id, needs, beforeTwoStep }: Caller,
  row: CallerRow | undefined,
): AgentActor {
  if (row?.agent_id !== id) throw signedOut();
  if (row.lacks_two_step && !beforeTwoStep) throw twoStepRequired();
  if (!abilitiesOf(row.role).has(needs)) throw forbidden();
  return {
    kind: "agent",
    companyId,
    id,
    role: row.role,
    departmentid: row.department_id,
    name: agentName(row),
  };
}
