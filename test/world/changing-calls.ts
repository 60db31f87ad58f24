/**
 * A call for each route by which a signed-in agent changes something; a new route fails a test until it is here. A call
 * about tickets whose body may be a ticket's id alone is made from its declaration.
 */

import { createECDH, randomBytes, randomUUID } from "node:crypto";
import type { Declarations } from "@parley/contract/calls/call";
import { type CallName, paths } from "@parley/contract/calls/paths";
import { ticketCalls } from "@parley/contract/calls/tickets";
import type { FieldOwner } from "@parley/contract/field-types";
import { inCompanyAs } from "../../server/src/floor/database/scope.ts";
import { startSession } from "../../server/src/sign-in/session/session.ts";
import { password, type World } from "../world.ts";
import { blackPng } from "./black-png.ts";
import { form } from "./form.ts";
import { makeKey } from "./keys.ts";
import { connectMailbox } from "./mail-account.ts";
import type { AgentName, DepartmentName } from "./people.ts";

export type ChangingCall = {
  /** The route's own path unless it has parameters. */
  path?: string;
  body?: object;
  form?: { fields: Record<string, string>; file: Buffer; field?: string };
};

export type Slot =
  | "ticketid"
  | "otherTicket"
  | "mailTicket"
  | "messageid"
  | "noteid"
  | "outgoingid"
  | "clientid"
  | "otherClient"
  | "bubbleid"
  | "sharedBubble"
  | "sharedFile"
  | "macro"
  | "sessionid"
  | "departmentid"
  | "ownDepartment"
  | "otherDepartment"
  | "colleagueid"
  | "agentid"
  | "invitationid"
  | "channelid"
  | "automaticid"
  | "tagid"
  | "otherTag"
  | "viewid"
  | "ruleid"
  | "policyid"
  | "ticketField"
  | "clientField"
  | "keyid"
  | "webhookid"
  | "deliveryid"
  | "organisationid"
  | "organisationField"
  | "token";
export type Ids = Record<Slot, string>;

type House = {
  handler: AgentName;
  colleague: AgentName;
  other: AgentName;
  admin: AgentName;
  departments: [own: DepartmentName, to: DepartmentName, spare: DepartmentName];
};
const houses: Record<"harbour" | "northwind", House> = {
  harbour: {
    handler: "mira",
    colleague: "jonas",
    other: "naledi",
    admin: "ingrid",
    departments: ["bookings", "refunds", "groups"],
  },
  northwind: {
    handler: "omar",
    colleague: "freya",
    other: "freya",
    admin: "freya",
    departments: ["general", "claims", "claims"],
  },
};

/** The rows of one company that the calls use: two tickets of the handler's department, one of them the handler's. */
export async function plantIds(world: World, company: keyof typeof houses): Promise<Ids> {
  const { handler, colleague, other, admin, departments } = houses[company];
  const [own, to, spare] = departments.map((name) => world.departments[name].id) as [string, string, string];
  const ticket = await world.ticket({ department: departments[0], handler, messages: ["one", "two"] });
  const waiting = await world.ticket({ department: departments[0], messages: ["three"] });
  const message = await world.message(ticket, { type: "text", is_agent: true, content: "four" });
  const note = await world.as(handler).post("/write-note", { ticketid: ticket.id, content: "For us" });
  const outgoing = { ticketid: ticket.id, messageid: randomUUID(), content: "Later", leaves: "hour" };
  await world.as(handler).post("/schedule-message", outgoing);
  const bubble = await world.as(handler).post("/create-bubble", { name: "Greeting", content: "Good day" });
  const shared = await plantShared(world, admin);
  return {
    ...shared,
    ticketid: ticket.id,
    otherTicket: waiting.id,
    mailTicket: await plantMailTicket(world, company),
    messageid: message.id,
    noteid: note.json<{ noteid: string }>().noteid,
    clientid: ticket.client_id,
    otherClient: waiting.client_id,
    outgoingid: outgoing.messageid,
    bubbleid: bubble.json<{ bubbleid: string }>().bubbleid,
    sessionid: await plantSession(world, handler),
    departmentid: to,
    ownDepartment: own,
    otherDepartment: spare,
    colleagueid: world.agents[colleague].id,
    agentid: world.agents[other].id,
    invitationid: await plantInvitation(world, company, own),
    channelid: world.channels[company].id,
    automaticid: await plantAutomatic(world, admin),
    tagid: await plantTag(world, admin, "Refund"),
    otherTag: await plantTag(world, admin, "Late"),
    viewid: await plantView(world, admin),
    ruleid: await plantRule(world, admin),
    policyid: await plantGoalPolicy(world, admin),
    ticketField: await plantField(world, admin, "ticket"),
    clientField: await plantField(world, admin, "client"),
    keyid: await plantKey(world, handler),
    ...(await plantWebhook(world, company, admin)),
    organisationid: await plantOrganisation(world, admin),
    organisationField: await plantField(world, admin, "organisation"),
    token: world.channels[company].token,
  };
}

/** A conversation by mail, of the agent who handles the other one. */
async function plantMailTicket(world: World, company: keyof typeof houses): Promise<string> {
  const account = await connectMailbox(world, { company, address: `desk@${company}.example` });
  await account.receive();
  return world.desk(company, async (scope) => {
    const { id } = await scope.db
      .updateTable("ticket")
      .set({ handler_id: world.agents[houses[company].handler].id, accepted_on: scope.now })
      .where("channel_id", "=", account.id)
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  });
}

const automaticSettings = {
  name: "Greeting",
  occasion: "conversation_begins",
  enabled: false,
  delay: 0,
  closes: false,
  channelids: [],
  departmentids: [],
  default_language: "en",
  texts: { en: "Welcome." },
  template: null,
  template_variables: [],
};

async function plantAutomatic(world: World, admin: AgentName): Promise<string> {
  const made = await world.as(admin).post("/automatic-messages", automaticSettings);
  return made.json<{ automaticid: string }>().automaticid;
}

/** With a delivery that has been sent. */
async function plantWebhook(world: World, company: keyof typeof houses, admin: AgentName) {
  const body = { name: "CRM", url: "https://crm.example/hook", types: ["ticket_close"] };
  const made = await world.as(admin).post("/create-webhook", body);
  const { webhookid } = made.json<{ webhook: { webhookid: string } }>().webhook;
  const { rows } = await world.context.pool.query<{ id: string }>(
    `insert into webhook_delivery (company_id, webhook_id, kind, subject_type, subject_id, number, created_on, next_attempt_on, state)
      values ($1, $2, 'ticket_close', 'ticket', gen_random_uuid(), 1, now(), now(), 'sent') returning id`,
    [world.companies[company].id, webhookid],
  );
  return { webhookid, deliveryid: rows[0]?.id ?? "" };
}

const ruleSettings = {
  ...{ name: "Urgent", enabled: true, departmentids: null, stops: false, condition: { all: [] } },
  when: { kind: "event", events: ["rated"] },
  actions: [{ kind: "priority", priority: "urgent" }],
};

async function plantRule(world: World, admin: AgentName): Promise<string> {
  return (await world.as(admin).post("/create-rule", ruleSettings)).json<{ ruleid: string }>().ruleid;
}

const minutes = { low: null, normal: 30, high: null, urgent: null };
const goalSettings = {
  ...{ name: "Answers", condition: { all: [] }, in_hours: true, pauses: true },
  targets: { first: minutes, next: minutes, solved: minutes },
};

async function plantGoalPolicy(world: World, admin: AgentName): Promise<string> {
  const made = await world.as(admin).post("/create-goal-policy", goalSettings);
  return made.json<{ policyid: string }>().policyid;
}

async function plantKey(world: World, agent: AgentName): Promise<string> {
  return (await makeKey(world, agent, { own: true, abilities: ["readTickets"] })).keyid;
}

async function plantTag(world: World, admin: AgentName, name: string): Promise<string> {
  return (await world.as(admin).post("/create-tag", { name })).json<{ tagid: string }>().tagid;
}

const failed = { field: "failed", operator: "is", value: true };

async function plantView(world: World, admin: AgentName): Promise<string> {
  const view = { name: "Failed", condition: failed, audience: "company" };
  return (await world.as(admin).post("/create-view", view)).json<{ viewid: string }>().viewid;
}

/** A shared bubble with a file, and a macro. */
async function plantShared(
  world: World,
  admin: AgentName,
): Promise<Record<"sharedBubble" | "sharedFile" | "macro", string>> {
  const share = async (name: string, actions: object[]) =>
    (await world.as(admin).post("/admin/create-bubble", { name, content: "Good day", actions })).json<{
      bubbleid: string;
    }>().bubbleid;
  const sharedBubble = await share("Terms", []);
  const { payload, headers } = form({ bubbleid: sharedBubble }, { name: "terms.png", content: blackPng(64) });
  const added = await world.as(admin).post("/admin/add-bubble-file", undefined, { payload, headers });
  const [file] = added.json<{ files: { fileid: string }[] }>().files;
  const macro = await share("Until tomorrow", [{ kind: "snooze", until: "tomorrow" }]);
  return { sharedBubble, sharedFile: file?.fileid ?? "", macro };
}

async function plantField(world: World, admin: AgentName, owner: FieldOwner): Promise<string> {
  const body = { owner, name: "Order", type: "text" };
  return (await world.as(admin).post("/admin/create-field", body)).json<{ fieldid: string }>().fieldid;
}

async function plantOrganisation(world: World, admin: AgentName): Promise<string> {
  const made = await world.as(admin).post("/admin/create-organisation", { name: "Pier Foods" });
  return made.json<{ organisationid: string }>().organisationid;
}

function plantInvitation(world: World, company: keyof typeof houses, department: string): Promise<string> {
  return world.desk(company, async (scope) => {
    const { id } = await scope.db
      .insertInto("invitation")
      .values({
        company_id: scope.companyId,
        ...{ email: "guest@street.example", first_name: "Alva", last_name: "Berg" },
        department_id: department,
        token_hash: randomBytes(32),
        invited_by: world.agents[houses[company].admin].id,
        ...{ sent_on: scope.now, created_on: scope.now },
        expires_on: new Date(scope.now.getTime() + 7 * 24 * 3_600_000),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** Makes another session of the agent; returns its id. */
export function plantSession(world: World, agent: AgentName): Promise<string> {
  return inCompanyAs(world.context, world.agents[agent].actor, async (scope) => {
    await startSession(scope, { userAgent: "test", address: "127.0.0.1" });
    const { id } = await scope.db
      .selectFrom("session")
      .select("id")
      .where("agent_id", "=", scope.actor.id)
      .orderBy("created_on", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** The ids that a call uses. */
export function slotsOf(call: (ids: Ids) => ChangingCall): Slot[] {
  const used = new Set<Slot>();
  const ids = {
    get: (_ids: object, slot: Slot) => {
      used.add(slot);
      return "";
    },
  };
  call(new Proxy({}, ids) as Ids);
  return [...used];
}

const browser = {
  endpoint: "https://push.example/endpoint",
  keys: {
    p256dh: createECDH("prime256v1").generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
  },
};

/** The settings of a web chat. */
export const plainWidget = {
  origins: ["https://shop.example"],
  departments: [],
  colour: "#0b6e75",
  side: "right",
  theme: "page",
  language: null,
  texts: {},
  asks: { name: "no", email: "no", topic: "no" },
  page: false,
  others: true,
  faces: false,
  sound: true,
  privacy: null,
  mail: null,
};

/** Values that make each call succeed for a caller with the rights. */
export const changingCalls: Record<string, (ids: Ids) => ChangingCall> = {
  "POST /acceptTicket": ({ otherTicket }) => ({ body: { ticketid: otherTicket } }),
  "POST /snooze-ticket": ({ ticketid }) => ({ body: { ticketid, until: "tomorrow" } }),
  "POST /merge-tickets": ({ ticketid }) => ({ body: { ticketid, into: ticketid } }),
  "POST /split-ticket": ({ ticketid, messageid }) => ({
    body: { ticketid, messageids: [messageid], subject: "The invoice" },
  }),
  "POST /tickets/change": () => ({ body: { ticketids: [randomUUID()], change: { kind: "close" } } }),
  "POST /take-over-ticket": ({ ticketid }) => ({ body: { ticketid, handlerid: randomUUID() } }),
  "POST /create-tag": () => ({ body: { name: "Mallory" } }),
  "POST /ticket/change-tags": ({ ticketid, tagid }) => ({ body: { ticketid, add: [tagid] } }),
  "POST /ticket/set-priority": ({ ticketid }) => ({ body: { ticketid, priority: "urgent" } }),
  "POST /ticket/set-field": ({ ticketid, ticketField }) => ({
    body: { ticketid, fieldid: ticketField, value: "Mallory's" },
  }),
  "POST /client/set-field": ({ clientid, clientField }) => ({
    body: { clientid, fieldid: clientField, value: "Mallory's" },
  }),
  "POST /admin/create-field": () => ({ body: { owner: "ticket", name: "Mallory", type: "text" } }),
  "POST /admin/update-field": ({ ticketField }) => ({ body: { fieldid: ticketField, name: "Mallory's" } }),
  "POST /admin/order-fields": ({ ticketField }) => ({
    body: { owner: "ticket", fieldids: [ticketField] },
  }),
  "POST /admin/delete-field": ({ ticketField }) => ({ body: { fieldid: ticketField } }),
  "POST /admin/create-organisation": () => ({ body: { name: "Mallory" } }),
  "POST /admin/update-organisation": ({ organisationid }) => ({
    body: { organisationid, name: "Mallory's" },
  }),
  "POST /admin/choose-organisation": ({ clientid, organisationid }) => ({
    body: { clientids: [clientid], organisationid },
  }),
  "POST /admin/set-organisation-field": ({ organisationid, organisationField }) => ({
    body: { organisationid, fieldid: organisationField, value: "Mallory's" },
  }),
  "POST /admin/dismiss-merge-proposal": ({ clientid, otherClient }) => ({
    body: { clientid, otherid: otherClient },
  }),
  "POST /admin/delete-organisation": ({ organisationid }) => ({ body: { organisationid } }),
  "POST /save-figure-mail": () => ({ body: { weekly: true } }),
  "POST /save-table-columns": () => ({ body: { list: "tickets", columns: ["stage"] } }),
  "POST /client/set-note": ({ clientid }) => ({
    body: { clientid, note: "Mallory's", before: null },
  }),
  "POST /client/change-tags": ({ clientid, tagid }) => ({ body: { clientid, add: [tagid] } }),
  "POST /admin/update-tag": ({ tagid }) => ({ body: { tagid, name: "Mallory's" } }),
  "POST /admin/delete-tag": ({ tagid }) => ({ body: { tagid } }),
  "POST /create-key": ({ ownDepartment }) => ({
    body: { name: "CRM", own: true, abilities: ["readTickets"], departmentids: [ownDepartment] },
  }),
  "POST /update-key": ({ keyid, ownDepartment }) => ({ body: { keyid, departmentids: [ownDepartment] } }),
  "POST /rotate-key": ({ keyid }) => ({ body: { keyid } }),
  "POST /end-key": ({ keyid }) => ({ body: { keyid } }),
  "POST /change-routing": ({ departmentid }) => ({
    body: {
      ...{ departmentid, mode: "off", offer_minutes: 9 },
      ...{ previous_days: 0, grace_seconds: 0, weights: {} },
    },
  }),
  "POST /change-agent-routing": ({ colleagueid }) => ({
    body: { userid: colleagueid, capacity: 7, languages: [], skills: [], shift: null },
  }),
  "POST /set-away": ({ colleagueid }) => ({ body: { userid: colleagueid, away: true } }),
  "POST /create-rule": () => ({ body: ruleSettings }),
  "POST /update-rule": ({ ruleid }) => ({ body: { ...ruleSettings, ruleid, version: 1, name: "Mallory's" } }),
  "POST /switch-rule": ({ ruleid }) => ({ body: { ruleid, enabled: false } }),
  "POST /order-rules": ({ ruleid }) => ({ body: { ruleids: [ruleid] } }),
  "POST /delete-rule": ({ ruleid }) => ({ body: { ruleid } }),
  "POST /undo-rule": ({ ruleid }) => ({ body: { ruleid, version: 1 } }),
  "POST /create-goal-policy": () => ({ body: goalSettings }),
  "POST /update-goal-policy": ({ policyid }) => ({ body: { ...goalSettings, policyid, name: "Mallory's" } }),
  "POST /order-goal-policies": ({ policyid }) => ({ body: { policyids: [policyid] } }),
  "POST /delete-goal-policy": ({ policyid }) => ({ body: { policyid } }),
  "POST /try-goal-policy": () => ({ body: goalSettings }),
  "POST /try-rule": ({ ruleid }) => {
    const { enabled: _enabled, ...tried } = ruleSettings;
    return { body: { ...tried, ruleid } };
  },
  "POST /create-webhook": () => ({
    body: { name: "Mallory", url: "https://mallory.example/", types: ["ticket_close"] },
  }),
  "POST /update-webhook": ({ webhookid }) => ({ body: { webhookid, name: "Mallory's" } }),
  "POST /rotate-webhook": ({ webhookid }) => ({ body: { webhookid } }),
  "POST /remove-webhook": ({ webhookid }) => ({ body: { webhookid } }),
  "POST /pause-webhook": ({ webhookid }) => ({ body: { webhookid } }),
  "POST /start-webhook": ({ webhookid }) => ({ body: { webhookid } }),
  "POST /test-webhook": ({ webhookid }) => ({ body: { webhookid, type: "ticket_close" } }),
  "POST /resend-delivery": ({ deliveryid }) => ({ body: { deliveryid } }),
  "POST /resend-deliveries": ({ webhookid }) => ({
    body: { webhookid, since: "2026-01-01T00:00:00.000Z" },
  }),
  "POST /admin/merge-tag": ({ tagid, otherTag }) => ({ body: { tagid, into: otherTag } }),
  "POST /admin/switch-tag-list": () => ({ body: { closed: true } }),
  "POST /create-view": () => ({ body: { name: "Mallory", condition: failed } }),
  "POST /update-view": ({ viewid }) => ({ body: { viewid, name: "Mallory's" } }),
  "POST /delete-view": ({ viewid }) => ({ body: { viewid } }),
  "POST /order-views": () => ({ body: { keys: ["all"] } }),
  "POST /ticket/change-department": ({ ticketid, departmentid }) => ({
    body: { ticketid, newDepartment: departmentid },
  }),
  "POST /ticket/reassign-user": ({ ticketid, ownDepartment, colleagueid }) => ({
    body: { ticketid, newDepartment: ownDepartment, newUser: colleagueid },
  }),
  "POST /:ticketid/pin-message": ({ ticketid, messageid }) => ({
    path: `/${ticketid}/pin-message`,
    body: { messageid },
  }),
  "POST /:ticketid/unpin-message": ({ ticketid }) => ({
    path: `/${ticketid}/unpin-message`,
    body: { createdOn: 0 },
  }),
  "POST /auth/update-client-number": ({ ticketid, clientid }) => ({
    body: { ticketid, clientid, client_number: "1" },
  }),
  "POST /send-message": ({ ticketid }) => ({ body: { ticketid, content: "hello" } }),
  "POST /send-file": ({ ticketid }) => ({
    form: { fields: { ticketid }, file: blackPng(64) },
  }),
  "POST /send-template": ({ ticketid }) => ({
    body: { ticketid, name: "greeting", language: "en", variables: [] },
  }),
  "POST /start-conversation": ({ channelid }) => ({
    body: { channelid, to: "+380501112233", template: { name: "greeting", language: "en", variables: [] } },
  }),
  "POST /edit-message": ({ ticketid, messageid }) => ({ body: { ticketid, messageid, content: "mine" } }),
  "POST /delete-message": ({ ticketid, messageid }) => ({ body: { ticketid, messageid } }),
  "POST /react": ({ ticketid, messageid }) => ({ body: { ticketid, messageid, reaction: "👍" } }),
  "POST /send-mail": ({ mailTicket: ticketid }) => ({
    body: { ticketid, to: [{ address: "olena@pier.example" }], subject: "Order 7", html: "<p>Here.</p>" },
  }),
  "POST /mail-files": ({ mailTicket: ticketid }) => ({ form: { fields: { ticketid }, file: blackPng(64) } }),
  "POST /dismiss-failure": ({ ticketid, messageid }) => ({ body: { ticketid, messageid } }),
  "POST /retry-message": ({ ticketid, messageid }) => ({ body: { ticketid, messageid } }),
  "POST /schedule-message": ({ ticketid }) => ({
    body: { ticketid, messageid: randomUUID(), content: "hello", leaves: "hour" },
  }),
  "POST /schedule-mail": ({ mailTicket: ticketid }) => ({
    body: {
      ...{ ticketid, messageid: randomUUID(), to: [{ address: "olena@pier.example" }] },
      ...{ subject: "Order 7", html: "<p>Here.</p>", leaves: "hour" },
    },
  }),
  "POST /schedule-first-mail": ({ channelid }) => ({
    body: {
      ...{ channelid, leaves: "hour" },
      mail: {
        ...{ messageid: randomUUID(), to: [{ address: "olena@pier.example" }] },
        ...{ subject: "Order 7", html: "<p>Here.</p>" },
      },
    },
  }),
  "POST /schedule-file": ({ ticketid }) => ({
    form: { fields: { ticketid, messageid: randomUUID(), leaves: "hour" }, file: blackPng(64) },
  }),
  "POST /change-outgoing": ({ outgoingid }) => ({ body: { messageid: outgoingid, content: "hello again" } }),
  "POST /send-outgoing": ({ outgoingid }) => ({ body: { messageid: outgoingid } }),
  "POST /drop-outgoing": ({ outgoingid }) => ({ body: { messageid: outgoingid } }),
  "POST /take-outgoing": ({ outgoingid }) => ({ body: { messageid: outgoingid } }),
  "PUT /take-back": () => ({ body: { take_back: true } }),
  "POST /save-signature": () => ({ body: { html: "<p>Mira</p>" } }),
  "POST /admin/save-signature": ({ ownDepartment }) => ({
    body: { departmentid: ownDepartment, html: "<p>Bookings</p>" },
  }),
  "POST /write-note": ({ ticketid }) => ({ body: { ticketid, content: "For us" } }),
  "POST /send-note-file": ({ ticketid }) => ({ form: { fields: { ticketid }, file: blackPng(64) } }),
  "POST /edit-note": ({ ticketid, noteid }) => ({ body: { ticketid, noteid, content: "Changed" } }),
  "POST /delete-note": ({ ticketid, noteid }) => ({ body: { ticketid, noteid } }),
  "POST /save-note-draft": ({ ticketid }) => ({ body: { ticketid, content: "For" } }),
  "POST /save-draft": ({ ticketid }) => ({ body: { ticketid, content: "Dear" } }),
  "POST /create-bubble": () => ({ body: { name: "mine", content: "now" } }),
  "POST /:id/edit-bubble": ({ bubbleid }) => ({
    path: `/${bubbleid}/edit-bubble`,
    body: { name: "other", content: "words" },
  }),
  "DELETE /:id/delete-bubble": ({ bubbleid }) => ({ path: `/${bubbleid}/delete-bubble` }),
  "POST /count-bubble-use": ({ sharedBubble }) => ({ body: { bubbleid: sharedBubble } }),
  "POST /run-macro": ({ ticketid, macro }) => ({
    body: { runid: randomUUID(), bubbleid: macro, updated_on: "2026-01-01T00:00:00.000Z", ticketid },
  }),
  "POST /undo-macro": () => ({ body: { runid: randomUUID() } }),
  "POST /admin/create-bubble": () => ({ body: { name: "Mallory", content: "was here" } }),
  "POST /admin/update-bubble": ({ sharedBubble }) => ({
    body: { bubbleid: sharedBubble, name: "Mallory's", content: "words" },
  }),
  "POST /admin/delete-bubble": ({ sharedBubble }) => ({ body: { bubbleid: sharedBubble } }),
  "POST /admin/add-bubble-file": ({ sharedBubble }) => ({
    form: { fields: { bubbleid: sharedBubble }, file: blackPng(64) },
  }),
  "POST /admin/remove-bubble-file": ({ sharedBubble, sharedFile }) => ({
    body: { bubbleid: sharedBubble, fileid: sharedFile },
  }),
  "POST /admin/import-bubbles": () => ({
    form: { fields: {}, file: Buffer.from("name,content\nMallory,was here\n") },
  }),
  "POST /create-private-msg": ({ colleagueid }) => ({ body: { receiverid: colleagueid, content: "hello" } }),
  "POST /send-private-file": ({ colleagueid }) => ({
    form: { fields: { receiverid: colleagueid }, file: blackPng(64) },
  }),
  "POST /:receiverid/save-notification": ({ colleagueid }) => ({
    path: `/${colleagueid}/save-notification`,
    body: {},
  }),
  "POST /reset-notifications-count": () => ({}),
  "POST /clear-notifications": () => ({}),
  "PUT /notice-settings": () => ({ body: { kinds: { message: { mail: true } } } }),
  "POST /subscribe": () => ({ body: browser }),
  "POST /check-subscription": () => ({ body: browser }),
  "POST /update-subscription": () => ({ body: { subscription: true } }),
  "POST /auth/update-profile": () => ({
    body: { first_name: "Mallory", last_name: "M", email: "mallory@evil.example", password },
  }),
  "POST /auth/confirm-address-change": () => ({ body: { code: "123456" } }),
  "POST /auth/send-address-change-code": () => ({}),
  "POST /auth/cancel-address-change": () => ({}),
  "POST /auth/change-profile-pic": () => ({ form: { fields: {}, file: blackPng(64) } }),
  "POST /auth/change-password": () => ({
    body: { currentPassword: password, newPassword: "Another-horse-8", confirmPassword: "Another-horse-8" },
  }),
  "POST /auth/end-session": ({ sessionid }) => ({ body: { sessionid } }),
  "POST /auth/end-other-sessions": () => ({}),
  "POST /auth/change-lang": () => ({ body: { lang: "bg" } }),
  "POST /auth/start-two-step": () => ({}),
  "POST /auth/confirm-two-step": () => ({ body: { code: "123456" } }),
  "POST /auth/change-recovery-codes": () => ({ body: { password } }),
  "POST /auth/remove-two-step": () => ({ body: { password } }),
  "POST /admin/require-two-step": () => ({ body: { required: false } }),
  "POST /auth/register": ({ ownDepartment }) => ({
    body: {
      email: "mallory@evil.example",
      pass: "Another-horse-8",
      confirmPassword: "Another-horse-8",
      firstName: "Mallory",
      lastName: "M",
      department: ownDepartment,
      isAdmin: true,
    },
  }),
  "POST /auth/invite": ({ ownDepartment }) => ({
    body: {
      email: "mallory@evil.example",
      firstName: "Mallory",
      lastName: "M",
      department: ownDepartment,
      isAdmin: true,
    },
  }),
  "POST /auth/invite-again": ({ invitationid }) => ({ body: { invitationid } }),
  "POST /auth/withdraw-invitation": ({ invitationid }) => ({ body: { invitationid } }),
  "POST /auth/send-reset": ({ agentid }) => ({ body: { userid: agentid } }),
  "POST /auth/set-admin": ({ colleagueid }) => ({ body: { userid: colleagueid } }),
  "POST /auth/set-moderator": ({ colleagueid }) => ({ body: { userid: colleagueid } }),
  "POST /auth/delete-agent": ({ agentid }) => ({ body: { userid: agentid } }),
  "POST /auth/hand-over": ({ agentid, ownDepartment, colleagueid }) => ({
    body: { userid: agentid, newDepartment: ownDepartment, newUser: colleagueid },
  }),
  "PUT /auth/update-account": ({ departmentid, agentid }) => ({
    body: {
      userid: agentid,
      email: "naledi@evil.example",
      first_name: "N",
      last_name: "M",
      departmentid: departmentid,
    },
  }),
  "POST /first-steps": () => ({}),
  "PUT /admin/settings": () => ({ body: { name: "Mallory's" } }),
  "POST /setup-telegram": ({ token }) => ({ body: { bot_id: token } }),
  "POST /edit-whatsapp-profile": () => ({
    form: { fields: { profileId: "4711", about: "Mallory's" }, file: blackPng(64), field: "profilePicture" },
  }),
  "POST /toggle-phone-number-webhook": () => ({ body: { phoneNumberId: "4711" } }),
  "POST /submit-whatsapp-template": ({ channelid }) => ({
    body: { template_title: "Mallory", template_text: "Buy now.", channelid },
  }),
  "POST /setup-whatsapp": () => ({ body: { token: "a-code" } }),
  "POST /setup-whatsapp-webhook": () => ({
    body: { business_data: { phone_number_id: "4711", waba_id: "4712", business_id: "4713" } },
  }),
  "POST /channels/:platform/connect": ({ token, departmentid }) => ({
    path: "/channels/telegram/connect",
    body: { bot_id: token, departmentid },
  }),
  "POST /channels/:channelid/update": ({ channelid, departmentid }) => ({
    path: `/channels/${channelid}/update`,
    body: { name: "Another name", departmentid },
  }),
  "POST /channels/:channelid/test": ({ channelid }) => ({ path: `/channels/${channelid}/test` }),
  "POST /channels/:channelid/disconnect": ({ channelid }) => ({ path: `/channels/${channelid}/disconnect` }),
  "POST /channels/:channelid/mailbox": ({ channelid }) => ({
    path: `/channels/${channelid}/mailbox`,
    body: { folders: ["INBOX", "Junk"], afterwards: "delete" },
  }),
  "POST /channels/:channelid/retry-mails": ({ channelid }) => ({
    path: `/channels/${channelid}/retry-mails`,
  }),
  "POST /channels/:channelid/widget": ({ channelid }) => ({
    path: `/channels/${channelid}/widget`,
    body: plainWidget,
  }),
  "POST /channels/:channelid/widget-secret": ({ channelid }) => ({
    path: `/channels/${channelid}/widget-secret`,
  }),
  "POST /channels/:channelid/test-address": ({ channelid }) => ({
    path: `/channels/${channelid}/test-address`,
    body: { address: "reply" },
  }),
  "POST /channels/:channelid/import": ({ channelid }) => ({
    path: `/channels/${channelid}/import`,
    body: { days: 30, folders: ["INBOX"] },
  }),
  "POST /channels/:channelid/cancel-import": ({ channelid }) => ({
    path: `/channels/${channelid}/cancel-import`,
  }),
  "POST /begin-mail-sign-in": ({ departmentid }) => ({
    body: { provider: "google", name: "Mallory's", departmentid },
  }),
  "POST /admin/:id/block": ({ clientid }) => ({ path: `/admin/${clientid}/block` }),
  "PUT /auth/update-client": ({ clientid }) => ({
    body: { clientid, client_name: "Mallory", address: "here", account_number: "1", note: "none" },
  }),
  "POST /admin/:id/merge-client": ({ clientid, otherClient }) => ({
    path: `/admin/${clientid}/merge-client`,
    body: { clientid: otherClient },
  }),
  "POST /admin/:id/unmerge-client": ({ clientid }) => ({ path: `/admin/${clientid}/unmerge-client` }),
  "POST /opening-hours": () => ({ body: { hours: null } }),
  "POST /department-opening-hours": ({ departmentid }) => ({ body: { departmentid, hours: null } }),
  "POST /automatic-messages": () => ({ body: automaticSettings }),
  "POST /automatic-messages/:automaticid/update": ({ automaticid }) => ({
    path: `/automatic-messages/${automaticid}/update`,
    body: automaticSettings,
  }),
  "POST /automatic-messages/:automaticid/switch": ({ automaticid }) => ({
    path: `/automatic-messages/${automaticid}/switch`,
    body: { enabled: true },
  }),
  "DELETE /automatic-messages/:automaticid": ({ automaticid }) => ({
    path: `/automatic-messages/${automaticid}`,
  }),
  "POST /admin/create-department": () => ({ body: { department_name: "Mallory's" } }),
  "POST /admin/rename-department": ({ otherDepartment }) => ({
    body: { departmentid: otherDepartment, department_name: "Mallory's" },
  }),
  "POST /admin/delete-department": ({ otherDepartment }) => ({ body: { departmentid: otherDepartment } }),
};

/** The calls about tickets whose body may be a ticket's id alone. */
for (const [name, call] of Object.entries(ticketCalls as Declarations)) {
  if (call.body?.safeParse({ ticketid: randomUUID() }).success)
    changingCalls[paths[name as CallName]] ??= ({ ticketid }) => ({ body: { ticketid } });
}
