/** Every route × each slot that takes an id × ids of every kind that are not the caller's to see. */

import { isEveryday, needsSession } from "../../world/abilities.ts";
import { form } from "../../world/form.ts";
import { callOf, formFields, formIds, isChosen, isId, nameOf, send } from "../calls.ts";
import { type Ids, noIds, type Side } from "../crowd.ts";
import type { Route } from "../routes.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import type { Answer, Visitor } from "../visitor.ts";

/** Rows that colleagues of other departments share, and rows that all of a company's agents may see. */
const departmental = ["ticket", "message", "file", "bubble"] as const;

/** Another company's ids, tried by an administrator. */
export async function otherCompany(stage: Stage, trial: Trial): Promise<void> {
  const before = await snapshot(stage);
  const { neighbours } = stage.crowd;
  const routes = stage.routes.filter(({ ability }) => needsSession(ability));
  for (const route of routes)
    await tryIds(stage, trial, stage.admin, route, neighbours, Object.keys(neighbours.ids) as (keyof Ids)[]);
  await tryForms(stage, trial, stage.admin(), neighbours);
  const after = await snapshot(stage);
  for (const [table, sum] of before)
    trial.note(after.get(table) === sum ? null : `rows of the other company have changed in ${table}`);
}

/** Ids of another department, tried by an agent. */
export async function otherDepartment(stage: Stage, trial: Trial): Promise<void> {
  const { refunds } = stage.crowd;
  const rows = "select handler_id, closed_on, last_seq, department_id from ticket where id = $1";
  const before = JSON.stringify(await stage.desk.query(rows, [refunds.ids.ticket]));
  for (const route of stage.routes.filter(({ ability }) => isEveryday(ability)))
    await tryIds(stage, trial, stage.agent, route, refunds, [...departmental]);
  await tryForms(stage, trial, stage.agent(), refunds);
  const after = JSON.stringify(await stage.desk.query(rows, [refunds.ids.ticket]));
  trial.note(before === after ? null : `the other department's ticket has changed: ${before} → ${after}`);
}

type Try = { what: string; answer: Answer; id: string };

/** Each call is another caller's: an export costs one of them a twelfth of what they may ask at once. */
async function tryIds(
  stage: Stage,
  trial: Trial,
  caller: () => Visitor,
  route: Route,
  theirs: Side,
  kinds: (keyof Ids)[],
) {
  if (stage.forms.has(route.name)) return;
  const { own, restore } = stage.crowd;
  const never = noIds();
  for (const slot of route.slots.filter(isId)) {
    let changed = route.method !== "GET";
    const ask = async (id: string): Promise<Try> => {
      if (changed) await restore();
      const call = callOf(route, own.ids, { slot, value: id });
      const answer = await send(caller(), call);
      // A refused call changes nothing.
      changed = route.method !== "GET" && answer.status < 400;
      return { what: nameOf(call), answer, id };
    };
    const [noUuid, noShort] = [await ask(never.ticket), await ask(never.shortClient)];
    const compare = async (kind: keyof Ids) => {
      const control = kind === "shortClient" ? noShort : noUuid;
      const theirsTried = await ask(theirs.ids[kind]);
      const finding =
        leak(theirs.mark, theirsTried) ?? (isChosen(route, slot) ? null : difference(theirsTried, control));
      trial.note(finding && `${theirsTried.what} [${slot.name}: their ${kind}] → ${finding}`);
    };
    if (route.method === "GET") await Promise.all(kinds.map(compare));
    else for (const kind of kinds) await compare(kind);
  }
}

function leak(mark: string, { answer }: Try): string | null {
  if (answer.text.includes(mark))
    return `${answer.status} with content of theirs: ${answer.text.slice(0, 200)}`;
  return answer.status >= 500 ? String(answer.status) : null;
}

/** Null: the answer equals that for an unknown id. */
function difference(theirs: Try, never: Try): string | null {
  const text = ({ answer, id }: Try) => answer.text.replaceAll(id, "ID").slice(0, 150);
  const alike = theirs.answer.status === never.answer.status;
  if (alike && (theirs.answer.status < 400 || text(theirs) === text(never))) return null;
  return `${theirs.answer.status} ${text(theirs)}, but ${never.answer.status} ${text(never)} for an id that never was`;
}

async function tryForms(stage: Stage, trial: Trial, caller: Visitor, theirs: Side) {
  for (const name of stage.forms) {
    const fields = formIds[name];
    if (!fields) {
      trial.note(`${name} takes a form: name its ids in calls.ts`);
      continue;
    }
    for (const [field, kind] of Object.entries(fields)) {
      if (theirs === stage.crowd.refunds && kind === "agent") continue;
      const { payload, headers } = form(
        { ...formFields[name]?.others, [field]: theirs.ids[kind] },
        { name: "a.txt", content: "words" },
      );
      const answer = await caller.call(name.split(" ")[1] ?? "", { method: "POST", body: payload, headers });
      trial.refused(`${name} [${field}: their ${kind}]`, answer, [404]);
    }
  }
}

/** Tables that the company's own sessions and jobs change. */
const restless = new Set([
  ...["session", "presence", "ticket_total", "handler_total", "ticket_total_change"],
  // A worker counts tickets a while after they change.
  ...["figure_due", "figure_span", "figure_day"],
  // An attack makes a webhook of the other company, whose receiver is never there.
  "webhook_delivery",
]);
/** Columns of a channel that its regular check changes. */
const checked = ["check_outcome", "checked_on", "next_check_on", "suspected_on"];

/** The rows of the other company, by table. */
export async function snapshot({ inside, crowd }: Stage): Promise<Map<string, string>> {
  const tables = await inside.pool.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t
       using (table_schema, table_name)
     where c.column_name = 'company_id' and c.table_schema = 'public' and t.table_type = 'BASE TABLE'
     order by 1`,
  );
  const sums = new Map<string, string>();
  for (const { name } of tables.rows.filter(({ name }) => !restless.has(name))) {
    const sum = await inside.pool.query<{ sum: string }>(
      `select md5(string_agg(row, '' order by row)) as sum
         from (select md5((to_jsonb(t) - $2::text[])::text) as row from "${name}" t where company_id = $1) as rows`,
      [crowd.neighbours.ids.company, name === "channel" ? checked : []],
    );
    sums.set(name, String(sum.rows[0]?.sum));
  }
  return sums;
}
