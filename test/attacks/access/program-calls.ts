/** Each call for programs with its own example: with others' ids in it, with a key that gives too little, and malformed. */
import { randomUUID } from "node:crypto";
import type { ProgramCallName } from "@parley/contract/calls/program-paths";
import { calls } from "@parley/contract/calls/table";
import { type KeyAbility, keyAbilities } from "@parley/contract/key-abilities";
import { type ExampleId, exampleIds, programExamples } from "../../../server/src/http/program-examples.ts";
import { blackPng } from "../../world/black-png.ts";
import { form } from "../../world/form.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { type Answer, json, type Sent, type Visitor } from "../visitor.ts";
import { snapshot } from "./tenants.ts";

type Known = Partial<Record<ExampleId, string>>;
type Call = { method: string; path: string; sent: Sent };
const names = Object.keys(programExamples) as ProgramCallName[];

/** Ids of another company and, with a key of Bookings, of another department. Each is answered as an id that never was. */
export async function foreignExamples(stage: Stage, trial: Trial): Promise<void> {
  const { bookings, refunds } = stage.house.planted.departments;
  const company = await plant(stage, "ingrid", null);
  const others = await plant(stage, "freya", null);
  const [narrow, elsewhere] = [
    await plant(stage, "ingrid", bookings.id),
    await plant(stage, "ingrid", refunds.id),
  ];
  const before = await snapshot(stage);
  const fromCompany = { own: company, theirs: others, mark: stage.crowd.neighbours.mark };
  for (const name of names) await tryForeign(stage, trial, name, fromCompany);
  const after = await snapshot(stage);
  for (const [table, sum] of before)
    trial.note(after.get(table) === sum ? null : `rows of the other company have changed in ${table}`);
  const ofDepartment = { own: narrow, theirs: elsewhere, mark: stage.crowd.refunds.mark };
  for (const name of names)
    await tryForeign(stage, trial, name, ofDepartment, [
      "ticket",
      "client",
      "note",
      "file",
      "gateway",
      "webhook",
    ]);
}

type Sides = { own: Planted; theirs: Planted; mark: string };

async function tryForeign(
  stage: Stage,
  trial: Trial,
  name: ProgramCallName,
  { own, theirs, mark }: Sides,
  kinds = Object.keys(exampleIds) as ExampleId[],
): Promise<void> {
  const text = JSON.stringify(programExamples[name]);
  for (const kind of kinds.filter((one) => text.includes(exampleIds[one]))) {
    const ask = async (id: string) => {
      const call = callOf(name, { ...own.known, [kind]: id });
      return { call, answer: await by(stage.visitor(), own.token, call), id };
    };
    const [tried, never] = [await ask(theirs.known[kind] ?? ""), await ask(randomUUID())];
    const plain = ({ answer, id }: typeof tried) => `${answer.status} ${answer.text.replaceAll(id, "ID")}`;
    const leaks = tried.answer.text.includes(mark) || tried.answer.status >= 500;
    const finding = leaks || tried.answer.status < 300 || plain(tried) !== plain(never);
    trial.note(
      finding
        ? `${tried.call.method} ${tried.call.path} [their ${kind}] → ${plain(tried).slice(0, 200)}, but ${plain(never).slice(0, 200)} for an id that never was`
        : null,
    );
  }
}

/** Keys that give all but what the call needs, that ended, of a disabled agent, and of another network. */
export async function lackingKeys(stage: Stage, trial: Trial): Promise<void> {
  const { known } = await plant(stage, "ingrid", null);
  const admin = stage.as("ingrid");
  const make = async (abilities: KeyAbility[], more: object = {}) =>
    made<{ key: { keyid: string }; token: string }>(
      await admin.post("/create-key", { name: "Attacker", abilities, ...more }),
    );
  const lacking = new Map<string, string>();
  for (const ability of keyAbilities)
    lacking.set(ability, (await make(keyAbilities.filter((one) => one !== ability))).token);
  const ended = await make([...keyAbilities]);
  await admin.post("/end-key", { keyid: ended.key.keyid });
  const elsewhere = await make([...keyAbilities], { networks: ["203.0.113.0/24"] });
  const victim = await stage.crowd.victim("admin");
  const theirs = stage.visitor();
  theirs.cookies.set(...(victim.cookie.split("=") as [string, string]));
  const own = made<{ token: string }>(
    await theirs.post("/create-key", { name: "Mine", own: true, abilities: [...keyAbilities] }),
  );
  made(await admin.post("/auth/delete-agent", { userid: victim.actor.id }));
  const visitor = stage.visitor();
  for (const name of names) {
    const call = callOf(name, known);
    const tries: [string, string, number[]][] = [
      ["all but the ability", lacking.get(calls[name].ability) ?? "", [403]],
      ["an ended key", ended.token, [401]],
      ["a disabled agent's key", own.token, [401]],
      ["a key of another network", elsewhere.token, [403]],
    ];
    for (const [what, token, statuses] of tries)
      trial.refused(`${call.method} ${call.path} with ${what}`, await by(visitor, token, call), statuses);
  }
}

/** Malformed bodies and headers. Each is refused with a problem of RFC 9457, never with a failure of the server. */
export async function malformedPrograms(stage: Stage, trial: Trial): Promise<void> {
  const { token, known } = await plant(stage, "ingrid", null);
  // A key may make so many calls at once, and then ten a second.
  const more = { name: "Another", abilities: [...keyAbilities] };
  const other = made<{ token: string }>(await stage.as("ingrid").post("/create-key", more));
  const tokens = [token, other.token];
  let tried = 0;
  const visitor = stage.visitor();
  const never = { ...known, ...Object.fromEntries(Object.keys(exampleIds).map((of) => [of, randomUUID()])) };
  for (const name of names) {
    const call = callOf(name, never);
    const headers = { ...call.sent.headers, "content-type": "application/json" };
    const raw = (body: string) => ({ ...call, sent: { method: call.method, body, headers } });
    const isBody = call.sent.json !== undefined;
    const bodies: [string, Call, number[]][] = isBody
      ? [
          ["10 MB", raw(`{"text":"${"a".repeat(10_000_000)}"}`), [413]],
          ["an unknown field", raw(JSON.stringify({ ...(call.sent.json as object), sent_by: "me" })), [400]],
          ["a prototype", raw('{"__proto__":{"text":"a"}}'), [400, 403, 404]],
          ["10 000 levels", raw(`{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`), [400]],
          ["half an object", raw("{"), [400]],
          ["a list", raw("[]"), [400]],
          ["null", raw("null"), [400]],
          [
            "another type",
            { ...call, sent: { ...call.sent, headers: { "content-type": "text/plain" } } },
            [415],
          ],
        ]
      : [];
    const paths: [string, Call, number[]][] = ["%00", "%ff", "..%2f..", "1", "a".repeat(10_000)].flatMap(
      (odd) =>
        call.path.includes("-4")
          ? [
              [
                `${odd.slice(0, 20)} as an id`,
                { ...call, path: call.path.replace(/[0-9a-f-]{36}/, odd) },
                [400, 404, 414],
              ],
            ]
          : [],
    );
    const long = { ...call.sent.headers, "idempotency-key": "k".repeat(10_000) };
    const keys: [string, Call, number[]][] =
      call.method === "POST" && !/channels/.test(call.path)
        ? [["a name of 10 KB", { ...call, sent: { ...call.sent, headers: long } }, [400]]]
        : [];
    for (const [what, odd, statuses] of [...bodies, ...paths, ...keys]) {
      const answer = await by(visitor, tokens[tried++ % tokens.length] ?? "", odd);
      trial.refused(`${call.method} ${call.path.slice(0, 100)} with ${what}`, answer, statuses);
      trial.note(
        isProblem(answer)
          ? null
          : `${call.method} ${call.path.slice(0, 100)} with ${what}: ${answer.text.slice(0, 200)}`,
      );
    }
  }
}

function isProblem({ headers, text }: Answer): boolean {
  if (!String(headers["content-type"]).startsWith("application/problem+json")) return false;
  const { type, title, status } = JSON.parse(text) as Record<string, unknown>;
  return (
    String(type).startsWith("urn:parley:reason:") && typeof title === "string" && typeof status === "number"
  );
}

const by = (visitor: Visitor, token: string, { path, sent }: Call): Promise<Answer> =>
  visitor.call(path, {
    ...sent,
    headers: { ...sent.headers, origin: undefined, authorization: `Bearer ${token}` },
  });

/** The call with its example, these ids in place of the example's. */
function callOf(name: ProgramCallName, known: Known): Call {
  const { method, path, ...declared } = calls[name];
  const text = Object.entries(exampleIds).reduce(
    (all, [of, id]) => all.replaceAll(id, known[of as ExampleId] ?? id),
    JSON.stringify(programExamples[name]),
  );
  const {
    params = {},
    query = {},
    body,
  } = JSON.parse(text) as NonNullable<(typeof programExamples)[typeof name]>;
  const filled = path.replace(/:(\w+)/g, (_, slot: string) => params[slot] ?? "");
  const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const upload = "form" in declared ? form({}, { name: "a.png", content: blackPng(64) }) : null;
  return {
    method,
    path: asked.size > 0 ? `${filled}?${asked}` : filled,
    sent: {
      method,
      ...(body && { json: body }),
      ...(upload && { body: upload.payload, headers: upload.headers }),
    },
  };
}

type Planted = { token: string; known: Known };

function made<Body>(answer: Answer): Body {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return json<Body>(answer);
}

/** A company's thing of each kind that an example names, of this department where it has one, and a key that sees them. */
async function plant(stage: Stage, admin: "ingrid" | "freya", department: string | null): Promise<Planted> {
  const { crowd, house } = stage;
  const isRefunds = department === house.planted.departments.refunds.id;
  const { ids } = admin === "freya" ? crowd.neighbours : isRefunds ? crowd.refunds : crowd.own;
  const person = stage.as(admin);
  const make = async <Body>(path: string, body: object) => made<Body>(await person.post(path, body));
  const unique = randomUUID().slice(0, 8);
  const departmentids = department ? [department] : null;
  const { token } = await make<{ token: string }>("/create-key", {
    ...{ name: unique, abilities: [...keyAbilities], departmentids },
  });
  const { connect } = stage.simulator.control.createAccount({ platform: "gateway", name: unique });
  const gateway = await make<{ channelid: string }>("/channels/gateway/connect", {
    ...connect,
    departmentid: ids.department,
  });
  const { webhook } = await make<{ webhook: { webhookid: string } }>("/create-webhook", {
    ...{ name: unique, url: "https://crm.example.com/", types: ["ticket_close"], departmentids },
  });
  await make("/test-webhook", { webhookid: webhook.webhookid, type: "ticket_close" });
  const listed = await person.get(`/webhooks/${webhook.webhookid}/deliveries`);
  const field = async (owner: string) =>
    (await make<{ fieldid: string }>("/admin/create-field", { owner, name: unique, type: "text" })).fieldid;
  const known: Known = {
    ...{ ticket: ids.ticket, client: ids.client, department: ids.department, agent: ids.agent },
    ...{ channel: ids.channel, note: ids.note, file: ids.file },
    ...{ gateway: gateway.channelid, webhook: webhook.webhookid },
    delivery: made<{ deliveries: { deliveryid: string }[] }>(listed).deliveries[0]?.deliveryid,
    tag: (await make<{ tagid: string }>("/create-tag", { name: unique })).tagid,
    ...{ ticketField: await field("ticket"), clientField: await field("client") },
    organisationField: await field("organisation"),
    organisation: (await make<{ organisationid: string }>("/admin/create-organisation", { name: unique }))
      .organisationid,
  };
  return { token, known };
}
