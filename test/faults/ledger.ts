/** Records the messages and their acknowledgements, and compares the desk's database with the clients' phones. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { typesThat } from "@parley/contract/timeline";
import { countedTotals, keptTotals } from "../../server/src/support/totals/totals.fixture.ts";
import type { Caller } from "../outside/caller.ts";
import type { Desk } from "../outside/desk.ts";
import type { Correspondent, PlayedClient, Receipt } from "./played-client.ts";

export type Reply = {
  messageid: string;
  ticketid: string;
  text: string;
  acked: boolean;
  client: Correspondent;
};

/** The status that a receipt leads to; a platform without receipts only says that it accepted the message. */
const statusBy = (receipt: Receipt) => receipt ?? "sent";
/** True for a status that shows the arrival. */
export const isArrived = (status: string | undefined): boolean =>
  ["sent", "delivered", "read"].includes(status ?? "");

export class Ledger {
  readonly clients: Correspondent[] = [];
  readonly replies: Reply[] = [];
  /** Accounts whose credentials the provider changed: callbacks that it signs with the new ones are refused. */
  readonly revoked = new Set<number>();

  /** Records an agent's reply before it is sent. */
  note(client: Correspondent, ticketid: string, text: string): Reply {
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

  /** P1: every acknowledged message is in the database. */
  async lost(desk: Desk): Promise<string[]> {
    const inbound = this.clients.flatMap(({ sent }) => sent.filter(({ acked }) => acked));
    const outbound = this.replies.filter(({ acked }) => acked);
    const rows = await desk.query<{ id: string; content: string }>("select id, content from message");
    const ids = new Set(rows.map(({ id }) => id));
    const texts = new Set(rows.map(({ content }) => content));
    return [
      ...inbound.filter(({ text }) => !texts.has(text)).map(({ text }) => `lost: ${text}`),
      ...outbound.filter(({ messageid }) => !ids.has(messageid)).map(({ text }) => `lost: ${text}`),
    ];
  }

  /** P2: one id is one row. Every text here is unique. */
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
    for (const { sent, id, unordered } of this.clients) {
      if (unordered) continue;
      const mine = new Set(sent.map(({ text }) => text));
      const stored = rows.filter(({ content }) => mine.has(content)).map(({ content }) => content);
      const written = sent.map(({ text }) => text).filter((text) => stored.includes(text));
      if (stored.join() !== written.join())
        faults.push(`what ${id} wrote is out of order: ${stored.join(" | ")}`);
    }
    return faults;
  }

  /** P8: the figures of all tickets and of each agent's equal a recount. */
  async miscounted(desk: Desk): Promise<string[]> {
    const rows = await desk.query<{ totals: object }>(
      `select to_jsonb(t) as totals from (
        (${keptTotals} except ${countedTotals}) union all (${countedTotals} except ${keptTotals})) t`,
    );
    return rows.map(({ totals }) => `kept or counted, not both: ${JSON.stringify(totals)}`);
  }

  /**
   * P5 and P6: nothing waits for ever, and a phone got sent messages once, failed ones never, uncertain ones at most
   * once.
   */
  async missent(desk: Desk): Promise<string[]> {
    const rows = await desk.query<{ id: string; status: string }>(
      "select id, status from message where is_agent and status is not null",
    );
    const statuses = new Map(rows.map(({ id, status }) => [id, status]));
    const times = countTexts([...new Set(this.replies.map(({ client }) => client))]);
    return this.replies.flatMap(({ messageid, text }) => {
      const status = statuses.get(messageid);
      const count = times.get(text) ?? 0;
      const right = isArrived(status)
        ? count === 1
        : status === "uncertain"
          ? count <= 1
          : (status === "failed" || status === undefined) && count === 0;
      return right ? [] : [`${status ?? "never stored"}, and on the phone ${count} times: ${text}`];
    });
  }

  /**
   * P5: each message has the status that the provider last reported. `settles`: the accounts whose receipts also settle
   * a message whose answer was lost. A receipt that crossed its send is applied within a few seconds.
   */
  async disagreeing(desk: Desk, settles: Set<number>, milliseconds = 10_000): Promise<string[]> {
    for (const startedAt = Date.now(); ; await wait(100)) {
      const different = await this.#disagreeing(desk, settles);
      if (different.length === 0 || Date.now() - startedAt > milliseconds) return different;
    }
  }

  async #disagreeing(desk: Desk, settles: Set<number>): Promise<string[]> {
    const rows = await desk.query<{ content: string; status: string }>(
      "select content, status from message where is_agent and status is not null",
    );
    const statuses = new Map(rows.map(({ content, status }) => [content, status]));
    const early = await desk.query<{ content: string }>(
      `select content from message join early_event early using (company_id, channel_id, external_id)`,
    );
    const clients = this.clients.filter((client): client is PlayedClient => "receipts" in client);
    const wrong = clients.flatMap((client) =>
      [...client.receipts()].flatMap(([text, receipt]) => {
        const status = statuses.get(text);
        const isOpen = status === "uncertain" && !(receipt && settles.has(client.account));
        const isUntold = status === "sent" && this.revoked.has(client.account);
        return status === undefined || isOpen || isUntold || status === statusBy(receipt)
          ? []
          : [`${status}, where the provider said ${receipt ?? "nothing more"}: ${text}`];
      }),
    );
    return [
      ...wrong,
      ...early.map(({ content }) => `its receipt or what its client did is still kept: ${content}`),
    ];
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
      await wait(50);
    }
  }
}

function countTexts(clients: Correspondent[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const text of clients.flatMap((client) => client.received()))
    times.set(text, (times.get(text) ?? 0) + 1);
  return times;
}
