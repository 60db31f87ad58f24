import type { UpdateProfile } from "@parley/contract/profile";
import type { Language, Profile } from "@parley/contract/sessions";
import { rooms } from "../../floor/actors/rooms.ts";
import type { Context } from "../../floor/context.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { invalid } from "../../floor/errors/errors.ts";
import { notifyOldAddress } from "../../mail/notify-old-address.ts";
import { departmentsOf } from "../../people/agents/departments.ts";
import { publishAgent } from "../../people/agents/publish.ts";
import { writeAgent } from "../../people/agents/write.ts";
import { isEmail } from "../../people/passwords/check.ts";
import { askForAddressChange } from "./address-change.ts";

export async function viewProfile(scope: Scope<AgentActor>): Promise<Profile> {
  const row = await scope.db
    .selectFrom("agent")
    .innerJoin("company", "company.company_id", "agent.company_id")
    .innerJoin("department", (join) =>
      join
        .onRef("department.company_id", "=", "agent.company_id")
        .onRef("department.id", "=", "agent.department_id"),
    )
    .leftJoin("address_change", (join) =>
      join
        .onRef("address_change.company_id", "=", "agent.company_id")
        .onRef("address_change.agent_id", "=", "agent.id"),
    )
    .selectAll("agent")
    .select("address_change.email as pending_email")
    .select(departmentsOf.as("departments"))
    .select("company.take_back as take_back_of_company")
    .select(["company.name as company_name", "company.plan", "department.name as department_name"])
    .where("agent.company_id", "=", scope.companyId)
    .where("agent.id", "=", scope.actor.id)
    .executeTakeFirstOrThrow();
  return {
    userid: row.id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    departmentName: row.department_name,
    license: row.plan,
    companyName: row.company_name,
    profilePic: row.profile_pic,
    lang: row.lang,
    role: row.role,
    departmentid: row.department_id,
    departmentids: row.departments,
    pendingEmail: row.pending_email,
    takeBackChoice: row.take_back,
    takeBack: row.take_back ?? row.take_back_of_company,
  };
}

export type Wanted = { first_name: string; last_name: string; email: string };

/** Throws 400 when a field is empty or the address is invalid. */
export function checkProfile(given: UpdateProfile): Wanted {
  const wanted = {
    first_name: given.first_name.trim(),
    last_name: given.last_name.trim(),
    email: given.email.trim(),
  };
  if (Object.values(wanted).some((value) => value === "")) throw invalid("fill_all_fields");
  if (!isEmail(wanted.email)) throw invalid("email_invalid");
  return wanted;
}

/** An address in another case of letters is the same one. */
export async function changesAddress(scope: Scope<AgentActor>, email: string): Promise<boolean> {
  return isOther((await viewProfile(scope)).email, email);
}

const isOther = (before: string, email: string) => before.toLowerCase() !== email.toLowerCase();

/**
 * Changes the names at once. A new address waits until it is confirmed; without a mail server it takes effect at
 * once, and the old one is notified. 400 without proof of identity, 409 when the address is in use.
 */
export async function updateProfile(
  context: Pick<Context, "secrets" | "config">,
  scope: Scope<AgentActor>,
  { email, ...names }: Wanted,
  { proved }: { proved: boolean },
): Promise<Profile> {
  const before = await scope.db
    .selectFrom("agent")
    .select(["email", "first_name", "last_name", "lang"])
    .where("company_id", "=", scope.companyId)
    .where("id", "=", scope.actor.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const readdressed = isOther(before.email, email);
  if (readdressed && !proved) throw invalid("password_for_email");
  if (readdressed && context.config.smtpUrl) {
    await askForAddressChange(scope, email);
    await writeAgent(scope, scope.actor.id, names);
  } else {
    const confirmed = readdressed && { email_confirmed_on: scope.now };
    await writeAgent(scope, scope.actor.id, { ...names, email, ...confirmed });
    await notifyOldAddress(context, scope, before, email);
  }
  return publishProfile(scope);
}

export async function changeLang(scope: Scope<AgentActor>, lang: Language): Promise<void> {
  await writeAgent(scope, scope.actor.id, { lang });
  await publishOwn(scope);
}

/** Null: as the company has it. */
export async function changeTakeBack(scope: Scope<AgentActor>, choice: boolean | null): Promise<Profile> {
  await scope.db
    .updateTable("agent")
    .set({ take_back: choice })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", scope.actor.id)
    .execute();
  return publishOwn(scope);
}

/** Publishes the agent's profile to their own tabs, colleagues and administrators. */
export async function publishProfile(scope: Scope<AgentActor>): Promise<Profile> {
  await publishAgent(scope, scope.actor.id);
  return publishOwn(scope);
}

async function publishOwn(scope: Scope<AgentActor>): Promise<Profile> {
  const own = await viewProfile(scope);
  scope.publish("updateProfile", own, [rooms.agent(scope.companyId, scope.actor.id)]);
  return own;
}
