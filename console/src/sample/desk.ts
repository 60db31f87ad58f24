/** A small model of the server's desk: its answer to a fresh fetch, and the events it publishes. */
import type { Message } from "@parley/contract/messages";
import { type Actor, abilitiesOn, maySeeTicket } from "@parley/contract/permissions";
import { cutClientWords, cutPreview } from "@parley/contract/preview";
import type { Priority } from "@parley/contract/priorities";
import type { LastClientMessage, LastMessage, SharedTicket, Ticket } from "@parley/contract/tickets";
import { isType } from "@parley/contract/timeline";
import type { TicketEvent } from "../features/tickets/list/ticket-events.ts";
import { at, departments, message, sharedTicket } from "./build.ts";

/** The writers of the desk's side: an agent, the desk itself, or an unknown writer. */
const writers: Partial<Message>[] = [
  { created_by: "a0000000-0000-4000-8000-000000000009", created_by_name: "Jonas Lind" },
  { automatic: true },
  {},
];
const writerOf = ({ created_by, created_by_name, automatic }: Partial<Message>): Partial<LastMessage> =>
  created_by && created_by_name
    ? { userid: created_by, user_name: created_by_name }
    : automatic
      ? { automatic }
      : {};

type Department = keyof typeof departments;

export class Desk {
  readonly tickets = new Map<string, SharedTicket>();
  readonly seen = new Map<string, number>();
  readonly events: TicketEvent[] = [];
  /** Each client's last message. */
  readonly said = new Map<string, LastClientMessage>();
  readonly viewer: Actor;
  minute = 0;

  constructor(viewer: Actor) {
    this.viewer = viewer;
  }

  /** The answer of `GET /tickets`. */
  open(): Ticket[] {
    return this.view((ticket) => ticket.closed_on === null).sort(
      (a, b) => compare(b.updated_on, a.updated_on) || compare(a.ticketid, b.ticketid),
    );
  }

  /** The answers of the pages of closed tickets, one after the other. */
  closed(): Ticket[] {
    return this.view((ticket) => ticket.closed_on !== null).sort((a, b) =>
      compare(b.closed_on ?? "", a.closed_on ?? ""),
    );
  }

  opens(number: number, department: Department): void {
    const ticketid = `70000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
    if (this.tickets.has(ticketid)) return;
    const created_on = at(++this.minute);
    const first = sharedTicket({ ticketid, created_on, waits_since: created_on, ...departments[department] });
    this.tickets.set(ticketid, first);
    this.publish({ name: "newTicket", payload: first });
    this.publish({ name: "newMessage", payload: this.messageOf(first, { content: "Hello" }) });
  }

  writes(ticketid: string, isagent: boolean, text: string): void {
    if (this.tickets.get(ticketid)?.closed_on === null)
      this.append(ticketid, { isagent, content: text, ...(isagent && writers[text.length % 3]) });
  }

  accepts(ticketid: string, agent: Actor): void {
    const ticket = this.tickets.get(ticketid);
    if (!ticket || !abilitiesOn(agent, ticket).accept) return;
    const accepted_on = at(++this.minute);
    const handler = { userid: agent.id, user_name: "An Agent", accepted_on };
    this.awake(ticketid);
    const { stage_version } = this.move(ticketid, {
      ...handler,
      accepted: true,
      accepted_by: agent.id,
      stage: "accepted",
    });
    const { departmentid, department_name } = ticket;
    this.publish({
      name: "acceptTicket",
      payload: { ticketid, stage_version, departmentid, department_name, ...handler },
    });
  }

  /** Reassigns to a department, and to one of its agents or the one who accepts. */
  reassigns(ticketid: string, to: Department, agent: Actor | null): void {
    const before = this.tickets.get(ticketid);
    if (!before || before.closed_on) return;
    const now = at(++this.minute);
    const handler = {
      userid: agent?.id ?? null,
      user_name: agent && "Another Agent",
      accepted_on: agent && (before.accepted_on ?? now),
    };
    const next = this.move(ticketid, {
      ...departments[to],
      ...handler,
      accepted: agent !== null,
      accepted_by: agent && (before.accepted_by ?? agent.id),
      stage: agent ? "accepted" : before.reopened_on ? "reopened" : "pending",
    });
    const saw = maySeeTicket(this.viewer, before);
    const { stage_version } = next;
    const change = { ticketid, stage_version, ...departments[to], ...handler };
    if (saw || maySeeTicket(this.viewer, next)) this.receive({ name: "newHandler", payload: change });
    this.publish({ name: "updateTicket", payload: next });
    if (saw && !maySeeTicket(this.viewer, next))
      this.receive({ name: "removeTicket", payload: { ticketid } });
  }

  /** All tickets here are one client's. */
  numbers(account_number: string): void {
    for (const ticketid of this.tickets.keys()) {
      this.publish({ name: "updateTicket", payload: this.change(ticketid, { account_number }) });
    }
  }

  snoozes(ticketid: string, agent: Actor, until: string | null): void {
    const ticket = this.tickets.get(ticketid);
    if (!ticket || !abilitiesOn(agent, ticket).close) return;
    this.awake(ticketid);
    const snoozed = { on: at(++this.minute), until, by: agent.id };
    this.publish({ name: "updateTicket", payload: this.move(ticketid, { snoozed }) });
  }

  /** The ticket has so many tags then. */
  tags(ticketid: string, count: number): void {
    const ticket = this.tickets.get(ticketid);
    if (!ticket || ticket.closed_on) return;
    const { tags: _, ...others } = ticket;
    this.tickets.set(ticketid, others);
    const tags = count > 0 ? { tags: Array.from({ length: count }, (_, at) => `tag ${at}`) } : {};
    this.publish({ name: "updateTicket", payload: this.change(ticketid, tags) });
  }

  /** A field of the ticket has the value, or none. */
  fills(ticketid: string, value: string | null): void {
    const ticket = this.tickets.get(ticketid);
    if (!ticket || ticket.closed_on) return;
    const { fields: _, ...others } = ticket;
    this.tickets.set(ticketid, others);
    this.publish({
      name: "updateTicket",
      payload: this.change(ticketid, value === null ? {} : { fields: { field: value } }),
    });
  }

  prioritises(ticketid: string, priority: Priority): void {
    const ticket = this.tickets.get(ticketid);
    if (!ticket || ticket.closed_on) return;
    const { priority: _, ...others } = ticket;
    this.tickets.set(ticketid, others);
    const change = priority === "normal" ? {} : { priority };
    this.publish({ name: "updateTicket", payload: this.change(ticketid, change) });
  }

  /** The snooze's time has come, or an agent ends it. */
  wakes(ticketid: string, byTime: boolean): void {
    const snoozed = this.tickets.get(ticketid)?.snoozed;
    if (!snoozed || (byTime && snoozed.until === null)) return;
    this.awake(ticketid);
    const facts = byTime ? { back: "time" as const, updated_on: at(++this.minute) } : {};
    this.publish({ name: "updateTicket", payload: this.move(ticketid, facts) });
  }

  closes(ticketid: string): void {
    const ticket = this.tickets.get(ticketid);
    if (!ticket || ticket.closed_on) return;
    const closing = { closed_on: at(++this.minute), closed_by_name: "An Agent" };
    this.awake(ticketid);
    const { stage_version } = this.move(ticketid, { ...closing, stage: "closed" });
    this.publish({
      name: "closeTicket",
      payload: { ticketid, stage_version, departmentid: ticket.departmentid, ...closing },
    });
    this.append(ticketid, { type: "close", isagent: true, content: "An Agent" });
  }

  /** An agent marks the ticket as spam, which closes it; no spam stays closed. */
  marksSpam(ticketid: string, agent: Actor, marks: boolean): void {
    this.closes(ticketid);
    const ticket = this.tickets.get(ticketid);
    if (!ticket || (ticket.spam !== undefined) === marks) return;
    const { spam: _, ...others } = ticket;
    this.tickets.set(ticketid, others);
    const spam = marks ? { spam: { on: at(++this.minute), by: agent.id } } : {};
    this.publish({ name: "updateTicket", payload: this.change(ticketid, spam) });
  }

  /** A colleague takes the ticket over, which ends a snooze. */
  takesOver(ticketid: string, agent: Actor): void {
    const ticket = this.tickets.get(ticketid);
    if (!ticket?.userid || ticket.closed_on || ticket.userid === agent.id) return;
    this.awake(ticketid);
    const handler = { userid: agent.id, user_name: "Another Agent" };
    const next = this.move(ticketid, handler);
    const { stage_version, departmentid, department_name, accepted_on } = next;
    this.publish({
      name: "newHandler",
      payload: { ticketid, stage_version, departmentid, department_name, accepted_on, ...handler },
    });
    this.publish({ name: "updateTicket", payload: next });
  }

  rates(ticketid: string, rating: number): void {
    if (!this.tickets.get(ticketid)?.closed_on) return;
    this.change(ticketid, { rating });
    this.append(ticketid, { type: "rating", content: String(rating) }, { tells: true });
  }

  reopens(ticketid: string): void {
    const ticket = this.tickets.get(ticketid);
    if (!ticket?.closed_on) return;
    const stage = ticket.userid ? "accepted" : "reopened";
    this.move(ticketid, { closed_on: null, closed_by_name: null, stage, reopened_on: at(this.minute + 1) });
    this.append(ticketid, { type: "reopen", content: "Dimitar" }, { tells: true });
  }

  reads(ticketid: string): void {
    const ticket = this.tickets.get(ticketid);
    if (!ticket || !maySeeTicket(this.viewer, ticket)) return;
    this.seen.set(ticketid, ticket.client_messages);
    this.publish({ name: "ticketRead", payload: { ticketid, client_messages: ticket.client_messages } });
  }

  private view(which: (ticket: SharedTicket) => boolean): Ticket[] {
    const shown = [...this.tickets.values()].filter((one) => which(one) && maySeeTicket(this.viewer, one));
    return shown.map((ticket) => ({
      ...ticket,
      unread: Math.max(0, ticket.client_messages - (this.seen.get(ticket.ticketid) ?? 0)),
      can: abilitiesOn(this.viewer, ticket),
    }));
  }

  /** Appends a message to a ticket, which is published before it where it has changed. */
  private append(ticketid: string, facts: Partial<Message>, { tells = false } = {}): void {
    const ticket = this.tickets.get(ticketid);
    if (!ticket) return;
    const type = facts.type ?? "text";
    const created_on = at(++this.minute);
    const isagent = facts.isagent ?? false;
    const counts = !isagent && isType(type, "countsAsUnread");
    const content = cutPreview(facts.content ?? "");
    if (counts) this.said.set(ticketid, { type, content: cutClientWords(facts.content ?? ""), created_on });
    const hidden = facts.automatic || isType(type, "underWords");
    const said = hidden ? this.said.get(ticketid) : undefined;
    const { last_client_message: _, waits_since, ...known } = ticket;
    const since = counts || !isagent || facts.automatic ? (waits_since ?? (counts && created_on)) : null;
    this.tickets.set(ticketid, known);
    if (counts && ticket.snoozed) this.awake(ticketid, { back: "client" });
    else if (ticket.back && facts.created_by) this.awake(ticketid);
    const next = this.put(ticketid, {
      ...(said && { last_client_message: said }),
      ...(since && { waits_since: since }),
      last_seq: ticket.last_seq + 1,
      client_messages: ticket.client_messages + (counts ? 1 : 0),
      last_message: { type, content, created_on, isagent, ...writerOf(facts) },
      isagent,
      updated_on: created_on,
    });
    if (tells) this.publish({ name: "updateTicket", payload: next });
    const payload = this.messageOf(next, facts);
    this.publish({ name: "newMessage", payload: said ? { ...payload, last_client_message: said } : payload });
  }

  /** Neither snoozed nor back from a snooze, unless `more` says so. */
  private awake(ticketid: string, more: Partial<SharedTicket> = {}): void {
    const { snoozed: _, back: __, ...ticket } = this.tickets.get(ticketid) ?? sharedTicket();
    this.tickets.set(ticketid, { ...ticket, ...more });
  }

  private messageOf(ticket: SharedTicket, facts: Partial<Message>): Message {
    const { ticketid, last_seq: seq, updated_on: created_on } = ticket;
    return message({ ticketid, seq, created_on, ...facts });
  }

  private change(ticketid: string, facts: Partial<SharedTicket>): SharedTicket {
    const { version } = this.tickets.get(ticketid) ?? sharedTicket();
    return this.put(ticketid, { ...facts, version: version + 1 });
  }

  /** Changes whose it is, whether it is open, or whether it sleeps. */
  private move(ticketid: string, facts: Partial<SharedTicket>): SharedTicket {
    const { stage_version } = this.tickets.get(ticketid) ?? sharedTicket();
    return this.put(ticketid, { ...facts, stage_version: stage_version + 1 });
  }

  private put(ticketid: string, facts: Partial<SharedTicket>): SharedTicket {
    const next = { ...(this.tickets.get(ticketid) ?? sharedTicket()), ...facts };
    this.tickets.set(ticketid, next);
    return next;
  }

  /** Publishes only events for the rooms of the viewer. */
  private publish(event: TicketEvent): void {
    const ticket = this.tickets.get(event.payload.ticketid);
    if (ticket && maySeeTicket(this.viewer, ticket)) this.receive(event);
  }

  private receive(event: TicketEvent): void {
    this.events.push(structuredClone(event));
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
