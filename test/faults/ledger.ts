/** What was said, what was promised for it, and whether the desk's database and the clients' phones agree. */
import { randomUUID } from "node:crypto";
import { typesThat } from "@parley/contract/timeline";
import type { Caller } from "../outside/caller.ts";
import type { Desk } from "../outside/desk.ts";
import type { PolledClient } from "./polled-client.ts";

export type Reply = {
  messageid: string;
  ticketid: string;
  text: string;
  acked: boolean;
  client: PolledClient;
};

export class Ledger {
  readonly clients: PolledClient[] = [];
  readonly replies: Reply[] = [];

  /** An agent's reply, noted before it is sent. */
  note(client: PolledClient, ticketid: string, text: string): Reply {
    const reply = { messageid: randomUUID(), ticketid, text, acked: false, client };
    this.replies.push(reply);
    return reply;
  }

  /** Sends it until the desk has answered. */
  async send(caller: Caller, reply: Reply): Promise<number | null> {
    const { messageid, ticketid, text } = reply;
    const { status } = await caller.surely("/send-message", { messageid, ticketid, content: text });
    if (status === 200) reply.acked = true;
    return status;
  }

  /** P1: what was acknowledged is in the database. */
  async lost(desk: Desk): Promise<string[]> {
    const inbound = this.clients.flatMap(({ sent }) => sent.filter(({ acked }) => acked));
    const outbound = this.replies.filter(({ acked }) => acked);
    const rows = await desk.query<{ id: string; external_id: string | null }>(
      "select id, external_id from message",
    );
    const ids = new Set(rows.map(({ id }) => id));
    const externalIds = new Set(rows.map(({ external_id }) => external_id));
    return [
      ...inbound.filter(({ externalId }) => !externalIds.has(externalId)).map(({ text }) => `lost: ${text}`),
      ...outbound.filter(({ messageid }) => !ids.has(messageid)).map(({ text }) => `lost: ${text}`),
    ];
  }

  /** P2: one id is one row. Every text here is said once. */
  async doubled(desk: Desk): Promise<string[]> {
    const texts = [...this.clients.flatMap(({ sent }) => sent), ...this.replies].map(({ text }) => text);
    const rows = await desk.query<{ content: string; count: number }>(
      "select content, count(*)::int from message where content = any($1) group by content having count(*) > 1",
      [texts],
    );
    return rows.map(({ content, count }) => `${count} rows of: ${content}`);
  }

  /** P3: numbers without hole or repeat, times that grow, and each client's messages in the order they were written. */
  async disordered(desk: Desk): Promise<string[]> {
    const rows = await desk.query<{ ticket_id: string; seq: number; created_on: Date; content: string }>(
      "select ticket_id, seq, created_on, content from message order by ticket_id, seq",
    );
    const unread = typesThat("countsAsUnread").map((type) => `'${type}'`);
    const tickets = await desk.query<{
      id: string;
      last_seq: number;
      client_messages: number;
      counted: number;
    }>(
      `select id, last_seq, client_messages, (select count(*)::int from message
        where ticket_id = ticket.id and not is_agent and type in (${unread})) as counted from ticket`,
    );
    const byTicket = Map.groupBy(rows, ({ ticket_id }) => ticket_id);
    const faults = tickets.flatMap(({ id, last_seq, client_messages, counted }) => {
      const messages = byTicket.get(id) ?? [];
      const dense = messages.every(({ seq }, index) => seq === index + 1) && messages.length === last_seq;
      const grows = messages.every(
        ({ created_on }, at) => at === 0 || created_on > (messages[at - 1]?.created_on ?? 0),
      );
      return [
        ...(dense ? [] : [`${id} has the numbers ${messages.map(({ seq }) => seq).join()} of ${last_seq}`]),
        ...(grows ? [] : [`${id} has times that do not grow`]),
        ...(counted === client_messages
          ? []
          : [`${id} counts ${client_messages} of ${counted} client messages`]),
      ];
    });
    for (const { sent, id } of this.clients) {
      const mine = new Set(sent.map(({ text }) => text));
      const stored = rows.filter(({ content }) => mine.has(content)).map(({ content }) => content);
      const written = sent.map(({ text }) => text).filter((text) => stored.includes(text));
      if (stored.join() !== written.join())
        faults.push(`what ${id} wrote is out of order: ${stored.join(" | ")}`);
    }
    return faults;
  }

  /** P5 and P6: nothing waits for ever, and a phone got what is sent once, what is failed never, what is uncertain at most once. */
  async missent(desk: Desk): Promise<string[]> {
    const rows = await desk.query<{ id: string; status: string }>(
      "select id, status from message where is_agent and status is not null",
    );
    const statuses = new Map(rows.map(({ id, status }) => [id, status]));
    return this.replies.flatMap(({ messageid, text, client }) => {
      const status = statuses.get(messageid);
      const times = client.received().filter((received) => received === text).length;
      const right =
        status === "sent"
          ? times === 1
          : status === "uncertain"
            ? times <= 1
            : (status === "failed" || status === undefined) && times === 0;
      return right ? [] : [`${status ?? "never stored"}, and on the phone ${times} times: ${text}`];
    });
  }

  /** Resolves when no message waits to be sent. */
  async settled(desk: Desk, milliseconds = 30_000): Promise<string[]> {
    const startedAt = Date.now();
    for (;;) {
      const waiting = await desk.query<{ content: string; why: string }>(
        `select content, concat_ws(', ', 'held until ' || sending_until::text, 'next try ' || next_attempt_on::text,
          attempts || ' attempts', status_reason) as why from message where status = 'queued' order by ticket_id, seq`,
      );
      if (waiting.length === 0) return [];
      if (Date.now() - startedAt > milliseconds)
        return waiting.map(({ content, why }) => `still waits: ${content} (${why})`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
