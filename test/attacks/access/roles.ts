/**
 * Calls every route signed out, and with too low a role; sends fields that would give a caller more than they may ask
 * for.
 */
import { isEveryday, isManaging, needsSession } from "../../world/abilities.ts";
import { callOf, formOf, nameOf, send } from "../calls.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";

/** The callers are signed out, have an unknown session, or a malformed one. */
export async function signedOut(stage: Stage, trial: Trial): Promise<void> {
  const name = stage.house.people.mira.cookie.split("=")[0];
  const cookies = [undefined, `${name}=${"A".repeat(43)}`, `${name}=' or 1=1 --`];
  const stranger = stage.visitor();
  for (const route of stage.routes.filter(({ ability }) => needsSession(ability))) {
    const call = callOf(route, stage.crowd.own.ids);
    for (const cookie of cookies) {
      const answer = await stranger.call(call.path, { ...call.sent, headers: { cookie } });
      trial.refused(`${nameOf(call)} with ${cookie ?? "no session"}`, answer, [401]);
    }
  }
}

export async function lowRole(stage: Stage, trial: Trial): Promise<void> {
  const callers = { agent: stage.as("mira"), moderator: stage.as("tomas") };
  for (const route of stage.routes.filter(({ ability }) => isManaging(ability))) {
    for (const name of ["agent", "moderator"] as const) {
      const { ids } = stage.crowd.own;
      const call = callOf(route, ids);
      if (stage.forms.has(route.name)) {
        const { payload: body, headers } = formOf(route, ids);
        call.sent = { method: "POST", body, headers };
      }
      const answer = await send(callers[name], call);
      trial.refused(`${nameOf(call)} as ${name}`, answer, [403]);
    }
  }
}

const smuggled = {
  role: "admin",
  isAdmin: true,
  isModerator: true,
  isagent: false,
  company_id: "00000000-0000-4000-8000-000000000000",
  companyId: "00000000-0000-4000-8000-000000000000",
  id: "00000000-0000-4000-8000-000000000000",
  userid: "00000000-0000-4000-8000-000000000000",
  created_by: "00000000-0000-4000-8000-000000000000",
  password_hash: "x",
  disabled_on: null,
  status: "sent",
  constructor: { prototype: { role: "admin" } },
};

/**
 * Fields that a route does not declare, in every body an agent may send. Their role, company and colleagues stay
 * unchanged.
 */
export async function massAssignment(stage: Stage, trial: Trial): Promise<void> {
  const { actor, cookie } = await stage.crowd.victim(null);
  const caller = stage.visitor();
  const state = async () =>
    JSON.stringify(
      await stage.desk.query(
        `select id, company_id, role, department_id, disabled_on, password_hash from agent
         where company_id = any($1) order by id`,
        [[actor.companyId, stage.crowd.neighbours.ids.company]],
      ),
    );
  const before = await state();
  const fields = JSON.stringify(smuggled).slice(0, -1);
  for (const route of stage.routes.filter(({ method, ability }) => method !== "GET" && isEveryday(ability))) {
    if (stage.forms.has(route.name) || /password|two-step|recovery/.test(route.url)) continue;
    const call = callOf(route, stage.crowd.own.ids);
    // The text is written by hand, since __proto__ as an object's key would not become a key.
    const asked = JSON.stringify(call.sent.json).slice(1);
    const body = `${fields},"__proto__":{"role":"admin","isAdmin":true}${asked === "}" ? "" : ","}${asked}`;
    const headers = { "content-type": "application/json", cookie };
    const { status, text } = await caller.call(call.path, { method: route.method, body, headers });
    trial.note(status < 500 && (await state()) === before ? null : `${nameOf(call)} → ${status} ${text}`);
    await stage.desk.query("update agent set email = $2 where id = $1", [
      actor.id,
      `restored-${actor.id}@x.example`,
    ]);
  }
  const { text } = await caller.call("/auth/validate", { headers: { cookie } });
  trial.note(text.includes('"role":null') ? null : `GET /auth/validate → ${text}`);
}
