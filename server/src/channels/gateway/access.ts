import type { HandedIn } from "@parley/contract/gateways";
import { seesDepartment } from "@parley/contract/permissions";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { Context } from "../../floor/context.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { openChannel } from "../accounts/find.ts";
import type { Channel } from "../seam/adapter.ts";
import { platform } from "./platform.ts";

/** The company's connected gateway; 404 for any other id, and where the key does not see the department of its tickets. */
export async function accessGateway(
  { secrets }: Pick<Context, "secrets">,
  { db, companyId, actor }: Scope<ProgramActor>,
  id: string,
): Promise<Channel> {
  const row = await db
    .selectFrom("channel")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("platform", "=", platform)
    .where("removed_on", "is", null)
    .executeTakeFirst();
  const sees = row?.department_id ? seesDepartment(actor, row.department_id) : actor.departments === "all";
  if (!row || !sees) throw notFound();
  return openChannel(row, secrets);
}

/** Finds a message that was handed in, now or before. */
export async function findHandedIn(
  { db, companyId }: Scope,
  { id: channelId }: Channel,
  externalId: string,
): Promise<HandedIn> {
  const found = await db
    .selectFrom("message")
    .select(["id", "ticket_id"])
    .where("company_id", "=", companyId)
    .where("channel_id", "=", channelId)
    .where("external_id", "=", externalId)
    .where("is_agent", "=", false)
    .executeTakeFirst();
  return { id: found?.id ?? null, ticket_id: found?.ticket_id ?? null };
}
