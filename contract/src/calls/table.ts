/** The call table: server, console and reference all come from it. The console imports its types alone. */
import type { z } from "zod";
import { accountCalls } from "./account.ts";
import { agentCalls } from "./agents.ts";
import { sharedBubbleCalls } from "./bubbles.ts";
import type { Declaration } from "./call.ts";
import { channelCalls } from "./channels.ts";
import { clientCalls } from "./clients.ts";
import { colleagueCalls } from "./colleagues.ts";
import { companyCalls } from "./company.ts";
import { fieldCalls } from "./fields.ts";
import { gatewayCalls } from "./gateways.ts";
import { goalCalls } from "./goals.ts";
import { inboxCalls } from "./inbox.ts";
import { keyCalls } from "./keys.ts";
import { messageCalls } from "./messages.ts";
import { noteCalls } from "./notes.ts";
import { organisationCalls } from "./organisations.ts";
import { type OtherCallName, otherPaths } from "./other-paths.ts";
import { outgoingCalls } from "./outgoing.ts";
import { type CallName, paths } from "./paths.ts";
import { programEventCalls } from "./program-events.ts";
import { type ProgramCallName, programPaths } from "./program-paths.ts";
import { programWebhookCalls } from "./program-webhooks.ts";
import { programCalls } from "./programs.ts";
import { registrationCalls } from "./registration.ts";
import { reportCalls } from "./reports.ts";
import { routingCalls } from "./routing.ts";
import { ruleCalls } from "./rules.ts";
import { searchCalls } from "./search.ts";
import { signingInCalls } from "./signing-in.ts";
import { tagCalls } from "./tags.ts";
import { ticketCalls } from "./tickets.ts";
import { viewCalls } from "./views.ts";
import { visitorCalls } from "./visitors.ts";
import { webhookCalls } from "./webhooks.ts";

/** Areas by the heading under which the reference shows them. */
export const areas = {
  "Signing in": signingInCalls,
  Registration: registrationCalls,
  Account: accountCalls,
  Tickets: ticketCalls,
  Search: searchCalls,
  Tags: tagCalls,
  Views: viewCalls,
  Fields: fieldCalls,
  Organisations: organisationCalls,
  Messages: messageCalls,
  "Shared bubbles": sharedBubbleCalls,
  "Send later": outgoingCalls,
  Notes: noteCalls,
  Reports: reportCalls,
  Colleagues: colleagueCalls,
  Inbox: inboxCalls,
  Clients: clientCalls,
  Agents: agentCalls,
  Company: companyCalls,
  Rules: ruleCalls,
  "Response goals": goalCalls,
  Routing: routingCalls,
  Channels: channelCalls,
  "Web chat": visitorCalls,
  Keys: keyCalls,
  Webhooks: webhookCalls,
};

/** The calls of programs, below `/api/v1`, with a reference of their own. */
export const programAreas = {
  ...programCalls,
  Gateways: gatewayCalls,
  Events: programEventCalls,
  Webhooks: programWebhookCalls,
};

const declared = {
  ...signingInCalls,
  ...registrationCalls,
  ...accountCalls,
  ...ticketCalls,
  ...searchCalls,
  ...tagCalls,
  ...viewCalls,
  ...fieldCalls,
  ...organisationCalls,
  ...messageCalls,
  ...sharedBubbleCalls,
  ...outgoingCalls,
  ...noteCalls,
  ...reportCalls,
  ...colleagueCalls,
  ...inboxCalls,
  ...clientCalls,
  ...agentCalls,
  ...companyCalls,
  ...ruleCalls,
  ...goalCalls,
  ...routingCalls,
  ...channelCalls,
  ...visitorCalls,
  ...keyCalls,
  ...webhookCalls,
  ...programCalls.Tickets,
  ...programCalls.Clients,
  ...programCalls.Organisations,
  ...programCalls.Company,
  ...gatewayCalls,
  ...programEventCalls,
  ...programWebhookCalls,
} satisfies Record<Name, Declaration>;

type Known = CallName | OtherCallName;
type Name = Known | ProgramCallName;
type Line = {
  name: Name;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path as the server's router writes it: `/tickets/:ticketid`. */
  path: string;
};
export type Call = Declaration & Line;
export type Calls = { [One in Name]: (typeof declared)[One] & Line };

export const calls = Object.fromEntries(
  Object.entries({ ...paths, ...otherPaths, ...programPaths }).map(([name, line]) => {
    const [method, path] = line.split(" ");
    return [name, { ...declared[name as Name], name, method, path }];
  }),
) as Calls;

type Declared<Name extends Known> = (typeof declared)[Name];
type Schema<Name extends Known, Part extends string> =
  Declared<Name> extends Record<Part, infer Found extends z.ZodType> ? Found : never;

/** Input and answer types by the call's name. `never` means that the call takes none. */
export type Params<Name extends Known> = z.input<Schema<Name, "params">>;
export type Query<Name extends Known> = z.input<Schema<Name, "query">>;
export type Body<Name extends Known> = z.input<Schema<Name, "body">>;
export type Form<Name extends Known> = z.input<Schema<Name, "form">>;
export type Answer<Name extends Known> = z.output<Schema<Name, "answer">>;
