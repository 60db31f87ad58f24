/**
 * Sends the headers and one byte of a body, then takes away the sender's session, account, role or department, then
 * sends the rest. The rights at the moment of the action count.
 */

import { setTimeout as wait } from "node:timers/promises";
import { isEveryday, isManaging, needsSession } from "../../world/abilities.ts";
import { callOf, formOf } from "../calls.ts";
import type { Victim } from "../crowd.ts";
import { head, type Line, openLine } from "../raw.ts";
import type { Route } from "../routes.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";

type Half = { route: Route; line: Line; rest: Buffer };

export async function signedOutHalfway(stage: Stage, trial: Trial): Promise<void> {
  const victim = await stage.crowd.victim("admin");
  const routes = changing(stage).filter(({ url }) => url !== "/auth/logout");
  const halves = await sendHalves(stage, victim, routes);
  await stage.visitor().get("/auth/logout", { cookie: victim.cookie });
  await finish(trial, halves, [401]);
}

export async function disabledHalfway(stage: Stage, trial: Trial): Promise<void> {
  const victim = await stage.crowd.victim("admin");
  const halves = await sendHalves(stage, victim, changing(stage));
  await surely(stage, "/auth/delete-agent", { userid: victim.actor.id });
  await finish(trial, halves, [401]);
}

export async function demotedHalfway(stage: Stage, trial: Trial): Promise<void> {
  const victim = await stage.crowd.victim("admin");
  const routes = changing(stage).filter(({ ability }) => isManaging(ability));
  const halves = await sendHalves(stage, victim, routes);
  await surely(stage, "/auth/set-admin", { userid: victim.actor.id });
  // A change of role ends the sessions.
  await finish(trial, halves, [401, 403]);
}

export async function movedHalfway(stage: Stage, trial: Trial): Promise<void> {
  const victim = await stage.crowd.victim(null);
  await stage.crowd.restore();
  const routes = changing(stage).filter(
    ({ ability, slots }) => isEveryday(ability) && slots.some(({ name }) => name === "ticketid"),
  );
  const halves = await sendHalves(stage, victim, routes);
  const { refunds } = stage.house.planted.departments;
  await surely(
    stage,
    "/auth/update-account",
    {
      userid: victim.actor.id,
      email: victim.email,
      first_name: "Person",
      last_name: "Moved",
      departmentid: refunds.id,
    },
    "PUT",
  );
  await finish(trial, halves, [401, 403, 404]);
}

const changing = ({ routes }: Stage) =>
  routes.filter(({ method, ability }) => method !== "GET" && needsSession(ability));

async function sendHalves(stage: Stage, victim: Victim, routes: Route[]): Promise<Half[]> {
  const halves = routes.map((route) => {
    // Any other token would be refused for its own fault.
    const slot = route.slots.find(({ name }) => name === "bot_id");
    const token = slot && { slot, value: stage.house.harbour.token };
    const own = stage.crowd.own.ids;
    const call = callOf(route, own, token);
    const json = {
      payload: Buffer.from(JSON.stringify(call.sent.json)),
      headers: { "content-type": "application/json" },
    };
    const { payload, headers } = stage.forms.has(route.name) ? formOf(route, own) : json;
    const line = openLine(stage.desk.url);
    const { host } = new URL(stage.desk.url);
    const all = {
      host,
      origin: stage.desk.url,
      cookie: victim.cookie,
      "content-length": payload.length,
      ...headers,
    };
    line.write(head(route.method, call.path, all));
    line.write(payload.subarray(0, 1));
    return { route, line, rest: payload.subarray(1) };
  });
  // The desk has read the headers by then: nothing tells the outside that it has.
  await wait(400);
  return halves;
}

async function finish(trial: Trial, halves: Half[], statuses: number[]): Promise<void> {
  for (const { line, rest } of halves) line.write(rest);
  for (const { route, line } of halves) {
    const answer = await line.answer;
    line.socket.destroy();
    trial.refused(`${route.name}, finished later`, answer, statuses);
  }
}

async function surely(stage: Stage, path: string, json: object, method = "POST"): Promise<void> {
  const answer = await stage.as("ingrid").call(path, { method, json });
  if (answer.status !== 200) throw new Error(`${path} → ${answer.status} ${answer.text}`);
}
