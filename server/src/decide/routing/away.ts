/** Agents who are away, and who takes over: routing offers them nothing, and their colleagues see it. */
import type { Away, AwayList, setAway as setAwayBody } from "@parley/contract/routing";
import { sql } from "kysely";
import type { z } from "zod";
import { agentName } from "../../floor/actors/name.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, forbidden, invalid } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { accessAgent, lockAgent } from "../../people/agents/access.ts";

export const listAway = async (scope: Scope): Promise<AwayList> => ({
  away: (await selectAway(scope).execute()).map(viewAway),
});

const selectAway = ({ db, companyId }: Scope) =>
  db
    .selectFrom("agent_away as w")
    .innerJoin("agent", (join) =>
      join.onRef("agent.company_id", "=", "w.company_id").onRef("agent.id", "=", "w.agent_id"),
    )
    .leftJoin("agent as cover", (join) =>
      join.onRef("cover.company_id", "=", "w.company_id").onRef("cover.id", "=", "w.cover_id"),
    )
    .select(["w.agent_id", "w.away_on", "w.cover_id", "cover.first_name", "cover.last_name"])
    .where("w.company_id", "=", companyId)
    .where("agent.disabled_on", "is", null)
    .orderBy("w.agent_id");

type Row = Awaited<ReturnType<ReturnType<typeof selectAway>["execute"]>>[number];

const viewAway = ({ agent_id, away_on, cover_id, first_name, last_name }: Row): Away => ({
  userid: agent_id,
  away_on: away_on.toISOString(),
  cover:
    (cover_id && {
      userid: cover_id,
      user_name: agentName({ first_name: first_name ?? "", last_name: last_name ?? "" }),
    }) ||
    null,
});

/** 403 for another agent, unless an administrator asks. A repeat with the same stand-in changes nothing. */
export async function setAway(
  scope: Scope<AgentActor>,
  { userid, away, coverid }: z.output<typeof setAwayBody>,
): Promise<AwayList> {
  const { actor, companyId, db } = scope;
  const agent = await accessAgent(scope, userid);
  if (agent.id !== actor.id && !actor.abilities.has("manageAgents")) throw forbidden();
  await lockAgent(scope, agent.id);
  const name = agentName(agent);
  if (!away) {
    const { numDeletedRows } = await db
      .deleteFrom("agent_away")
      .where("company_id", "=", companyId)
      .where("agent_id", "=", agent.id)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await record(scope, { kind: "agent_back", subject: agent.id, name, facts: {} });
    return listAway(scope);
  }
  if (coverid) await checkCover(scope, agent.id, coverid);
  const { rows } = await sql`insert into agent_away (company_id, agent_id, away_on, away_by, cover_id)
    values (${companyId}, ${agent.id}, ${scope.now}, ${actor.id}, ${coverid})
    on conflict (company_id, agent_id) do update set cover_id = excluded.cover_id
      where agent_away.cover_id is distinct from excluded.cover_id returning agent_id`.execute(db);
  if (rows.length === 0) return listAway(scope);
  const row = await selectAway(scope).where("w.agent_id", "=", agent.id).executeTakeFirstOrThrow();
  await record(scope, {
    ...{ kind: "agent_away", subject: agent.id, name, facts: { cover: coverid } },
    inHand: { away: viewAway(row) },
  });
  return listAway(scope);
}

async function checkCover(scope: Scope, agentId: string, coverId: string): Promise<void> {
  if (coverId === agentId) throw invalid("away_own_cover");
  const cover = await accessAgent(scope, coverId);
  if (cover.disabled_on) throw conflict("conflict", "colleague_disabled");
}
