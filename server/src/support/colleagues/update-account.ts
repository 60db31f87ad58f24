import type { AgentRow, updateAccount as updateAccountBody } from "@parley/contract/agents";
import type { z } from "zod";
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, forbidden, invalid } from "../../floor/errors/errors.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import { record } from "../../floor/ledger/record.ts";
import { notifyOldAddress } from "../../mail/notify-old-address.ts";
import { accessAgentToChange } from "../../people/agents/access.ts";
import { readDepartments } from "../../people/agents/departments.ts";
import { viewAgentRow } from "../../people/agents/rows.ts";
import { writeAgent } from "../../people/agents/write.ts";
import { isEmail } from "../../people/passwords/check.ts";
import { discardAddressChange } from "../../sign-in/address/address-change.ts";
import { endSessions } from "../../sign-in/session/session.ts";
import { changeSight, lockWanted } from "./change-departments.ts";

/**
 * Changes an agent's name, address and departments. Notifies the old address; the new one is confirmed at the next
 * sign-in. An administrator who changes their own account signs in again; an agent who gets other
 * departments sees their tickets at once, and releases those they no longer see. 403 for their own address, 409 where another
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
    department_id: given.departmentid.toLowerCase(),
  };
  if (Object.values(wanted).some((value) => value === "")) throw invalid("some_fields_missing");
  if (!isEmail(wanted.email)) throw invalid("email_invalid");
  const agent = await accessAgentToChange(scope, given.userid);
  const before = { ...agent, departments: await readDepartments(scope, agent.id) };
  if (given.seen && isChanged(before, given.seen)) throw conflict("conflict", "agent_changed");
  const further = given.departmentids?.map((id) => id.toLowerCase());
  const departments = { home: wanted.department_id, further };
  await lockWanted(scope, departments);
  const readdressed = agent.email.toLowerCase() !== wanted.email.toLowerCase();
  // The agent's own address is changed with their password, which this form does not ask for.
  if (readdressed && agent.id === scope.actor.id) throw forbidden("own_email_in_profile");
  const moves = agent.department_id !== wanted.department_id;
  const left = moves ? await viewAgentRow(scope, agent.id) : null;
  await writeAgent(scope, agent.id, { ...wanted, ...(readdressed && { email_confirmed_on: null }) });
  if (readdressed) await discardAddressChange(scope, agent.id);
  await notifyOldAddress(context, scope, agent, wanted.email);
  if (agent.id === scope.actor.id) await endSessions(context, scope, { agentId: agent.id });
  const sight = { agent, before: before.departments, wanted: departments };
  const changedSight = await changeSight(context, scope, sight);
  const row = await viewAgentRow(scope, agent.id);
  const { id, ...fields } = agent;
  const changes = {
    ...changesBetween(fields, wanted),
    // The audit log shows names, not ids.
    ...(left && { department: { from: left.department_name, to: row.department_name } }),
    ...changedSight,
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
  agent: {
    email: string;
    first_name: string;
    last_name: string;
    department_id: string;
    departments: string[];
  },
  { departmentid, departmentids, ...seen }: Seen,
): boolean {
  const { email, first_name, last_name, department_id } = agent;
  const departments = agent.departments.join();
  const shown = departmentids ? departmentids.toSorted().join() : departments;
  return (
    Object.keys(
      changesBetween(
        { email, first_name, last_name, department_id, departments },
        { ...seen, department_id: departmentid, departments: shown },
      ),
    ).length > 0
  );
}
