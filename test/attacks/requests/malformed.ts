/**
 * Calls every route with values that no form of ours sends. Each is refused as bad input: never a failure of the
 * server.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { callOf, nameOf } from "../calls.ts";
import type { Ids } from "../crowd.ts";
import type { Route } from "../routes.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import type { Sent } from "../visitor.ts";

type Values = { text: string; query: string };

export async function malformed(stage: Stage, trial: Trial): Promise<void> {
  const { pid } = stage.desk;
  // A call whose body is ignored would end the company's account.
  const ids = { ...stage.crowd.own.ids, channel: randomUUID() };
  for (const route of stage.routes) {
    if (/password|two-step|logout|end-/.test(route.url)) continue;
    const tries = route.method === "GET" ? paths(ids, route) : bodies(ids, route);
    for (const { path, sent } of tries) {
      const { status, text } = await stage.admin().call(path, sent);
      const what = `${nameOf({ path: path.slice(0, 200), sent })} ${String(sent.body ?? "").slice(0, 80)}`;
      trial.note(status < 500 && status !== 429 ? null : `${what} → ${status} ${text.slice(0, 200)}`);
    }
  }
  const { status } = await stage.visitor().get("/readyz");
  trial.note(status === 200 && stage.desk.pid === pid ? null : `the desk answers ${status} afterwards`);
}

const long = "a".repeat(2 ** 20);
const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;

/** One of these values goes into each text slot. */
const odd: Values[] = [
  { text: "\0", query: "%00" },
  { text: "\ud800", query: "%ff%fe" },
  { text: "' or 1=1 --", query: "%27%20or%201=1%20--" },
  { text: "../../etc/passwd", query: "..%2f..%2fetc%2fpasswd" },
  { text: "99999999999999999999999999", query: "99999999999999999999999999" },
  { text: "%", query: "%25" },
];

function paths(ids: Ids, route: Route): { path: string; sent: Sent }[] {
  const call = callOf(route, ids);
  const tries = route.slots
    .filter((slot) => slot.in === "path")
    .flatMap((slot) =>
      odd.map(({ query }) => {
        const marked = callOf(route, ids, { slot, value: "SLOT" });
        return { path: marked.path.replace("SLOT", query), sent: {} };
      }),
    );
  const queries = route.slots
    .filter((slot) => slot.in === "query")
    .flatMap((slot) =>
      odd.map(({ query }) => ({
        path: `${route.url.replace(/:\w+/g, "1")}?${slot.name}=${query}`,
        sent: {},
      })),
    );
  const huge = {
    path: `${call.path}${call.path.includes("?") ? "&" : "?"}q=${"a".repeat(14_000)}`,
    sent: {},
  };
  return [...tries, ...queries, huge];
}

function bodies(ids: Ids, route: Route): { path: string; sent: Sent }[] {
  const { path, sent } = callOf(route, ids);
  const raw = (body: string | Buffer) => ({
    path,
    sent: { method: route.method, body, headers: { "content-type": "application/json" } },
  });
  const slots = route.slots.filter((slot) => slot.in === "body");
  const filled = slots.flatMap((slot) =>
    [odd[0], odd[1], odd[2]].flatMap((value) => [
      raw(JSON.stringify({ ...(sent.json as object), [slot.name]: value?.text })),
    ]),
  );
  const first = slots.find(({ shape }) => shape.type === "string");
  const texts = first ? [raw(JSON.stringify({ ...(sent.json as object), [first.name]: long }))] : [];
  const nested = raw(`{"a":${deep}}`);
  return [
    ...filled,
    ...texts,
    nested,
    raw("{"),
    raw("null"),
    raw("[]"),
    raw(`"words"`),
    raw(randomBytes(64)),
    raw("1e999"),
  ];
}

/** Text of a megabyte where it would be stored. */
export async function longText(stage: Stage, trial: Trial): Promise<void> {
  const { ids } = stage.crowd.own;
  const agent = stage.as("jonas");
  await stage.crowd.restore();
  const calls: [string, object][] = [
    ["/send-message", { ticketid: ids.ticket, content: long }],
    ["/save-draft", { ticketid: ids.ticket, content: long }],
    ["/create-bubble", { name: "long", content: long }],
    ["/create-private-msg", { receiverid: ids.agent, content: long }],
    ["/auth/update-client-number", { ticketid: ids.ticket, clientid: ids.client, client_number: long }],
    ["/auth/login", { email: long, password: long }],
    ["/precheck", { data: { email: long } }],
  ];
  for (const [path, body] of calls)
    trial.refused(`POST ${path} with 1 MB of text`, await agent.post(path, body), [400, 401, 413, 429]);
}
