import { routingLimits } from "@parley/contract/routing-words";
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies } from "../../floor/database/scope.ts";

const removedPerStep = 5_000;

/** Offers that ended are kept for 30 days; an agent's newest one stays, as their turn follows from it. */
export async function removeOldOffers(context: Context): Promise<void> {
  const old = new Date(context.clock().getTime() - routingLimits.kept);
  const step = () =>
    acrossCompanies(context, async (db) => {
      const { numAffectedRows = 0n } = await sql`delete from ticket_offer where ctid = any (array(
        select o.ctid from ticket_offer o where o.ended_on <= ${old} and exists (select from ticket_offer n
          where n.company_id = o.company_id and n.agent_id = o.agent_id and n.turn > o.turn)
        limit ${removedPerStep}))`.execute(db);
      return Number(numAffectedRows);
    });
  while ((await step()) === removedPerStep);
}
