/** An agent's settings of notices. Only choices are stored: a kind's defaults are the contract's. */
import { type NoticeKind, type NoticeWay, noticeKindNames, noticeKinds } from "@parley/contract/notice-kinds";
import type { ChangeNoticeSettings, NoticeSettings, QuietHours } from "@parley/contract/notices";
import { type RawBuilder, sql } from "kysely";
import { rooms } from "../../floor/actors/rooms.ts";
import { type AgentActor, lockName, type Scope } from "../../floor/database/scope.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { quietEnd } from "./quiet.ts";

type Kinds = NoticeSettings["kinds"];
type Chosen = { kinds: NonNullable<ChangeNoticeSettings["kinds"]>; quiet: QuietHours | null };

export async function readWays(scope: Scope, agentId: string, kind: NoticeKind): Promise<Kinds[NoticeKind]> {
  const { kinds } = await readChosen(scope, agentId);
  return { ...noticeKinds[kind], ...kinds[kind] };
}

export async function viewNoticeSettings(scope: Scope<AgentActor>): Promise<NoticeSettings> {
  const { kinds, quiet } = await readChosen(scope, scope.actor.id);
  const all = noticeKindNames.map((kind) => [kind, { ...noticeKinds[kind], ...kinds[kind] }]);
  return {
    kinds: Object.fromEntries(all) as Kinds,
    quiet,
    company_time_zone: await companyTimeZone(scope),
  };
}

/** Changes what is given. The lock keeps the choices of two tabs at once. */
export async function changeNoticeSettings(
  scope: Scope<AgentActor>,
  to: ChangeNoticeSettings,
): Promise<NoticeSettings> {
  const { companyId, actor } = scope;
  await lockName(scope, `notice settings ${actor.id}`);
  const before = await readChosen(scope, actor.id);
  const kinds = { ...before.kinds };
  for (const kind of noticeKindNames)
    if (to.kinds?.[kind]) kinds[kind] = { ...kinds[kind], ...to.kinds[kind] };
  const quiet = to.quiet === undefined ? before.quiet : to.quiet;
  const chosen = { kinds: JSON.stringify(kinds), quiet: quiet && JSON.stringify(quiet) };
  await scope.db
    .insertInto("notice_setting")
    .values({ company_id: companyId, agent_id: actor.id, ...chosen })
    .onConflict((conflict) => conflict.columns(["company_id", "agent_id"]).doUpdateSet(chosen))
    .execute();
  scope.publish("noticeSettingsChanged", {}, [rooms.agent(companyId, actor.id)]);
  return viewNoticeSettings(scope);
}

/** The end of the agent's quiet hours, by their own clock or else the company's; null when it is not quiet. */
export async function quietUntil(scope: Scope, agentId: string): Promise<Date | null> {
  const { quiet } = await readChosen(scope, agentId);
  return quiet && quietEnd(quiet, quiet.time_zone ?? (await companyTimeZone(scope)), scope.now);
}

/** True for a row of `notice_setting`, joined as `chosen` and perhaps absent, whose agent wants a kind in this way. */
export const wants = (kind: NoticeKind, way: NoticeWay): RawBuilder<boolean> =>
  sql<boolean>`coalesce((chosen.kinds #>> array[${kind}, ${way}]::text[])::boolean, ${noticeKinds[kind][way] === true})`;

async function readChosen({ db, companyId }: Scope, agentId: string): Promise<Chosen> {
  const row = await db
    .selectFrom("notice_setting")
    .select(["kinds", "quiet"])
    .where("company_id", "=", companyId)
    .where("agent_id", "=", agentId)
    .executeTakeFirst();
  return (row ?? { kinds: {}, quiet: null }) as Chosen;
}
