/**
 * Tries every route with ids that are not the caller's, wrong bodies and other origins; `every-identity.test.ts` tries
 * every identity. The list is the app's own, so a new route is tested from the start; one with ids this table does not
 * know fails.
 */

import { randomUUID } from "node:crypto";
import type { CallAbility } from "@parley/contract/abilities";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentWith, needsSession } from "../../../test/world/abilities.ts";
import type { Browser } from "../../../test/world/browser.ts";
import {
  type ChangingCall,
  changingCalls,
  plantIds,
  type Slot,
  slotsOf,
} from "../../../test/world/changing-calls.ts";
import { form } from "../../../test/world/form.ts";
import type { AgentName } from "../../../test/world/people.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { type GuardedRoute, routesOf } from "./guard.ts";

let world: World;
/** Tickets that mira of Bookings may not see, each with a message and a file. */
let foreign: Record<"another company's" | "another department's", Ids>;

beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  foreign = {
    "another company's": await plantForeign("general"),
    "another department's": await plantForeign("refunds"),
  };
});
afterAll(() => world.close());

/** An agent who writes notes and has bubbles in the department. */
const owners = { general: "omar", refunds: "naledi", bookings: "jonas", groups: "ingrid" } as const;

/** A text of the owner's that leaves later. */
async function plantOutgoing(ticket: { id: string; company_id: string }, owner: AgentName) {
  const outgoingid = randomUUID();
  const agent = world.agents[owner];
  await world.desk(owner === "omar" ? "northwind" : "harbour", ({ db, now }) =>
    db
      .insertInto("outgoing")
      .values({
        ...{ company_id: ticket.company_id, id: outgoingid, ticket_id: ticket.id, agent_id: agent.id },
        ...{ created_on: now, type: "text", content: "Not for you", seen_seq: 0 },
        due_on: new Date(now.getTime() + 3_600_000),
      })
      .execute(),
  );
  return outgoingid;
}

async function plantForeign(department: keyof typeof owners) {
  const ticket = await world.ticket({ department, messages: ["not for you"] });
  const message = await world.message(ticket, { type: "text", is_agent: false, content: "nor this" });
  const company = department === "general" ? "northwind" : "harbour";
  const fileid = await world.desk(company, async (scope) => {
    const { id } = await scope.db
      .insertInto("file")
      .values({ company_id: scope.companyId, ticket_id: ticket.id, name: "secret.pdf", state: "ready" })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  });
  const noteid = randomUUID();
  const owner = owners[department];
  await world.as(owner).post("/write-note", { ticketid: ticket.id, content: "Not for you", noteid });
  // Colleagues of all departments chat with each other, but not with themselves.
  const colleague = department === "general" ? world.agents.omar : world.agents.mira;
  const { bubbleid } = (
    await world.as(owner).post("/create-bubble", { name: "Secret", content: "Not for you" })
  ).json<{ bubbleid: string }>();
  return {
    ticketid: ticket.id,
    clientid: ticket.client_id,
    messageid: message.id,
    noteid,
    fileid,
    colleagueid: colleague.id,
    bubbleid,
    outgoingid: await plantOutgoing(ticket, owner),
  };
}

const idNames = {
  ...{ ticketid: true, clientid: true, messageid: true, noteid: true },
  ...{ outgoingid: true, fileid: true, colleagueid: true, bubbleid: true },
};
type Ids = Record<keyof typeof idNames, string>;
type Slots = Record<Slot, string>;

/**
 * The other input that a route with ids needs to be well formed. Query and body carry ids as paths do. What
 * `changingCalls` makes of these ids alone is added below.
 */
const calls: Record<string, (ids: Ids) => { path: string; body?: object }> = {
  "GET /tickets/:ticketid": ({ ticketid }) => ({ path: `/tickets/${ticketid}` }),
  "GET /:ticketid/:created_on/ticketHandler": ({ ticketid }) => ({ path: `/${ticketid}/0/ticketHandler` }),
  "GET /:ticketid/:index/chat": ({ ticketid }) => ({ path: `/${ticketid}/1/chat` }),
  "GET /get-chat-slice": ({ ticketid }) => ({ path: `/get-chat-slice?ticketid=${ticketid}&before=9` }),
  "GET /tickets/:ticketid/rules": ({ ticketid }) => ({ path: `/tickets/${ticketid}/rules` }),
  "GET /tickets/:ticketid/goals": ({ ticketid }) => ({ path: `/tickets/${ticketid}/goals` }),
  "GET /tickets/:ticketid/routing": ({ ticketid }) => ({ path: `/tickets/${ticketid}/routing` }),
  "GET /:ticketid/get-pinned-msg": ({ ticketid }) => ({ path: `/${ticketid}/get-pinned-msg` }),
  "GET /search-message": ({ ticketid }) => ({ path: `/search-message?ticketid=${ticketid}&keyword=you` }),
  "POST /acceptTicket": ({ ticketid }) => ({ path: "/acceptTicket", body: { ticketid } }),
  "POST /ticket/change-tags": ({ ticketid }) => ({
    path: "/ticket/change-tags",
    body: { ticketid, add: [randomUUID()] },
  }),
  "GET /:ticketid/take-over": ({ ticketid }) => ({ path: `/${ticketid}/take-over` }),
  "POST /ticket/change-department": ({ ticketid }) => ({
    path: "/ticket/change-department",
    body: { ticketid, newDepartment: world.departments.bookings.id },
  }),
  "POST /ticket/reassign-user": ({ ticketid }) => ({
    path: "/ticket/reassign-user",
    body: { ticketid, newDepartment: world.departments.bookings.id, newUser: world.agents.jonas.id },
  }),
  "GET /:ticketid/get-agents": ({ ticketid }) => ({ path: `/${ticketid}/get-agents` }),
  "GET /tickets/:ticketid/visit": ({ ticketid }) => ({ path: `/tickets/${ticketid}/visit` }),
  "GET /:ticketid/automatic-messages": ({ ticketid }) => ({ path: `/${ticketid}/automatic-messages` }),
  "GET /:ticketid/send-limits": ({ ticketid }) => ({ path: `/${ticketid}/send-limits` }),
  "GET /shared-bubbles": ({ ticketid }) => ({ path: `/shared-bubbles?ticketid=${ticketid}` }),
  "POST /run-macro": ({ ticketid, bubbleid }) => ({
    path: "/run-macro",
    body: { runid: randomUUID(), bubbleid, updated_on: "2026-01-01T00:00:00.000Z", ticketid },
  }),
  "GET /:ticketid/notes": ({ ticketid }) => ({ path: `/${ticketid}/notes` }),
  "GET /:ticketid/outgoing": ({ ticketid }) => ({ path: `/${ticketid}/outgoing` }),
  "POST /schedule-mail": ({ ticketid }) => ({
    path: "/schedule-mail",
    body: {
      ...{ ticketid, messageid: randomUUID(), to: [{ address: "olena@pier.example" }] },
      ...{ subject: "Order 7", html: "<p>Here.</p>", leaves: "hour" },
    },
  }),
  "POST /send-mail": ({ ticketid }) => ({
    path: "/send-mail",
    body: { ticketid, to: [{ address: "olena@pier.example" }], subject: "Order 7", html: "<p>Here.</p>" },
  }),
  "GET /mails/:messageid/frame": ({ messageid }) => ({ path: `/mails/${messageid}/frame` }),
  "GET /mails/:messageid/original": ({ messageid }) => ({ path: `/mails/${messageid}/original` }),
  "GET /:userid/private-chat": ({ colleagueid }) => ({ path: `/${colleagueid}/private-chat` }),
  "GET /:offset/get-tickets": ({ ticketid }) => ({ path: `/20/get-tickets?after=${ticketid}` }),
  "GET /admin/:id/get-client": ({ clientid }) => ({ path: `/admin/${clientid}/get-client` }),
  "GET /admin/:id/client-actions": ({ clientid }) => ({ path: `/admin/${clientid}/client-actions` }),
  "GET /admin/:id/client-tickets": ({ clientid }) => ({ path: `/admin/${clientid}/client-tickets` }),
  "GET /:offset/get-clients": ({ clientid }) => ({ path: `/20/get-clients?after=${clientid}` }),
  "POST /ticket/set-field": ({ ticketid }) => ({
    path: "/ticket/set-field",
    body: { ticketid, fieldid: randomUUID(), value: "x" },
  }),
  "GET /:ticketid/client-details": ({ ticketid }) => ({ path: `/${ticketid}/client-details` }),
  "GET /:ticketid/client": ({ ticketid }) => ({ path: `/${ticketid}/client` }),
  "GET /admin/:id/client-files": ({ clientid }) => ({ path: `/admin/${clientid}/client-files` }),
  "POST /client/set-field": ({ clientid }) => ({
    path: "/client/set-field",
    body: { clientid, fieldid: randomUUID(), value: "x" },
  }),
  "POST /client/change-tags": ({ clientid }) => ({
    path: "/client/change-tags",
    body: { clientid, add: [randomUUID()] },
  }),
  "POST /auth/end-session": ({ ticketid }) => ({
    path: "/auth/end-session",
    body: { sessionid: ticketid },
  }),
  "GET /pictures/:name.webp": ({ fileid }) => ({ path: `/pictures/${fileid}.webp` }),
  "GET /files/:fileid/:variant/:name": ({ fileid }) => ({
    path: `/files/${fileid}/original/secret.pdf?expires=9999999999999&signature=none`,
  }),
};

/** The answers to a colleague who was mentioned in a ticket; the note is another's. Every other route of a ticket is a 403. */
const withSight: Record<string, number> = {
  "GET /tickets/:ticketid": 200,
  "GET /:ticketid/:created_on/ticketHandler": 200,
  "GET /:ticketid/:index/chat": 200,
  "GET /get-chat-slice": 200,
  "GET /:ticketid/get-pinned-msg": 200,
  "GET /search-message": 200,
  "GET /:ticketid/automatic-messages": 200,
  "GET /:ticketid/send-limits": 200,
  "GET /shared-bubbles": 200,
  "GET /:ticketid/notes": 200,
  "GET /:ticketid/outgoing": 200,
  "GET /:ticketid/client-details": 200,
  "GET /:ticketid/client": 200,
  "POST /write-note": 200,
  "POST /save-note-draft": 200,
  "POST /follow-ticket": 200,
  "POST /unfollow-ticket": 200,
  "POST /edit-note": 403,
  "POST /delete-note": 403,
};

/** Routes that take no id of a company's row, or whose ids another test tries (uploads are not JSON). */
const withoutIds = new Set([
  "GET /address-suggestions",
  "GET /",
  "GET /admin/company-status",
  "GET /auth/agents",
  "GET /auth/department",
  "GET /auth/get-departments",
  "GET /auth/get-user-pref",
  "GET /auth/profile",
  "POST /auth/update-profile",
  "POST /auth/confirm-address-change",
  "POST /auth/send-address-change-code",
  "POST /auth/cancel-address-change",
  "POST /auth/change-profile-pic",
  "POST /auth/change-password",
  "GET /auth/sessions",
  "POST /auth/end-other-sessions",
  "GET /auth/sign-ins",
  "GET /auth/two-step",
  "POST /auth/start-two-step",
  "POST /auth/confirm-two-step",
  "POST /auth/change-recovery-codes",
  "POST /auth/remove-two-step",
  "POST /admin/require-two-step",
  "POST /auth/change-lang",
  "POST /auth/register",
  "GET /admin/invitations",
  "POST /auth/invite",
  "POST /auth/invite-again",
  "POST /auth/withdraw-invitation",
  "POST /auth/send-reset",
  "GET /first-steps",
  "POST /first-steps",
  "GET /tickets",
  "GET /tickets/mentioned",
  // `tags.test.ts` tries another company's tags.
  "GET /tags",
  "POST /create-tag",
  "GET /admin/tag-uses",
  "POST /admin/update-tag",
  "POST /admin/delete-tag",
  "POST /admin/merge-tag",
  "POST /admin/switch-tag-list",
  // `views.test.ts` tries other agents', departments' and companies' views.
  "GET /views",
  "GET /views/counts",
  "GET /views/:viewid",
  "POST /create-view",
  "POST /update-view",
  "POST /delete-view",
  "POST /order-views",
  // `shared.test.ts` and `macro.test.ts` try another department's and company's.
  "GET /shared-bubbles/folders",
  "POST /count-bubble-use",
  "POST /undo-macro",
  "POST /admin/create-bubble",
  "POST /admin/update-bubble",
  "POST /admin/delete-bubble",
  "POST /admin/add-bubble-file",
  "POST /admin/remove-bubble-file",
  "POST /admin/import-bubbles",
  "GET /admin/export-bubbles",
  // `organisations.test.ts` tries another company's, and those of clients in another department.
  "GET /organisations",
  "GET /organisations/:organisationid",
  "GET /organisations/:organisationid/tickets",
  "POST /admin/create-organisation",
  "POST /admin/update-organisation",
  "POST /admin/delete-organisation",
  "POST /admin/choose-organisation",
  "POST /admin/set-organisation-field",
  "GET /export-organisations",
  // Only administrators have them: `proofs.test.ts` tries another company's clients.
  "GET /admin/merge-proposals",
  "POST /admin/dismiss-merge-proposal",
  // `fields.test.ts` tries another company's fields.
  "GET /fields",
  "GET /admin/field-uses",
  "POST /admin/create-field",
  "POST /admin/update-field",
  "POST /admin/order-fields",
  "POST /admin/delete-field",
  // `keys.test.ts` tries other agents' and companies' keys.
  "GET /keys",
  "POST /create-key",
  "POST /update-key",
  "POST /rotate-key",
  "POST /end-key",
  // `routing.test.ts` tries other departments, agents and companies.
  "GET /routing",
  "POST /change-routing",
  "GET /agent-routing/:userid",
  "POST /change-agent-routing",
  "GET /away",
  "POST /set-away",
  "GET /offers",
  // Only administrators have them: `rules.test.ts` tries another company's.
  "GET /rules",
  "POST /create-rule",
  "POST /update-rule",
  "POST /switch-rule",
  "POST /order-rules",
  "POST /delete-rule",
  "GET /rules/:ruleid/versions",
  "POST /undo-rule",
  "POST /try-rule",
  // Only administrators have them: `goals.test.ts` tries another company's.
  "GET /goal-policies",
  "POST /create-goal-policy",
  "POST /update-goal-policy",
  "POST /order-goal-policies",
  "POST /delete-goal-policy",
  "POST /try-goal-policy",
  // Only administrators have them: `webhooks.test.ts` tries another company's.
  "GET /webhooks",
  "POST /create-webhook",
  "POST /update-webhook",
  "POST /rotate-webhook",
  "POST /remove-webhook",
  "POST /pause-webhook",
  "POST /start-webhook",
  "POST /test-webhook",
  "GET /webhooks/:webhookid/deliveries",
  "GET /webhook-deliveries/:deliveryid/request",
  "POST /resend-delivery",
  "POST /resend-deliveries",
  "GET /bubbles",
  "POST /create-bubble",
  "GET /drafts",
  "GET /note-drafts",
  "GET /outgoing",
  // `change-sent.test.ts` tries another company's; agents read no history.
  "GET /messages/:messageid/history",
  "PUT /take-back",
  "GET /failed-messages",
  "GET /:offset/closed-tickets",
  "GET /search-ticket/:keyword/:state",
  // `sight.test.ts` of the search tries what other departments and companies have.
  "GET /search",
  "GET /channels",
  "GET /channels/:channelid/templates",
  "GET /channels/:channelid/mailbox",
  "POST /channels/:channelid/mailbox",
  "GET /channels/:channelid/folders",
  "POST /channels/:channelid/retry-mails",
  "GET /channels/:channelid/widget",
  "POST /channels/:channelid/widget",
  "POST /channels/:channelid/widget-secret",
  "POST /channels/:channelid/test-address",
  "POST /channels/:channelid/import",
  "POST /channels/:channelid/cancel-import",
  "GET /mail-sign-ins",
  "POST /begin-mail-sign-in",
  "GET /oauth/mail/callback",
  "POST /start-conversation",
  // `schedule-first.test.ts` tries who does not see the account's tickets.
  "POST /schedule-first-mail",
  "GET /channels/:channelid/leaving-times",
  // Only administrators have them: `delete.test.ts` tries another company's ticket.
  "POST /admin/delete-ticket",
  "POST /admin/restore-ticket",
  "GET /admin/deleted-tickets",
  // It answers for each ticket: `many.test.ts` tries other companies' and departments'.
  "POST /tickets/change",
  "GET /whatsapp-phone-numbers",
  "GET /:id/get-business-profile",
  "POST /edit-whatsapp-profile",
  "POST /toggle-phone-number-webhook",
  "POST /submit-whatsapp-template",
  "GET /whatsapp-signup-settings",
  "POST /setup-whatsapp",
  "POST /setup-whatsapp-webhook",
  "POST /channels/:platform/connect",
  "POST /channels/:channelid/update",
  "POST /channels/:channelid/test",
  "POST /channels/:channelid/disconnect",
  "GET /admin/get-telegram-token",
  "POST /setup-telegram",
  "GET /admin/get-all-agents",
  "GET /admin/:id/get-user",
  "GET /admin/:id/user-actions",
  "POST /auth/set-admin",
  "POST /auth/set-moderator",
  "POST /auth/delete-agent",
  "POST /auth/hand-over",
  "PUT /auth/update-account",
  "GET /admin/audit-log",
  "GET /channels",
  "GET /admin/settings",
  "PUT /admin/settings",
  "GET /get-tickets",
  "GET /tickets-by-day",
  "GET /export-tickets",
  "GET /figures",
  "GET /export-figures",
  "GET /figure-mail",
  "POST /save-figure-mail",
  "GET /table-columns",
  "POST /save-table-columns",
  "GET /export-clients",
  "GET /admin/export-audit-log",
  "GET /admin/get-all-clients",
  "GET /:term/search-clients",
  "POST /admin/:id/block",
  "PUT /auth/update-client",
  "POST /admin/:id/merge-client",
  "POST /admin/:id/unmerge-client",
  "GET /admin/get-departments",
  "GET /opening-hours",
  "GET /automatic-messages",
  "POST /automatic-messages",
  "POST /automatic-messages/:automaticid/update",
  "POST /automatic-messages/:automaticid/switch",
  "DELETE /automatic-messages/:automaticid",
  "POST /opening-hours",
  "POST /department-opening-hours",
  "GET /signature",
  "POST /save-signature",
  "GET /admin/signatures",
  "POST /admin/save-signature",
  "POST /admin/create-department",
  "POST /admin/rename-department",
  "POST /admin/delete-department",
  "POST /send-file",
  "POST /schedule-file",
  "POST /mail-files",
  "POST /send-note-file",
  "POST /send-private-file",
  "GET /private-chats",
  "GET /notifications",
  "POST /reset-notifications-count",
  "POST /clear-notifications",
  "GET /notice-settings",
  "PUT /notice-settings",
  "GET /push-key",
  "POST /subscribe",
  "POST /check-subscription",
  "POST /update-subscription",
  "GET /metrics",
  "GET /openapi.json",
  "GET /api/docs",
  "GET /api/docs/:file",
]);

/** The calls of `changingCalls` that name nothing but these ids. An administrator's have a test of their own. */
for (const [route, callOf] of Object.entries(changingCalls)) {
  const known = slotsOf(callOf).every((slot) => slot in idNames);
  if (calls[route] || withoutIds.has(route) || !known || route.startsWith("POST /admin/")) continue;
  calls[route] = (ids) => ({
    path: route.split(" ")[1] ?? "",
    ...callOf(ids as Partial<Slots> as Slots),
  });
}

/** `programs.test.ts` tries the routes for programs, which take no session. */
const guarded = () =>
  routesOf(world.app).filter(
    ({ ability, method, url }) => needsSession(ability) && method !== "HEAD" && !url.startsWith("/api/v1/"),
  );
const name = ({ method, url }: GuardedRoute) => `${method} ${url}`;

function ask(browser: Browser, method: string, { path, body = {} }: { path: string; body?: object }) {
  if (method === "POST") return browser.post(path, body);
  if (method === "PUT") return browser.put(path, body);
  return method === "DELETE" ? browser.delete(path) : browser.get(path);
}

/** Any path of the route's shape, with a ticket's id in every variable. */
function anyPath({ url }: GuardedRoute, ticketid: string): string {
  return url.replace(/:(\w+)/g, (_all, slot: string) => {
    if (["index", "offset", "created_on"].includes(slot)) return "1";
    if (slot === "state") return "open";
    if (slot === "term") return "rosa";
    if (slot === "variant") return "original";
    return ticketid;
  });
}

describe("every route that is not public", () => {
  it("every route that is not public is in one of this file's two lists", () => {
    const missing = guarded()
      .map(name)
      .filter((route) => !calls[route] && !withoutIds.has(route));
    expect(missing, "add the route to `changingCalls`, to `calls` with its ids, or to `withoutIds`").toEqual(
      [],
    );
  });

  it.each(["another company's", "another department's"] as const)(
    "every route answers to %s id as to an unknown one",
    async (whose) => {
      const never = {
        ticketid: randomUUID(),
        clientid: randomUUID(),
        messageid: randomUUID(),
        noteid: randomUUID(),
        fileid: randomUUID(),
        outgoingid: randomUUID(),
        colleagueid: randomUUID(),
        bubbleid: randomUUID(),
      };
      for (const [route, callOf] of Object.entries(calls)) {
        const [theirs, nobodys] = [callOf(foreign[whose]), callOf(never)];
        const method = route.split(" ")[0] ?? "";
        const answer = await ask(world.as("mira"), method, theirs);
        const unknown = await ask(world.as("mira"), method, nobodys);
        expect([route, answer.statusCode]).toEqual([route, 404]);
        expect([route, unknown.statusCode, unknown.body]).toEqual([route, 404, answer.body]);
      }
    },
  );

  it("a colleague who was mentioned sends a file as a note, and neither to the client nor with a mail", async () => {
    const { ticketid } = await plantForeign("refunds");
    const mentions = { agents: [world.agents.mira.id] };
    await world.as("naledi").post("/write-note", { ticketid, content: "Have a look", mentions });
    const upload = async (path: string) => {
      const file = { name: "map.txt", content: "Quay 4" };
      return (await world.as("mira").post(path, undefined, form({ ticketid }, file))).statusCode;
    };
    expect(await upload("/send-note-file")).toBe(201);
    expect([await upload("/send-file"), await upload("/mail-files")]).toEqual([403, 403]);
    const later = { ticketid, messageid: randomUUID(), leaves: "hour" };
    const scheduled = form(later, { name: "map.txt", content: "Quay 4" });
    expect((await world.as("mira").post("/schedule-file", undefined, scheduled)).statusCode).toBe(403);
  });

  it("a colleague who was mentioned reads the ticket and writes notes, and is refused everything else of it", async () => {
    const ids = await plantForeign("refunds");
    const mentions = { agents: [world.agents.mira.id] };
    const mentioning = { ticketid: ids.ticketid, content: "Have a look", mentions };
    expect((await world.as("naledi").post("/write-note", mentioning)).statusCode).toBe(200);
    const sighted: Record<string, number> = {};
    for (const [route, callOf] of Object.entries(calls)) {
      const ofTicket = [callOf(ids), callOf({ ...ids, ticketid: randomUUID() })];
      if (
        ofTicket[0]?.path === ofTicket[1]?.path &&
        !JSON.stringify(ofTicket[0]?.body)?.includes(ids.ticketid)
      )
        continue;
      const method = route.split(" ")[0] ?? "";
      sighted[route] = (await ask(world.as("mira"), method, callOf(ids))).statusCode;
    }
    expect(sighted).toMatchObject(withSight);
    const others = Object.entries(sighted).filter(
      ([route]) => !(route in withSight) && route !== "POST /auth/end-session",
    );
    for (const [route, status] of others) expect([route, status]).toEqual([route, 403]);
  });

  it("an agent of two departments does in both what an agent of one does there, and nothing in a third", async () => {
    const { bookings, refunds } = world.departments;
    const see = (departmentids: string[]) =>
      world.as("ingrid").put("/auth/update-account", {
        ...{ userid: world.agents.mira.id, email: world.agents.mira.email, departmentids },
        ...{ first_name: "Mira", last_name: "Halvorsen", departmentid: bookings.id },
      });
    expect((await see([refunds.id])).statusCode).toBe(200);
    const [home, beside, third] = [
      await plantForeign("bookings"),
      await plantForeign("refunds"),
      await plantForeign("groups"),
    ];
    for (const [route, callOf] of Object.entries(calls)) {
      const statusOf = async (ids: Ids) =>
        (await ask(world.as("mira"), route.split(" ")[0] ?? "", callOf(ids))).statusCode;
      expect([route, await statusOf(beside)]).toEqual([route, await statusOf(home)]);
      expect([route, await statusOf(third)]).toEqual([route, 404]);
    }
    expect((await see([])).statusCode).toBe(200);
  });

  it("a route changes nothing of what it refused", async () => {
    for (const { ticketid } of Object.values(foreign)) {
      const row = await world.context.database
        .selectFrom("ticket")
        .select(["handler_id", "closed_on", "last_seq"])
        .where("id", "=", ticketid)
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ handler_id: null, closed_on: null, last_seq: 2 });
    }
  });

  it.each([
    ["text/plain", 415],
    ["application/json\ta", 415],
    ["application/x-www-form-urlencoded", 415],
  ])("every route refuses a body declared as %s", async (type, status) => {
    const options = { headers: { "content-type": type }, payload: "{}" };
    for (const route of changing()) expect([route, await statusOf(route, options)]).toEqual([route, status]);
  });

  it("a route accepts nothing from another site's page", async () => {
    for (const origin of ["https://evil.example", "null"]) {
      const headers = { origin, "sec-fetch-site": "cross-site" };
      for (const route of changing())
        expect([route, await statusOf(route, { headers })]).toEqual([route, 403]);
    }
  });

  it("every route answers to another company's id in any field of a call as to an unknown one", async () => {
    const [own, theirs] = [await plantIds(world, "harbour"), await plantIds(world, "northwind")];
    const tried = new Set<Slot>();
    for (const [route, callOf] of Object.entries(changingCalls)) {
      // The agent's own department and the agent themselves have another refusal, or none.
      for (const slot of slotsOf(callOf).filter((used) => used !== "token")) {
        const answerTo = (id: string) => send(route, callOf({ ...own, [slot]: id }));
        const [foreign, unknown] = [await answerTo(theirs[slot]), await answerTo(randomUUID())];
        expect([route, slot, foreign.statusCode]).toEqual([route, slot, 404]);
        expect([route, slot, unknown.statusCode, unknown.body]).toEqual([route, slot, 404, foreign.body]);
        tried.add(slot);
      }
    }
    expect(tried.size).toBe(33);
  });
});

const changing = () =>
  guarded()
    .filter(({ method }) => method !== "GET")
    .map(name);

const statusOf = async (route: string, options: object) => {
  const [method = "", url = ""] = route.split(" ");
  const path = anyPath({ method, url, ability: "account" }, randomUUID());
  return (await call(abilityOf(route), { method, path }, options)).statusCode;
};

const abilityOf = (route: string) => guarded().find((each) => name(each) === route)?.ability ?? "account";

function send(route: string, { path, body = {}, form: sent }: ChangingCall) {
  const [method = "", url = ""] = route.split(" ");
  const payload = sent && form(sent.fields, { name: "black.png", content: sent.file, field: sent.field });
  return call(abilityOf(route), { method, path: path ?? url }, payload ?? { payload: body });
}

/** Calls as an agent with the ability, who handles the ticket where that matters. */
function call(ability: CallAbility, { method, path }: { method: string; path: string }, options: object) {
  const browser = world.as(agentWith(ability));
  if (method === "POST") return browser.post(path, undefined, options);
  return method === "PUT" ? browser.put(path, {}, options) : browser.delete(path, options);
}
