import type { AgentRow, updateAccount as updateAccountBody } from "@parley/contract/agents";
import { seesAllDepartments } from "@parley/contract/permissions";
import type { z } from "zod";
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, forbidden, invalid } from "../../floor/errors/errors.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import { record } from "../../floor/ledger/record.ts";
import { notifyOldAddress } from "../../mail/notify-old-address.ts";
import { accessAgentToChange } from "../../people/agents/access.ts";
import { viewAgentRow } from "../../people/agents/rows.ts";
import { writeAgent } from "../../people/agents/write.ts";
import { lockOpenDepartment } from "../../people/departments/pick.ts";
import { isEmail } from "../../people/passwords/check.ts";
import { discardAddressChange } from "../../sign-in/address/address-change.ts";
import { endSessions } from "../../sign-in/session/session.ts";
import { releaseTickets } from "../tickets/release.ts";

/**
 * Changes an agent's name, address and department. Notifies the old address; the new one is confirmed at the next
 * sign-in. An administrator who changes their own account signs in again; an agent who moves to another department
 * sees its tickets at once, and releases those they no longer see. 403 for their own address, 409 where another
 * administrator has changed what `given.seen` shows.
 */
export async function updateAccount(
  context: Pick<Context, "live" | "secrets">,
  scope: Scope<AgentActor>,
  given: z.output<typeof updateAccountBody>,
): Promise<AgentRow> {
  const wanted = {
    email: given.email.trim(),
    first_name: given.first_name.trim(),
    last_name: given.last_name.trim(),
    department_id: given.departmentid,
  };
  if (Object.values(wanted).some((value) => value === "")) throw invalid("some_fields_missing");
  if (!isEmail(wanted.email)) throw invalid("email_invalid");
  const agent = await accessAgentToChange(scope, given.userid);
  if (given.seen && isChanged(agent, given.seen)) throw conflict("conflict", "agent_changed");
  await lockOpenDepartment(scope, wanted.department_id);
  const readdressed = agent.email.toLowerCase() !== wanted.email.toLowerCase();
  // The agent's own address is changed with their password, which this form does not ask for.
  if (readdressed && agent.id === scope.actor.id) throw forbidden("own_email_in_profile");
  const moves = agent.department_id !== wanted.department_id;
  const left = moves ? await viewAgentRow(scope, agent.id) : null;
  await writeAgent(scope, agent.id, { ...wanted, ...(readdressed && { email_confirmed_on: null }) });
  if (readdressed) await discardAddressChange(scope, agent.id);
  await notifyOldAddress(context, scope, agent, wanted.email);
  if (agent.id === scope.actor.id) await endSessions(context, scope, { agentId: agent.id });
  else if (moves) scope.afterCommit(() => context.live.refreshRooms(scope.companyId, agent.id));
  if (moves && !seesAllDepartments(agent))
    await releaseTickets(scope, agent.id, { exceptIn: wanted.department_id });
  const row = await viewAgentRow(scope, agent.id);
  const { id, ...before } = agent;
  const changes = {
    ...changesBetween(before, wanted),
    // The audit log shows names, not ids.
    ...(left && { department: { from: left.department_name, to: row.department_name } }),
  };
  await record(scope, {
    kind: "agent_update",
    subject: id,
    name: agentName(wanted),
    facts: { fields: Object.keys(changes) },
    changes,
    inHand: { row },
  });
  return row;
}

type Seen = NonNullable<z.output<typeof updateAccountBody>["seen"]>;

function isChanged(
  agent: { email: string; first_name: string; last_name: string; department_id: string },
  { departmentid, ...seen }: Seen,
): boolean {
  const { email, first_name, last_name, department_id } = agent;
  return (
    Object.keys(
      changesBetween(
        { email, first_name, last_name, department_id },
        { ...seen, department_id: departmentid },
      ),
    ).length > 0
  );
}
