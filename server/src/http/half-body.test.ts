/**
 * Begins every call that changes something with the rights for it, and ends it without them: sends headers and a part
 * of the body, then the agent loses the session, the role or the department, then sends the rest. The list of routes is
 * the app's own.
 */

import { existsSync, readdirSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import type { CallAbility } from "@parley/contract/abilities";
import { keyAbilities } from "@parley/contract/key-abilities";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { agentWith, isManaging, needsSession } from "../../../test/world/abilities.ts";
import { blackPng } from "../../../test/world/black-png.ts";
import {
  changingCalls,
  type Ids,
  plantIds,
  plantSession,
  slotsOf,
} from "../../../test/world/changing-calls.ts";
import { form } from "../../../test/world/form.ts";
import { makeKey, type Program } from "../../../test/world/keys.ts";
import { rawCall, statusOf } from "../../../test/world/raw-call.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { inCompanyAs } from "../floor/database/scope.ts";
import { endSessions, startSession } from "../sign-in/session/session.ts";
import { cookieName } from "../sign-in/session/session-cookie.ts";
import { routesOf } from "./guard.ts";
import { isForPrograms } from "./problem.ts";

type AgentName = "mira" | "tomas" | "ingrid";

let world: World;
let port: number;
/** Requests whose headers were accepted, by the number the test gave each. */
const admitted = new Set<string>();
const cookies = {} as Record<AgentName, string>;
let of: Ids;
let crm: Program;
const sockets: Socket[] = [];

beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  world.app.addHook("preParsing", async ({ headers }) => void admitted.add(String(headers["x-number"])));
  port = Number(new URL(await world.app.listen({ host: "127.0.0.1", port: 0 })).port);
  of = await plantIds(world, "harbour");
  crm = await makeKey(world, "ingrid", { abilities: [...keyAbilities] });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await world.close();
});

const withBody = () =>
  routesOf(world.app).filter(
    ({ ability, method }) => needsSession(ability) && ["POST", "PUT", "PATCH", "DELETE"].includes(method),
  );
const changing = () => withBody().filter((route) => !isForPrograms(route));
const ofPrograms = () => withBody().filter(isForPrograms);

test("every route that takes a body of a signed-in agent is among the calls", () => {
  const routes = changing().map(({ method, url }) => `${method} ${url}`);
  expect(routes.length).toBeGreaterThan(40);
  expect(routes.sort(), "add a call that would be carried out to `changingCalls`").toEqual(
    Object.keys(changingCalls).sort(),
  );
});

/** Bodies of calls for programs that would be carried out; the others need none. */
const programBodies: Record<string, object> = {
  "PATCH /api/v1/clients/:id": { name: "Rosa" },
  "POST /api/v1/clients/:id/fields": { fields: {} },
  "POST /api/v1/clients/:id/tags": { add: [], remove: [] },
  "POST /api/v1/clients": { name: "Rosa" },
  "POST /api/v1/organisations": { name: "Harbour" },
  "POST /api/v1/organisations/:id/fields": { fields: {} },
  "POST /api/v1/webhooks": { name: "CRM", url: "https://crm.example/", types: ["ticket_close"] },
  "POST /api/v1/webhooks/:id/test": { type: "ticket_close" },
  "POST /api/v1/webhooks/:id/resend": { since: "2026-01-01T00:00:00Z" },
  "POST /api/v1/tickets/:id/assign": { handler_id: null },
  "POST /api/v1/tickets/:id/fields": { fields: {} },
  "POST /api/v1/tickets/:id/notes": { text: "A note" },
  "PATCH /api/v1/tickets/:id/notes/:note": { text: "A note" },
  "POST /api/v1/tickets/:id/snooze": { until: null },
  "POST /api/v1/channels/:id/messages": { id: "1", from: { id: "+447700900123" }, text: "Hello" },
  "POST /api/v1/channels/:id/receipts": { id: "1", status: "read" },
  "POST /api/v1/tickets/:id/messages": { text: "A reply" },
  "POST /api/v1/tickets/:id/priority": { priority: "high" },
  "POST /api/v1/tickets/:id/tags": { add: [], remove: [] },
};

/** A call under way: its answer comes once the rest is sent. */
type Pending = { route: string; finish(): Promise<{ route: string; status: number; code: string }> };

let number = 0;
function begin(route: string, ability: CallAbility, by?: AgentName): Promise<Pending> {
  const origin = world.context.config.consoleOrigin;
  return beginWith(route, () => ({ origin, cookie: cookies[by ?? agentWith(ability)] }));
}

function programCallOf(route: string): ReturnType<(typeof changingCalls)[string]> {
  if (route.endsWith("/files")) return { form: { fields: {}, file: blackPng(64) } };
  if (route === "POST /api/v1/tickets")
    return { body: { client_id: of.clientid, channel_id: world.channels.harbour.id, text: "A reply" } };
  return { body: programBodies[route] };
}

const pathOfProgram = (url: string): string =>
  url
    .replace(":id", url.includes("/clients/") ? of.clientid : of.ticketid)
    .replace(/:(note|delivery)/, of.noteid);

async function beginWith(route: string, credentials: () => Record<string, string>): Promise<Pending> {
  const [method, url] = route.split(" ") as [string, string];
  const call = changingCalls[route]?.(of) ?? programCallOf(route);
  const sent = call.form
    ? form(call.form.fields, { name: "black.png", content: call.form.file, field: call.form.field })
    : {
        payload: Buffer.from(JSON.stringify(call.body ?? {})),
        headers: { "content-type": "application/json" },
      };
  const id = String(++number);
  const { socket, answer } = rawCall(port, {
    method,
    path: call.path ?? pathOfProgram(url),
    headers: {
      ...credentials(),
      "content-length": String(sent.payload.length),
      "x-number": id,
      ...sent.headers,
    },
  });
  sockets.push(socket);
  // All of a form but its end: the route has stored the file when the rights change.
  const half = call.form ? sent.payload.length - 20 : 1;
  socket.write(sent.payload.subarray(0, half));
  await Promise.race([vi.waitFor(() => expect(admitted).toContain(id), 10_000), answer]);
  expect(admitted, `${route} was let in: ${admitted.has(id) ? "" : await answer}`).toContain(id);
  return {
    route,
    async finish() {
      socket.write(sent.payload.subarray(half));
      const text = await answer;
      const status = statusOf(text);
      return { route, status, code: /"code":"(\w+)"/.exec(text)?.[1] ?? text };
    },
  };
}

/** The whole content of the database and the store. */
async function contents(): Promise<Record<string, string>> {
  const { pool, config } = world.context;
  const client = await pool.connect();
  try {
    await client.query("begin; set local role parley_system");
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and has_table_privilege('parley_system', oid, 'select') order by 1`,
    );
    const held: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select md5(string_agg(t::text, ',' order by t::text)) as digest from "${name}" t`,
      );
      held[name] = rows[0].digest;
    }
    await client.query("reset role");
    const { rows: jobs } = await client.query("select count(*) as jobs from graphile_worker._private_jobs");
    held.jobs = String(jobs[0].jobs);
    const entries = readdirSync(config.dataDir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith("incoming"));
    held.files = files
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .join();
    return held;
  } finally {
    await client.query("commit");
    client.release();
  }
}

const names = ["mira", "tomas", "ingrid"] as const;

const set = (name: AgentName, to: object) =>
  world.desk("harbour", ({ db }) =>
    db.updateTable("agent").set(to).where("id", "=", world.agents[name].id).execute(),
  );

const requireTwoStep = (on: Date | null) =>
  world.desk("harbour", ({ db, companyId }) =>
    db.updateTable("company").set({ two_step_required_on: on }).where("company_id", "=", companyId).execute(),
  );

const incoming = () => {
  const folder = join(world.context.config.dataDir, "incoming");
  return existsSync(folder) ? readdirSync(folder) : [];
};

/** All run at once, so that a slow machine waits once. */
async function finishAfter(change: () => Promise<unknown>, pending: Pending[]) {
  // An accepted upload is in the incoming folder.
  const uploads = pending.filter(({ route }) =>
    /(send-(private-|note-)?file|mail-files|schedule-file|add-bubble-file)$|\/files$/.test(route),
  ).length;
  await vi.waitFor(() => expect(incoming()).toHaveLength(uploads), 10_000);
  await change();
  const before = await contents();
  world.telegram.control.clearRequests();
  const answers = await Promise.all(pending.map((call) => call.finish()));
  const after = await contents();
  expect(incoming()).toEqual([]);
  expect(world.telegram.control.requests({}), "a provider was asked").toEqual([]);
  return { answers, before, after };
}

beforeEach(async () => {
  await requireTwoStep(null);
  for (const name of names) {
    const { role, departmentid: department_id } = world.agents[name].actor;
    await set(name, { role, department_id, disabled_on: null });
    const from = { userAgent: "test", address: "127.0.0.1" };
    const token = await inCompanyAs(world.context, world.agents[name].actor, (scope) =>
      startSession(scope, from),
    );
    cookies[name] = `${cookieName(world.context.config)}=${token}`;
  }
  of.sessionid = await plantSession(world, "mira");
});

describe("the rest of a body changes nothing", () => {
  const everyCall = () =>
    Promise.all(changing().map(({ method, url, ability }) => begin(`${method} ${url}`, ability)));

  test("the rest of a body changes nothing once the agent is disabled", async () => {
    const disable = async () => {
      for (const name of names) await set(name, { disabled_on: world.clock.now() });
    };
    const { answers, before, after } = await finishAfter(disable, await everyCall());
    expect(answers.filter(({ status, code }) => status !== 401 || code !== "signed_out")).toEqual([]);
    expect(changed(before, after)).toEqual([]);
  });

  test("the rest of a body changes nothing once the session has ended", async () => {
    const signOut = async () => {
      for (const name of names)
        await world.desk("harbour", (scope) =>
          endSessions(world.context, scope, { agentId: world.agents[name].id }),
        );
    };
    const { answers, before, after } = await finishAfter(signOut, await everyCall());
    expect(answers.filter(({ status, code }) => status !== 401 || code !== "signed_out")).toEqual([]);
    expect(changed(before, after)).toEqual([]);
  });

  test("the rest of a program's body changes nothing once its key has ended", async () => {
    const routes = ofPrograms().map(({ method, url }) => `${method} ${url}`);
    expect(routes.length).toBeGreaterThan(2);
    const pending = routes.map((route) => beginWith(route, () => crm.headers));
    const endKey = () =>
      world.desk("harbour", ({ db }) =>
        db.updateTable("api_key").set({ ended_on: world.clock.now() }).where("id", "=", crm.keyid).execute(),
      );
    const { answers, before, after } = await finishAfter(endKey, await Promise.all(pending));
    expect(answers.filter(({ status }) => status !== 401)).toEqual([]);
    expect(changed(before, after)).toEqual([]);
  });

  test("the rest of a body changes nothing once the role is too low", async () => {
    const pending = changing()
      .filter(({ ability }) => isManaging(ability))
      .map(({ method, url, ability }) => begin(`${method} ${url}`, ability));
    expect(pending.length).toBeGreaterThan(10);
    const demote = async () => {
      await set("tomas", { role: null });
      await set("ingrid", { role: null });
    };
    const { answers, before, after } = await finishAfter(demote, await Promise.all(pending));
    expect(answers.filter(({ status, code }) => status !== 403 || code !== "forbidden")).toEqual([]);
    expect(changed(before, after)).toEqual([]);
  });

  /** Routes about a ticket, which only its department may see; those of administrators alone are left out. */
  const ticketSlots = new Set(["ticketid", "otherTicket", "mailTicket"]);
  const aboutTickets = () =>
    Object.entries(changingCalls)
      .filter(([route]) => !route.startsWith("POST /admin/"))
      .filter(([, call]) => slotsOf(call).some((slot) => ticketSlots.has(slot)))
      .map(([route]) => route);

  test("the rest of a body changes nothing once a moderator sees the tickets of one department alone", async () => {
    const pending = await Promise.all(
      aboutTickets()
        // A file for a ticket that another agent handles is refused before its first byte.
        .filter((route) => !["POST /send-file", "POST /schedule-file", "POST /mail-files"].includes(route))
        .map((route) => begin(route, "account", "tomas")),
    );
    const { answers, before, after } = await finishAfter(() => set("tomas", { role: null }), pending);
    expect(answers.length).toBeGreaterThan(8);
    expect(answers.filter(({ status, code }) => status !== 404 || code !== "not_found")).toEqual([]);
    expect(changed(before, after)).toEqual([]);
  });

  test("the rest of a body changes nothing once the agent is in another department", async () => {
    const pending = await Promise.all(aboutTickets().map((route) => begin(route, "account")));
    const move = () => set("mira", { department_id: world.departments.groups.id });
    const { answers, before, after } = await finishAfter(move, pending);
    expect(answers.length).toBeGreaterThan(9);
    expect(answers.filter(({ status, code }) => status !== 404 || code !== "not_found")).toEqual([]);
    expect(changed(before, after)).toEqual([]);
  });

  test("the rest of a body changes nothing once the company requires a second step", async () => {
    const { answers, before, after } = await finishAfter(
      () => requireTwoStep(world.clock.now()),
      await Promise.all(
        changing()
          .filter(({ url }) => !["/auth/start-two-step", "/auth/confirm-two-step"].includes(url))
          .map(({ method, url, ability }) => begin(`${method} ${url}`, ability)),
      ),
    );
    expect(answers.filter(({ status, code }) => status !== 403 || code !== "two_step_required")).toEqual([]);
    expect(changed(before, after)).toEqual([]);
  });
});

const changed = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys(after).filter((name) => after[name] !== before[name]);
