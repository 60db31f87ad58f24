/**
 * Makes a well-formed call of any route from its description: a slot's value follows from its name, then from its
 * shape.
 */
import { createECDH, randomUUID } from "node:crypto";
import { blackPng } from "../world/black-png.ts";
import { form } from "../world/form.ts";
import { password } from "../world/people.ts";
import type { Ids } from "./crowd.ts";
import type { Route, Shape, Slot } from "./routes.ts";
import type { Sent, Visitor } from "./visitor.ts";

export type Kind = keyof Ids;

const kinds: Record<string, Kind> = {
  ticketid: "ticket",
  clientid: "client",
  otherid: "client",
  coverid: "agent",
  messageid: "message",
  noteid: "note",
  bubbleid: "bubble",
  originalMessageId: "message",
  fileid: "file",
  userid: "agent",
  newUser: "agent",
  receiverid: "agent",
  senderid: "agent",
  departmentid: "department",
  departmentId: "department",
  newDepartment: "department",
  department: "department",
  agent: "agent",
  channelid: "channel",
};

/** The id fields of each form, which a form's description does not name. */
export const formIds: Record<string, Record<string, Kind>> = {
  "POST /send-file": { ticketid: "ticket" },
  "POST /schedule-file": { ticketid: "ticket" },
  "POST /send-private-file": { receiverid: "agent" },
  "POST /mail-files": { ticketid: "ticket" },
  "POST /send-note-file": { ticketid: "ticket" },
  "POST /auth/change-profile-pic": {},
  // An administrator's form: `shared.test.ts` tries another company's bubble.
  "POST /admin/add-bubble-file": {},
  "POST /admin/import-bubbles": {},
  // The provider's id of a number, which `numbers.test.ts` tries.
  "POST /edit-whatsapp-profile": {},
};

/** Forms whose file is not in the field `file`, and whose other fields are required. */
export const formFields: Record<string, { file: string; others: Record<string, string> }> = {
  "POST /edit-whatsapp-profile": { file: "profilePicture", others: { profileId: "4711" } },
  "POST /admin/add-bubble-file": { file: "file", others: { bubbleid: randomUUID() } },
  "POST /schedule-file": { file: "file", others: { messageid: randomUUID(), leaves: "hour" } },
};

/** A call of a route that takes a form, with a picture. */
export function formOf({ name }: Pick<Route, "name">, ids: Ids) {
  const { file: field, others } = formFields[name] ?? { file: "file", others: {} };
  const named = Object.entries(formIds[name] ?? {}).map(([slot, kind]) => [slot, ids[kind]]);
  const fields = { ...Object.fromEntries(named), ...others };
  return form(fields, { name: "a.png", content: blackPng(64), field });
}

const words: Record<string, unknown> = {
  index: "1",
  offset: "10",
  created_on: "0",
  updated_on: "2026-01-01T00:00:00.000Z",
  state: "open",
  variant: "original",
  term: "nobody",
  keyword: "nobody",
  q: "nobody",
  expires: "9999999999999",
  signature: "none",
  email: "new.colleague@attack.example",
  password,
  pass: `${password}-2`,
  currentPassword: password,
  newPassword: `${password}-2`,
  confirmPassword: `${password}-2`,
  code: "123456",
  endpoint: "https://push.example/a-browser",
  keys: { p256dh: pointOnCurve(), auth: Buffer.alloc(16, 1).toString("base64url") },
  client_number: "4711",
  lang: "en",
  platform: "telegram",
  time_zone: "Europe/Oslo",
  reopen_window_hours: 24,
  max_upload_mb: 25,
  mentions_elsewhere: true,
  organisations_join: true,
  change: { kind: "close" },
  condition: { field: "failed", operator: "is", value: true },
  abilities: ["readTickets"],
  networks: [],
  quiet: null,
  take_over_minutes: null,
  take_back: true,
  slug: "an-attacked-company",
  since: "2026-01-01T00:00:00.000Z",
  max_storage_gb: 20,
  hours: null,
  shift: null,
  default_language: "en",
  texts: { en: "words" },
  template: null,
  folders: ["INBOX"],
  days: 30,
  language: "en",
  business_data: { phone_number_id: "4711", waba_id: "4712", business_id: "4713" },
  isModerator: false,
  isAdmin: false,
  seen: null,
  createdOn: 0,
  ticket_created_on: 0,
};

/** The words of a web chat's settings, where a name above means something else. */
const widgetWords: Record<string, unknown> = {
  colour: "#0b6e75",
  texts: { en: { title: "words" } },
  privacy: null,
  mail: null,
};

const ruleWords: Record<string, unknown> = {
  departmentids: null,
  when: { kind: "event", events: ["closed"] },
  actions: [{ kind: "priority", priority: "low" }],
};

const ofPriority = { low: null, normal: 30, high: null, urgent: null };
const goalWords: Record<string, unknown> = {
  condition: { field: "priority", operator: "is", value: "low" },
  targets: { first: ofPriority, next: ofPriority, solved: ofPriority },
};

const webhookWords: Record<string, unknown> = { types: ["ticket_close"], url: "https://attack.example/hook" };

function pointOnCurve(): string {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  return ecdh.getPublicKey("base64url");
}

/** True if a slot of this name or shape names a row. */
export function isId({ name, shape }: Slot): boolean {
  if (name in words && !["department", "agent"].includes(name)) return name === "term" || name === "keyword";
  return name in kinds || /(^|[a-z])id$/i.test(name) || takesUuid(shape);
}

const takesUuid = (shape: Shape): boolean =>
  shape.format === "uuid" || (shape.anyOf ?? []).some((either) => takesUuid(either));

/** A conversation begins by template, or with a known client where a slot of that form is tried. */
const ofKnown = ["clientid", "content", "messageid"];
const leftOut = (tried: string | undefined): string[] =>
  tried && ofKnown.includes(tried) ? ["mail", "to", "template"] : ["mail", ...ofKnown];

/** `other` fills one slot with another value. */
export function callOf(
  route: Route,
  ids: Ids,
  other?: { slot: Slot; value: unknown },
): { path: string; sent: Sent } {
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  let path = route.url;
  for (const slot of route.slots) {
    if (route.url === "/start-conversation" && leftOut(other?.slot.name).includes(slot.name)) continue;
    const value = other?.slot === slot ? other.value : sampleOf(route, slot, ids);
    if (slot.in === "path") path = path.replace(`:${slot.name}`, encodeURIComponent(String(value)));
    else if (slot.in === "body") body[slot.name] = value;
    else if (isId(slot) || slot.name in words) query.set(slot.name, String(value));
  }
  const method = route.method;
  const question = query.size > 0 ? `?${query}` : "";
  return { path: path + question, sent: { method, ...(method !== "GET" && { json: body }) } };
}

export function send(visitor: Visitor, call: { path: string; sent: Sent }) {
  return visitor.call(call.path, call.sent);
}

export const nameOf = ({ path, sent }: { path: string; sent: Sent }) =>
  `${sent.method} ${path}${sent.json ? ` ${JSON.stringify(sent.json).slice(0, 300)}` : ""}`;

/** The id of a new row, which the caller makes: its existence is no secret. */
export const isChosen = ({ url }: Route, { name }: Slot) =>
  (name === "noteid" && url === "/write-note") ||
  (name === "runid" && url === "/run-macro") ||
  (name === "messageid" &&
    [
      ...["/send-message", "/send-template", "/send-mail", "/schedule-message", "/schedule-mail"],
      ...["/start-conversation", "/schedule-first-mail", "/create-private-msg"],
    ].includes(url));

function sampleOf(route: Route, slot: Slot, ids: Ids): unknown {
  const { url } = route;
  const { name, shape } = slot;
  if (isChosen(route, slot)) return randomUUID();
  const kind = kinds[name] ?? (name === "id" || name === "name" ? kindIn(url) : undefined);
  if (kind) return ids[kind];
  if (name === "template" && url === "/start-conversation") return { name: "greeting", language: "en" };
  if (name === "to" && shape.type === "array") return [{ address: "olena@pier.example" }];
  if (name === "mail" && url === "/schedule-first-mail")
    return {
      messageid: randomUUID(),
      to: [{ address: "olena@pier.example" }],
      subject: "words",
      html: "<p>words</p>",
    };
  if (url.endsWith("/widget") && name in widgetWords) return widgetWords[name];
  if (url === "/order-views" && name === "keys") return ["all"];
  if (/-goal-policy$/.test(route.url) && name in goalWords) return goalWords[name];
  if (name in words) return words[name];
  if (/-(key|webhook)$/.test(route.url) && name === "departmentids") return null;
  if (/-rule$/.test(route.url) && name in ruleWords) return ruleWords[name];
  if (/-webhook$/.test(route.url) && name in webhookWords) return webhookWords[name];
  if (/-key$/.test(route.url) && name === "until")
    return new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
  if (takesUuid(shape)) return randomUUID();
  if (name === "ticketids") return [ids.ticket];
  if (name === "clientids") return [ids.client];
  if (name === "messageids") return [ids.message];
  if (name === "domains") return ["attack.example"];
  return sample(shape);
}

function kindIn(url: string): Kind | undefined {
  if (/bubble/.test(url)) return "bubble";
  if (/user/.test(url)) return "agent";
  if (/pictures/.test(url)) return "file";
  return /:id/.test(url) ? "client" : undefined;
}

function sample(shape: Shape): unknown {
  if (shape.enum) return shape.enum[0];
  if (shape.const !== undefined) return shape.const;
  if (shape.format === "uuid") return randomUUID();
  if (shape.format === "date-time") return new Date(0).toISOString();
  if (shape.anyOf) return sample(shape.anyOf[0] ?? {});
  if (shape.type === "integer" || shape.type === "number") return 1;
  if (shape.type === "boolean") return false;
  if (shape.type === "array") return [];
  if (shape.type === "object")
    return Object.fromEntries(
      Object.entries(shape.properties ?? {}).map(([key, inner]) => [key, sample(inner)]),
    );
  return "words";
}
