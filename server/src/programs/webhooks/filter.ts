/**
 * Chooses the events of webhooks with a condition: those whose ticket matches when their row is written. The others are
 * passed over for good.
 */
import { compile } from "@parley/contract/conditions/evaluate";
import type { SharedTicket, Ticket } from "@parley/contract/tickets";
import { withDeleted } from "../../floor/database/deleted.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { viewSharedTickets } from "../../support/tickets/view.ts";
import type { FoundEvent } from "../events/scan.ts";
import type { WebhookRow } from "./rows.ts";

type Filtered = Pick<WebhookRow, "id" | "types" | "condition">;
type Chosen = { id: string; events: FoundEvent[] };
export type Judge = (webhooks: Filtered[], found: FoundEvent[]) => Promise<Chosen[]>;

/**
 * Reads a ticket once in a unit of work, however many webhooks ask for it, and none without a condition. An event
 * without a ticket matches none. A deleted ticket is judged as it was.
 */
export function judgeTickets(scope: Scope): Judge {
  const known = new Map<string, SharedTicket | null>();
  let zone: string | undefined;

  async function read(ids: string[]): Promise<void> {
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length === 0) return;
    const tickets = await withDeleted(scope, () => viewSharedTickets(scope, unknown));
    const found = new Map(tickets.map((ticket) => [ticket.ticketid, ticket]));
    for (const id of unknown) known.set(id, found.get(id) ?? null);
  }

  return async (webhooks, found) => {
    if (found.length === 0 || webhooks.every(({ condition }) => condition === null))
      return webhooks.map((webhook) => ({
        id: webhook.id,
        events: found.filter((event) => isFor(webhook, event)),
      }));
    await read([...new Set(found.flatMap(({ ticket_id }) => ticket_id ?? []))]);
    zone ??= await companyTimeZone(scope);
    const reading = { viewer: null, zone };
    const now = scope.now.getTime();
    return webhooks.map((webhook) => {
      const matches = webhook.condition && compile(webhook.condition, reading);
      const isChosen = (event: FoundEvent) => {
        if (!matches || isSentByRule(webhook, event)) return isFor(webhook, event);
        const ticket = event.ticket_id === null ? null : known.get(event.ticket_id);
        // A webhook has no reader: what belongs to one is asked in no rule.
        return isFor(webhook, event) && Boolean(ticket && matches(ticket as Ticket, now));
      };
      return { id: webhook.id, events: found.filter(isChosen) };
    });
  };
}

const isFor = (webhook: Filtered, event: FoundEvent): boolean =>
  webhook.types.includes(event.kind) || isSentByRule(webhook, event);

/** The rule's own condition chose it. */
const isSentByRule = ({ id }: Filtered, { kind, facts }: FoundEvent): boolean =>
  kind === "ticket_rule" && facts.webhook === id;
