import type { Role } from "@parley/contract/abilities";
import type { Invite, Invited } from "@parley/contract/invitations";
import type { BareReason } from "@parley/contract/reasons";
import { signInLimits } from "@parley/contract/sign-in-limits";
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, invalid, notFound } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { linkTo } from "../../mail/compose.ts";
import { queueMail } from "../../mail/queue.ts";
import { accessAgentToChange } from "../../people/agents/access.ts";
import { lockOpenDepartment } from "../../people/departments/pick.ts";
import { isEmail } from "../../people/passwords/check.ts";
import { hashOf, newToken } from "../session/session.ts";
import { isOpen, viewInvitation } from "./list.ts";

type Needs = Pick<Context, "config" | "secrets">;

/** Throws 400 with every text of the catalogue that applies. */
export function checkInvite({ email, firstName, lastName, department }: Invite): void {
  const faults: BareReason[] = [];
  if ([email, firstName, lastName, department].some((value) => !value.trim()))
    faults.push("some_fields_missing");
  if (email.trim() && !isEmail(email.trim())) faults.push("email_invalid");
  if (faults.length > 0) throw invalid(faults.length === 1 && faults[0] ? faults[0] : faults);
}

/**
 * Invites a colleague by mail. An account in another company makes no difference here: the mail says so. Throws 404
 * for a department that is not the company's, 409 when a colleague has the address or was invited.
 */
export async function inviteAgent(context: Needs, scope: Scope<AgentActor>, given: Invite): Promise<Invited> {
  await accessAgentToChange(scope, scope.actor.id);
  await lockOpenDepartment(scope, given.department);
  const email = given.email.trim();
  await checkFree(scope, email);
  const role: Role = given.isAdmin ? "admin" : given.isModerator ? "moderator" : null;
  const token = newToken();
  const names = { first_name: given.firstName.trim(), last_name: given.lastName.trim() };
  const { id } = await scope.db
    .insertInto("invitation")
    .values({
      company_id: scope.companyId,
      email,
      ...names,
      department_id: given.department,
      role,
      created_on: scope.now,
      ...sentNow(scope, token),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await record(scope, {
    kind: "agent_invite",
    subject: id,
    name: agentName(names),
    facts: { role },
    changes: { email: { from: null, to: email }, ...(role && { role: { from: null, to: role } }) },
  });
  return mailInvitation(context, scope, id, token);
}

/** Sends a new link: the previous one is void. 404 when it is not open. */
export async function inviteAgain(context: Needs, scope: Scope<AgentActor>, id: string): Promise<Invited> {
  await accessAgentToChange(scope, scope.actor.id);
  const token = newToken();
  const sent = await scope.db
    .updateTable("invitation")
    .set(sentNow(scope, token))
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .where(isOpen)
    .returning(["first_name", "last_name"])
    .executeTakeFirst();
  if (!sent) throw notFound();
  await record(scope, { kind: "agent_invite_again", subject: id, name: agentName(sent), facts: {} });
  return mailInvitation(context, scope, id, token);
}

/** Withdraws the invitation: its link opens nothing any more. 404 when it is not open. */
export async function withdrawInvitation(scope: Scope<AgentActor>, id: string): Promise<void> {
  await accessAgentToChange(scope, scope.actor.id);
  const withdrawn = await scope.db
    .updateTable("invitation")
    .set({ withdrawn_on: scope.now, withdrawn_by: scope.actor.id })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .where(isOpen)
    .returning(["first_name", "last_name"])
    .executeTakeFirst();
  if (!withdrawn) throw notFound();
  await record(scope, {
    kind: "agent_withdraw_invitation",
    subject: id,
    name: agentName(withdrawn),
    facts: {},
  });
}

/** Requires the lock of `accessAgentToChange`, so that the counts hold. */
async function checkFree(scope: Scope, email: string): Promise<void> {
  const colleague = await scope.db
    .selectFrom("agent")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
  if (colleague) throw conflict("conflict", "email_taken");
  const open = await scope.db
    .selectFrom("invitation")
    .select("email")
    .where("company_id", "=", scope.companyId)
    .where(isOpen)
    .execute();
  if (open.some((one) => one.email.toLowerCase() === email.toLowerCase()))
    throw conflict("conflict", "already_invited");
  if (open.length >= signInLimits.invitationsOpen) throw conflict("conflict", "too_many_invitations");
}

const sentNow = (scope: Scope<AgentActor>, token: string) => ({
  token_hash: hashOf(token),
  invited_by: scope.actor.id,
  sent_on: scope.now,
  expires_on: new Date(scope.now.getTime() + signInLimits.invitationLives),
});

async function mailInvitation(
  { config, secrets }: Needs,
  scope: Scope<AgentActor>,
  id: string,
  token: string,
): Promise<Invited> {
  const invitation = await viewInvitation(scope, id);
  const { name: company, lang } = await scope.db
    .selectFrom("company")
    .innerJoin("agent", "agent.company_id", "company.company_id")
    .select(["company.name", "agent.lang"])
    .where("agent.company_id", "=", scope.companyId)
    .where("agent.id", "=", scope.actor.id)
    .executeTakeFirstOrThrow();
  const content = {
    kind: "invitation",
    token,
    name: agentName(invitation),
    lang,
    inviter: scope.actor.name,
    company,
  } as const;
  const until = new Date(invitation.expires_on);
  await queueMail({ db: scope.db, now: scope.now, secrets }, { address: invitation.email, content, until });
  return { invitation, link: config.smtpUrl ? null : linkTo(config, "/invitation", token) };
}
