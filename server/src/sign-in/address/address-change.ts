/**
 * The address an agent wants. The previous one stays theirs until a code that was mailed to the new one confirms it.
 */
import type { Profile } from "@parley/contract/sessions";
import type { Caller } from "../../floor/actors/caller.ts";
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import { type AgentActor, acrossCompanies, inCompany, type Scope } from "../../floor/database/scope.ts";
import { conflict } from "../../floor/errors/errors.ts";
import { notifyOldAddress } from "../../mail/notify-old-address.ts";
import { writeAgent } from "../../people/agents/write.ts";
import type { Issued } from "../codes/codes.ts";
import { type AddressAsking, checkAddressCode, sendAddressCode } from "./address-code.ts";
import { publishProfile } from "./profile.ts";

/** Stores the wanted address, in place of an earlier wanted one. 409 when a colleague has it. */
export async function askForAddressChange(scope: Scope<AgentActor>, email: string): Promise<void> {
  const colleague = await scope.db
    .selectFrom("agent")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
  if (colleague) throw conflict("conflict", "email_taken");
  const wanted = { email, asked_on: scope.now };
  await scope.db
    .insertInto("address_change")
    .values({ company_id: scope.companyId, agent_id: scope.actor.id, ...wanted })
    .onConflict((on) => on.columns(["company_id", "agent_id"]).doUpdateSet(wanted))
    .execute();
}

/** Mails a code to the wanted address. 409 when there is none. */
export async function sendAddressChangeCode(context: Context, caller: Caller): Promise<Issued> {
  return sendAddressCode(context, await inCompany(context, caller, findAsking));
}

/**
 * The right code confirms the address, and the old one is notified. 409 when it is confirmed for another
 * account.
 */
export async function confirmAddressChange(context: Context, caller: Caller, code: string): Promise<Profile> {
  const asking = await inCompany(context, caller, findAsking);
  await checkAddressCode(context, asking, code);
  return inCompany(
    context,
    caller,
    async (scope) => {
      const before = await scope.db
        .selectFrom("agent")
        .select(["email", "first_name", "last_name", "lang"])
        .where("company_id", "=", scope.companyId)
        .where("id", "=", scope.actor.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const { email } = asking;
      // The agent may have asked for another address, or for none, meanwhile.
      if (!(await discardAddressChange(scope, scope.actor.id, email))) throw noAddressChange();
      const wanted = { email, email_confirmed_on: scope.now };
      await writeAgent(scope, scope.actor.id, wanted, "email_in_use");
      await notifyOldAddress(context, scope, before, email);
      return publishProfile(scope);
    },
    { hold: true },
  );
}

/** Discards the wanted address; the present one stays. */
export async function cancelAddressChange(scope: Scope<AgentActor>): Promise<Profile> {
  await discardAddressChange(scope, scope.actor.id);
  return publishProfile(scope);
}

/** False when there is none, or another than expected. */
export async function discardAddressChange(scope: Scope, agentId: string, email?: string): Promise<boolean> {
  let forgetting = scope.db
    .deleteFrom("address_change")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", agentId)
    .returning("agent_id");
  if (email) forgetting = forgetting.where("email", "=", email);
  return (await forgetting.executeTakeFirst()) !== undefined;
}

const keptFor = 7 * 24 * 3_600_000;

export async function removeOldAddressChanges(context: Context): Promise<void> {
  const old = new Date(context.clock().getTime() - keptFor);
  await acrossCompanies(context, (db) =>
    db.deleteFrom("address_change").where("asked_on", "<=", old).execute(),
  );
}

async function findAsking(scope: Scope<AgentActor>): Promise<AddressAsking> {
  const found = await scope.db
    .selectFrom("address_change")
    .innerJoin("agent", (join) =>
      join
        .onRef("agent.company_id", "=", "address_change.company_id")
        .onRef("agent.id", "=", "address_change.agent_id"),
    )
    .select(["address_change.email", "agent.first_name", "agent.last_name", "agent.lang"])
    .where("address_change.company_id", "=", scope.companyId)
    .where("address_change.agent_id", "=", scope.actor.id)
    .executeTakeFirst();
  if (!found) throw noAddressChange();
  return { agentId: scope.actor.id, email: found.email, name: agentName(found), lang: found.lang };
}

const noAddressChange = () => conflict("conflict", "no_address_change");
