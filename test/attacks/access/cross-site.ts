/** Requests that a page of another site makes a signed-in browser send, and bodies of types that no route takes. */
import { callOf, nameOf } from "../calls.ts";
import type { Route } from "../routes.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";

const foreign = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: undefined, "sec-fetch-site": "cross-site" },
  { origin: undefined, "sec-fetch-site": "same-site" },
];

export async function crossSite(stage: Stage, trial: Trial): Promise<void> {
  for (const route of changing(stage)) {
    const call = callOf(route, stage.crowd.own.ids);
    for (const headers of [
      ...foreign,
      { origin: `${stage.desk.url}.evil.example` },
      { origin: stage.desk.url.replace(/:\d+$/, "") },
    ]) {
      const answer = await stage.admin().call(call.path, { ...call.sent, headers });
      trial.refused(`${nameOf(call)} with ${JSON.stringify(headers)}`, answer, [403]);
    }
  }
  const logout = {
    cookie: stage.house.people.ingrid.cookie,
    origin: undefined,
    "sec-fetch-site": "cross-site",
  };
  trial.refused(
    "GET /auth/logout from another site",
    await stage.visitor().get("/auth/logout", logout),
    [403],
  );
}

const types = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "application/json\ta",
  "application/json; charset=utf-16",
  "text/plain, application/json",
  "application/jsonp",
  "multipart/form-data; boundary=a",
];

export async function contentTypes(stage: Stage, trial: Trial): Promise<void> {
  for (const route of changing(stage)) {
    const call = callOf(route, stage.crowd.own.ids);
    const isForm = stage.forms.has(route.name);
    for (const type of types) {
      const body = isForm ? "--a--" : JSON.stringify(call.sent.json);
      if (isForm && type.startsWith("multipart")) continue;
      const headers = { "content-type": type };
      const answer = await stage.admin().call(call.path, { method: route.method, body, headers });
      trial.refused(`${nameOf(call)} as ${JSON.stringify(type)}`, answer, refusalsOf(route));
    }
  }
}

function refusalsOf({ url, ability }: Route): number[] {
  // Pages of ours take a form, and their links are signed.
  if (/^\/(stars|chat\/stop)\//.test(url)) return [404, 415];
  // No agent is a visitor, which is checked before the body.
  return ability === "visitor" ? [401] : [415];
}

const changing = ({ routes }: Stage) =>
  routes.filter(({ method, ability }) => method !== "GET" && ability !== "webhook");
