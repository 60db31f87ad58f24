/**
 * Builders for tests of the console: a test names the facts of a ticket, a message or a colleague that matter, the rest
 * is ordinary.
 */
import type { AgentRow, Colleague } from "@parley/contract/agents";
import type { FileFields, Message } from "@parley/contract/messages";
import type { EventLine, Note } from "@parley/contract/notes";
import { type Actor, type AgentFacts, abilitiesOn, rightsOf } from "@parley/contract/permissions";
import type { Profile } from "@parley/contract/sessions";
import type { SharedTicket, Ticket } from "@parley/contract/tickets";

export const departments = {
  bookings: { departmentid: "d0000000-0000-4000-8000-000000000001", department_name: "Bookings" },
  refunds: { departmentid: "d0000000-0000-4000-8000-000000000002", department_name: "Refunds" },
};

export const agents = {
  mira: agent("a0000000-0000-4000-8000-000000000001", departments.bookings.departmentid, null),
  jonas: agent("a0000000-0000-4000-8000-000000000002", departments.bookings.departmentid, null),
  naledi: agent("a0000000-0000-4000-8000-000000000003", departments.refunds.departmentid, null),
  ingrid: agent("a0000000-0000-4000-8000-000000000004", departments.bookings.departmentid, "admin"),
};

export type Agent = Actor & AgentFacts & { departmentid: string };

function agent(id: string, departmentid: string, role: AgentFacts["role"]): Agent {
  const departmentids = [departmentid];
  return { id, departmentid, departmentids, role, ...rightsOf({ role, departmentids }) };
}

export function sharedTicket(facts: Partial<SharedTicket> = {}): SharedTicket {
  const created_on = facts.created_on ?? at(0);
  return {
    ticketid: "70000000-0000-4000-8000-000000000001",
    version: 0,
    stage_version: 0,
    created_on,
    stage: "pending",
    platform: "telegram",
    clientid: "c0000000-0000-4000-8000-000000000001",
    short_id: "1042",
    client_name: "Dimitar Petrov",
    client_picture: null,
    account_number: null,
    ...departments.bookings,
    userid: null,
    user_name: null,
    accepted: false,
    accepted_on: null,
    accepted_by: null,
    closed_on: null,
    closed_by_name: null,
    reopened_on: null,
    rating: null,
    updated_on: created_on,
    isagent: false,
    last_message: { type: "text", content: "Hello", created_on, isagent: false },
    last_seq: 1,
    client_messages: 1,
    reply_window_until: null,
    channel: {
      channelid: "b0000000-0000-4000-8000-000000000001",
      name: "Harbour Travel",
      connected: true,
      can: ["quote", "type"],
    },
    ...facts,
  };
}

export function ticketOf(viewer: Actor, facts: Partial<SharedTicket> = {}, unread = 1): Ticket {
  const ticket = sharedTicket(facts);
  return { ...ticket, unread, can: abilitiesOn(viewer, ticket) };
}

/** The fields of a message, a note or a private message that has no file. */
export const noFile: FileFields = {
  file_name: null,
  file_size: null,
  file_type: null,
  path: null,
  imageUrl: null,
  thumbnailUrl: null,
  video_thumbnail: null,
  width: null,
  height: null,
  duration: null,
  waveform: null,
  placeholder: false,
};

export function note(facts: Partial<Note> = {}): Note {
  return {
    noteid: "e0000000-0000-4000-8000-000000000001",
    ticketid: "70000000-0000-4000-8000-000000000001",
    created_on: at(1),
    userid: agents.jonas.id,
    user_name: "Jonas Weber",
    type: "text",
    content: "The invoice goes to Oslo.",
    edited_on: null,
    deleted_on: null,
    ...noFile,
    ...facts,
  };
}

export function eventLine(facts: Partial<EventLine> = {}): EventLine {
  return {
    ticketid: "70000000-0000-4000-8000-000000000001",
    number: 1,
    kind: "ticket_accept",
    created_on: at(1),
    userid: agents.mira.id,
    user_name: "Mira Halvorsen",
    department_name: null,
    handler_name: null,
    until: null,
    ...facts,
  };
}

export function message(facts: Partial<Message> = {}): Message {
  const seq = facts.seq ?? 1;
  return {
    messageid: `e0000000-0000-4000-8000-${String(seq).padStart(12, "0")}`,
    ticketid: "70000000-0000-4000-8000-000000000001",
    seq,
    created_on: at(seq),
    created_by: null,
    created_by_name: null,
    clientid: "c0000000-0000-4000-8000-000000000001",
    receiverid: null,
    type: "text",
    content: `message ${seq}`,
    caption: null,
    isagent: false,
    reaction: null,
    agent_reaction: null,
    agent_reaction_reason: null,
    status: null,
    status_reason: null,
    reason: null,
    edited_on: null,
    ...noFile,
    region: null,
    album: null,
    automatic: false,
    files: [],
    mail: null,
    template: null,
    originalMessage: null,
    originalMessageId: null,
    originalMessageSeq: null,
    originalMessageCreatedOn: null,
    originalMessageType: null,
    originalMessageIsAgent: null,
    ...facts,
  };
}

export function colleague(name: string, status: Colleague["status"]): Colleague {
  return {
    userid: name,
    id: name,
    first_name: name,
    last_name: "",
    email: `${name}@harbour.example`,
    profile_pic: null,
    department: "Bookings",
    departmentid: departments.bookings.departmentid,
    departmentids: [departments.bookings.departmentid],
    status,
  };
}

/** The agent who is signed in. */
export function profileOf(viewer: Agent, facts: Partial<Profile> = {}): Profile {
  return {
    userid: viewer.id,
    username: "mira",
    firstName: "Mira",
    lastName: "Halvorsen",
    email: "mira@harbour.example",
    departmentName: "Bookings",
    license: "Free",
    companyName: "Harbour Travel",
    profilePic: null,
    lang: "en",
    role: viewer.role,
    departmentid: viewer.departmentid,
    departmentids: [...viewer.departmentids],
    pendingEmail: null,
    takeBackChoice: null,
    takeBack: false,
    ...facts,
  };
}

/** An agent as a row of the administrators' table. */
export function agentRow(name: string, facts: Partial<AgentRow> = {}): AgentRow {
  const [first_name = "", last_name = ""] = name.split(" ");
  const username = first_name.toLowerCase();
  return {
    userid: username,
    username,
    first_name,
    last_name,
    email: `${username}@harbour.example`,
    email_confirmed_on: at(0),
    departmentid: departments.bookings.departmentid,
    department_name: "Bookings",
    departmentids: [departments.bookings.departmentid],
    created_on: at(0),
    last_logged_on: at(0),
    status: "offline",
    role: null,
    closed_on: null,
    profile_pic: null,
    push_subscription: "not_subscribed",
    ...facts,
  };
}

/** A time so many minutes after the tests' morning begins. */
export function at(minutes: number): string {
  return new Date(Date.UTC(2026, 10, 21, 8, minutes)).toISOString();
}
