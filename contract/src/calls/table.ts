/** The call table: server, console and reference all come from it. The console imports its types alone. */
import type { z } from "zod";
import { accountCalls } from "./account.ts";
import { agentCalls } from "./agents.ts";
import type { Content, Declaration } from "./call.ts";
import { channelCalls } from "./channels.ts";
import { clientCalls } from "./clients.ts";
import { colleagueCalls } from "./colleagues.ts";
import { companyCalls } from "./company.ts";
import { inboxCalls } from "./inbox.ts";
import { messageCalls } from "./messages.ts";
import { type CallName, paths } from "./paths.ts";
import { registrationCalls } from "./registration.ts";
import { reportCalls } from "./reports.ts";
import { signingInCalls } from "./signing-in.ts";
import { ticketCalls } from "./tickets.ts";

/** By the heading that the reference shows them under. */
export const areas = {
  "Signing in": signingInCalls,
  Registration: registrationCalls,
  Account: accountCalls,
  Tickets: ticketCalls,
  Messages: messageCalls,
  Reports: reportCalls,
  Colleagues: colleagueCalls,
  Inbox: inboxCalls,
  Clients: clientCalls,
  Agents: agentCalls,
  Company: companyCalls,
  Channels: channelCalls,
};

const declared = {
  ...signingInCalls,
  ...registrationCalls,
  ...accountCalls,
  ...ticketCalls,
  ...messageCalls,
  ...reportCalls,
  ...colleagueCalls,
  ...inboxCalls,
  ...clientCalls,
  ...agentCalls,
  ...companyCalls,
  ...channelCalls,
} satisfies Record<CallName, Declaration>;

export type Call = Declaration & {
  name: CallName;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** As the server's router writes it: `/tickets/:ticketid`. */
  path: string;
};
export type Calls = { [Name in CallName]: Call & (typeof declared)[Name] };

export const calls = Object.fromEntries(
  Object.entries(paths).map(([name, line]) => {
    const [method, path] = line.split(" ");
    return [name, { ...declared[name as CallName], name, method, path }];
  }),
) as Calls;

type Declared<Name extends CallName> = (typeof declared)[Name];
type Part<Name extends CallName, Key extends string> =
  Declared<Name> extends Record<Key, infer Schema extends z.ZodType> ? z.input<Schema> : undefined;

/** What a caller gives and gets, by the call's name. */
export type Params<Name extends CallName> = Part<Name, "params">;
export type Query<Name extends CallName> = Part<Name, "query">;
export type Body<Name extends CallName> = Part<Name, "body">;
export type Form<Name extends CallName> = Part<Name, "form">;
export type Answer<Name extends CallName> = Declared<Name>["answer"] extends Content
  ? Blob
  : Part<Name, "answer">;
