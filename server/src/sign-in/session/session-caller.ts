/** A call in an agent's session. */
import type { Role } from "@parley/contract/abilities";
import { agentActor } from "../../floor/actors/actor.ts";
import type { Asked, CallersTogether, SessionCaller } from "../../floor/actors/caller.ts";
import { agentName } from "../../floor/actors/name.ts";
import { signedOut, twoStepRequired } from "../../floor/errors/errors.ts";
import { hashOfKey, type Session } from "./session.ts";

/** The row that `find_caller` and `find_signed_in` return, and what `departments_of` does. */
type CallerRow = {
  agent_id: string;
  role: Role;
  department_id: string;
  departments: string[];
  first_name: string;
  last_name: string;
  lacks_two_step: boolean;
};

const sessionCallers: CallersTogether = {
  select(callers, now) {
    const hashes = (callers as SessionCaller[]).map(({ tokenHash }) => `'\\x${tokenHash.toString("hex")}'`);
    const tokens = `array[${hashes.join(", ")}]::bytea[]`;
    return `select (h.place - 1)::integer as at, to_json(c) as caller
      from unnest(${tokens}) with ordinality h (hash, place)
      join (select s.*, departments_of(s.company_id, s.agent_id) as departments
        from find_signed_in(${tokens}, '${now.toISOString()}') s) c on c.token_hash = h.hash`;
  },
};

/** `hold` locks the agent's row and the session. */
export function callerOf(
  { actor: { companyId, id }, key }: Pick<Session, "actor" | "key">,
  { needs, beforeTwoStep }: Asked = { needs: "account", beforeTwoStep: false },
): SessionCaller {
  return {
    kind: "caller",
    companyId,
    id,
    needs,
    tokenHash: hashOfKey(key),
    together: sessionCallers,
    select: (now, hold) =>
      `select s.*, departments_of('${companyId}', s.agent_id) as departments
        from find_caller('\\x${key}', '${now.toISOString()}', ${hold}) s`,
    actorOf(row) {
      const agent = row as CallerRow | undefined;
      if (!agent) throw signedOut();
      if (agent.lacks_two_step && !beforeTwoStep) throw twoStepRequired();
      return agentActor({
        companyId,
        id: agent.agent_id,
        role: agent.role,
        departmentid: agent.department_id,
        departmentids: agent.departments,
        name: agentName(agent),
      });
    },
  };
}
