/** Everyday calls that change something × each slot that takes an id, by agents whose department was mentioned. */
import { isEveryday } from "../../world/abilities.ts";
import { callOf, isId, nameOf, send } from "../calls.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";

/** Calls that sight allows, and those of the agent's own marks. */
const allowed = /note|follow|draft|notification|seen/i;

/** Ids of a ticket of another department that the agents may read. Nothing of it changes. */
export async function sightedTicket(stage: Stage, trial: Trial): Promise<void> {
  const { own, restore, ticket } = stage.crowd;
  const { actor } = stage.house.people.mira;
  const { id } = await ticket({ department: "refunds", messages: ["One", "Two"] });
  await stage.inside.pool.query(
    `insert into ticket_sight (company_id, ticket_id, department_id, given_by, given_on)
       values ($1, $2, $3, $4, now())`,
    [actor.companyId, id, actor.departmentid, actor.id],
  );
  const [message] = await stage.desk.query<{ id: string }>(
    "select id from message where ticket_id = $1 order by seq limit 1",
    [id],
  );
  const reads = await stage.agent().call(`/tickets/${id}`);
  trial.note(
    reads.status === 200 ? null : `an agent of the mentioned department reads the ticket: ${reads.status}`,
  );
  const before = await stateOf(stage, id);
  const changing = stage.routes.filter(({ method, ability }) => method !== "GET" && isEveryday(ability));
  for (const route of changing) {
    if (stage.forms.has(route.name) || allowed.test(route.url)) continue;
    for (const slot of route.slots.filter(isId))
      for (const value of [id, message?.id ?? ""]) {
        await restore();
        const call = callOf(route, own.ids, { slot, value });
        const answer = await send(stage.agent(), call);
        const after = await stateOf(stage, id);
        const changed = after === before ? null : `${before} → ${after}`;
        trial.note(changed && `${nameOf(call)} [${slot.name}] → ${answer.status}, and ${changed}`);
        if (answer.status >= 500) trial.note(`${nameOf(call)} [${slot.name}] → ${answer.status}`);
      }
  }
}

async function stateOf({ desk }: Stage, id: string): Promise<string> {
  const rows = await desk.query(
    `select to_jsonb(t) as ticket,
       (select json_agg(to_jsonb(m) order by m.seq) from message m where m.ticket_id = t.id) as messages,
       (select count(*) from pin p where p.ticket_id = t.id) as pins
     from ticket t where t.id = $1`,
    [id],
  );
  return JSON.stringify(rows);
}
