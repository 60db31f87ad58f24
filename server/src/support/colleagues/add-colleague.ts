import type { RegisterAgent } from "@parley/contract/agent-registration";
import type { AgentRow } from "@parley/contract/agents";
import type { BareReason } from "@parley/contract/reasons";
import type { Caller } from "../../floor/actors/caller.ts";
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import { inCompany } from "../../floor/database/scope.ts";
import { invalid } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { accessAgentToChange } from "../../people/agents/access.ts";
import { registerAgent } from "../../people/agents/register.ts";
import { viewAgentRow } from "../../people/agents/rows.ts";
import { lockOpenDepartment } from "../../people/departments/pick.ts";
import { isEmail, passwordFaults } from "../../people/passwords/check.ts";
import { hashPassword, saltOf } from "../../people/passwords/password.ts";

/**
 * An administrator gives a colleague an account, whose address is not confirmed: whether another company has it makes no
 * difference. Throws 400 with every text of the catalogue that applies, 404 for a department that is not the company's,
 * 409 when a colleague has the address.
 */
export async function addColleague(
  context: Context,
  caller: Caller,
  given: RegisterAgent,
): Promise<AgentRow> {
  const faults = await faultsIn(given);
  if (faults.length > 0) throw invalid(faults.length === 1 && faults[0] ? faults[0] : faults);
  // The hash is computed before the unit of work: it is slow, and no row should be locked meanwhile.
  const passwordHash = await hashPassword(given.pass, saltOf(context, given.email));
  return inCompany(context, caller, async (scope) => {
    await accessAgentToChange(scope, caller.id);
    await lockOpenDepartment(scope, given.department);
    const colleague = {
      email: given.email.trim(),
      firstName: given.firstName.trim(),
      lastName: given.lastName.trim(),
      departmentid: given.department,
      role: given.isAdmin ? "admin" : given.isModerator ? "moderator" : null,
      passwordHash,
      addressConfirmed: false,
    } as const;
    const { userid } = await registerAgent(scope, colleague);
    const name = agentName({ first_name: colleague.firstName, last_name: colleague.lastName });
    const { role } = colleague;
    const row = await viewAgentRow(scope, userid);
    await record(scope, {
      kind: "agent_register",
      subject: userid,
      name,
      facts: { role },
      changes: role ? { role: { from: null, to: role } } : {},
      inHand: { row },
    });
    return row;
  });
}

async function faultsIn(given: RegisterAgent): Promise<BareReason[]> {
  const { email, pass, confirmPassword, firstName, lastName, department } = given;
  const faults: BareReason[] = [];
  const required = [email, pass, confirmPassword, firstName, lastName, department];
  if (required.some((value) => !value.trim())) faults.push("some_fields_missing");
  if (pass !== confirmPassword) faults.push("passwords_differ");
  if (email.trim() && !isEmail(email.trim())) faults.push("email_invalid");
  if (pass.trim()) faults.push(...(await passwordFaults(pass)));
  return faults;
}
