import type { Invitation } from "@parley/contract/invitations";
import { signInLimits } from "@parley/contract/sign-in-limits";
import type { ExpressionBuilder } from "kysely";
import { agentName } from "../../floor/actors/name.ts";
import type { Database } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";

/** True if it was neither accepted nor withdrawn. An expired one is still open: it can be sent again. */
export const isOpen = (eb: ExpressionBuilder<Database, "invitation">) =>
  eb.and([eb("invitation.accepted_on", "is", null), eb("invitation.withdrawn_on", "is", null)]);

/** The open invitations, newest first. */
export async function listInvitations(scope: Scope): Promise<Invitation[]> {
  const rows = await selectInvitations(scope)
    .where(isOpen)
    .orderBy("sent_on", "desc")
    .orderBy("invitation.id")
    .limit(signInLimits.invitationsOpen)
    .execute();
  return rows.map(view);
}

export async function viewInvitation(scope: Scope, id: string): Promise<Invitation> {
  return view(await selectInvitations(scope).where("invitation.id", "=", id).executeTakeFirstOrThrow());
}

function selectInvitations(scope: Scope) {
  return scope.db
    .selectFrom("invitation")
    .innerJoin("department", (join) =>
      join
        .onRef("department.company_id", "=", "invitation.company_id")
        .onRef("department.id", "=", "invitation.department_id"),
    )
    .innerJoin("agent as inviter", (join) =>
      join
        .onRef("inviter.company_id", "=", "invitation.company_id")
        .onRef("inviter.id", "=", "invitation.invited_by"),
    )
    .select(["invitation.id", "invitation.email", "invitation.first_name", "invitation.last_name"])
    .select(["invitation.department_id", "invitation.role", "sent_on", "expires_on"])
    .select(["department.name as department_name"])
    .select(["inviter.first_name as inviter_first_name", "inviter.last_name as inviter_last_name"])
    .where("invitation.company_id", "=", scope.companyId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectInvitations>["executeTakeFirstOrThrow"]>>;

function view(row: Row): Invitation {
  return {
    invitationid: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    departmentid: row.department_id,
    department_name: row.department_name,
    role: row.role,
    sent_on: row.sent_on.toISOString(),
    expires_on: row.expires_on.toISOString(),
    invited_by_name: agentName({ first_name: row.inviter_first_name, last_name: row.inviter_last_name }),
  };
}
