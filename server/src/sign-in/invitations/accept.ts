/** Accepting an invitation: choosing a password creates the account and a session. */
import type { AcceptInvitation, OpenedInvitation } from "@parley/contract/invitations";
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, inCompany, inCompanyAs, type Scope } from "../../floor/database/scope.ts";
import { invalid, Refusal } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { registerAgent } from "../../people/agents/register.ts";
import { viewAgentRow } from "../../people/agents/rows.ts";
import { lockOpenDepartment } from "../../people/departments/pick.ts";
import { passwordFaults } from "../../people/passwords/check.ts";
import { hashPassword } from "../../people/passwords/password.ts";
import { type Browser, completeSignIn, endPreviousSession } from "../session/complete-sign-in.ts";
import { hashOf } from "../session/session.ts";
import { actorOf, findById, type SignedIn, viewSignedIn } from "../session/sign-in-account.ts";
import { isOpen } from "./list.ts";

export const invitationOver = () => new Refusal(404, "not_found", "invitation_over");

/** Throws 404 for a token that is unknown, used, withdrawn, replaced or expired, without a difference. */
export async function openInvitation(context: Context, token: string): Promise<OpenedInvitation> {
  const { email, first_name, company_name } = await findOpen(context, token);
  return { email, firstName: first_name, companyName: company_name };
}

/**
 * Creates the account, whose address is confirmed by the mail, and signs in. Throws 400 with the password's faults,
 * 404 as above, 409 when the address has an account.
 */
export async function acceptInvitation(
  context: Context,
  given: AcceptInvitation,
  browser: Browser,
): Promise<SignedIn> {
  const { token, password, confirmPassword, lang } = given;
  const { company_id: companyId } = await findOpen(context, token);
  if (!password || !confirmPassword) throw invalid("fill_all_fields");
  if (password !== confirmPassword) throw invalid("reset_passwords_differ");
  const faults = await passwordFaults(password);
  if (faults.length > 0) throw invalid(["password_too_weak", ...faults]);
  const passwordHash = await hashPassword(password);
  const userid = await inCompany(context, { kind: "desk", companyId }, async (scope) => {
    const invitation = await markAccepted(scope, token);
    const account = await registerAgent(
      scope,
      {
        email: invitation.email,
        firstName: invitation.first_name,
        lastName: invitation.last_name,
        departmentid: invitation.department_id,
        role: invitation.role,
        passwordHash,
        addressConfirmed: true,
        lang,
      },
      "email_in_use",
    );
    await scope.db
      .updateTable("invitation")
      .set({ agent_id: account.userid })
      .where("company_id", "=", scope.companyId)
      .where("id", "=", invitation.id)
      .execute();
    await record(scope, {
      kind: "agent_accept_invitation",
      subject: account.userid,
      name: agentName(invitation),
      facts: { invitation: invitation.id },
      inHand: { row: await viewAgentRow(scope, account.userid) },
    });
    return account.userid;
  });
  return signIn(context, companyId, userid, browser);
}

/** Accepts the invitation in the statement that finds it, so that only one of two calls gets it. */
async function markAccepted(scope: Scope, token: string) {
  const invitation = await scope.db
    .updateTable("invitation")
    .set({ accepted_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("token_hash", "=", hashOf(token))
    .where("expires_on", ">", scope.now)
    .where(isOpen)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("agent")
          .select("agent.id")
          .whereRef("agent.company_id", "=", "invitation.company_id")
          .whereRef("agent.id", "=", "invitation.invited_by")
          .where("agent.role", "=", "admin")
          .where("agent.disabled_on", "is", null),
      ),
    )
    .returningAll()
    .executeTakeFirst();
  if (!invitation) throw invitationOver();
  await lockOpenDepartment(scope, invitation.department_id);
  return invitation;
}

async function signIn(context: Context, companyId: string, id: string, browser: Browser) {
  const account = await findById(context, companyId, id);
  if (!account) throw invitationOver();
  await endPreviousSession(context, browser.previousToken);
  const session = await inCompanyAs(context, actorOf(account), (scope) =>
    completeSignIn(scope, browser, account.password_hash),
  );
  if (session === null) throw new Refusal(401, "signed_out", "sign_in_again");
  return viewSignedIn(account, session);
}

/** An invitation is valid while its sender is an active administrator. */
async function findOpen(context: Context, token: string) {
  const found = await acrossCompanies(context, (db) =>
    db
      .selectFrom("invitation")
      .innerJoin("company", "company.company_id", "invitation.company_id")
      .innerJoin("department", (join) =>
        join
          .onRef("department.company_id", "=", "invitation.company_id")
          .onRef("department.id", "=", "invitation.department_id"),
      )
      .innerJoin("agent", (join) =>
        join
          .onRef("agent.company_id", "=", "invitation.company_id")
          .onRef("agent.id", "=", "invitation.invited_by"),
      )
      .select(["invitation.company_id", "invitation.email", "invitation.first_name"])
      .select("company.name as company_name")
      .where("token_hash", "=", hashOf(token))
      .where("expires_on", ">", context.clock())
      .where(isOpen)
      .where("department.deleted_on", "is", null)
      .where("agent.role", "=", "admin")
      .where("agent.disabled_on", "is", null)
      .executeTakeFirst(),
  );
  if (!found) throw invitationOver();
  return found;
}
