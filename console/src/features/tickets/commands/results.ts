import type { Colleague } from "@parley/contract/agents";
import { fold } from "@parley/contract/fold";
import type { Hit } from "@parley/contract/search";
import type { Ticket } from "@parley/contract/tickets";
import { titleOf } from "../search/title.ts";
import type { Action } from "./actions.tsx";

export type Result =
  | { kind: "action"; id: string; label: string; action: Action }
  | { kind: "ticket"; id: string; label: string; ticket: Ticket }
  | { kind: "client"; id: string; label: string; ticket: Ticket }
  | { kind: "colleague"; id: string; label: string; colleague: Colleague }
  /** A message, a note or a file of a ticket, or a client with no ticket at hand. */
  | { kind: "hit"; id: string; label: string; hit: Hit }
  /** The page with all results. */
  | { kind: "all"; id: string; label: string; phrase: string };

type Heading = Exclude<Result["kind"], "hit"> | "message" | "note" | "file";
export type Group = { kind: Heading; items: Result[] };

type Sources = { actions: Action[]; tickets: Ticket[]; found: Hit[]; colleagues: Colleague[] };

/** The number of results of a kind: the next letter narrows further. */
const most = 6;

/**
 * The results of a phrase, by kind. `tickets` are those at hand and are searched here, `found` is what the server
 * found everywhere.
 */
export function findResults(phrase: string, { actions, tickets, found, colleagues }: Sources): Group[] {
  const wanted = fold(phrase.trim());
  const has = (...texts: (string | null)[]) => texts.some((text) => text && fold(text).includes(wanted));
  const near = tickets.filter(({ client_name, ticketid, short_id, account_number }) =>
    has(client_name, ticketid.slice(0, 8), short_id, account_number),
  );
  const there = wanted ? found : [];
  const of = (kind: Hit["kind"]) => there.filter((hit) => hit.kind === kind);
  const asResult = (hit: Hit): Result => ({ kind: "hit", id: hit.id, label: titleOf(hit), hit });
  const matching = unique(
    [...near, ...of("tickets").flatMap(({ ticket }) => ticket ?? [])],
    ({ ticketid }) => ticketid,
  );
  const clients = unique(
    matching.filter(({ client_name, short_id, account_number }) =>
      has(client_name, short_id, account_number),
    ),
    ({ clientid }) => clientid,
  );
  const groups: Group[] = [
    {
      kind: "ticket",
      items: matching.map((ticket) => ({
        kind: "ticket",
        id: ticket.ticketid,
        label: ticket.client_name,
        ticket,
      })),
    },
    {
      kind: "client",
      items: [
        ...clients.map((ticket) => ({
          kind: "client" as const,
          id: ticket.clientid,
          label: ticket.client_name,
          ticket,
        })),
        ...of("clients")
          .filter(({ id }) => clients.every(({ clientid }) => clientid !== id))
          .map(asResult),
      ],
    },
    { kind: "message", items: of("messages").map(asResult) },
    { kind: "note", items: of("notes").map(asResult) },
    { kind: "file", items: of("files").map(asResult) },
    {
      kind: "colleague",
      items: colleagues
        .filter(({ first_name, last_name, email, department }) =>
          has(`${first_name} ${last_name}`, email, department),
        )
        .map((colleague) => ({
          kind: "colleague",
          id: colleague.userid,
          label: `${colleague.first_name} ${colleague.last_name}`,
          colleague,
        })),
    },
    {
      kind: "action",
      items: actions
        .filter(({ label }) => has(label))
        .map((action) => ({ kind: "action", id: action.id, label: action.label, action })),
    },
    ...(wanted
      ? [
          {
            kind: "all" as const,
            items: [{ kind: "all" as const, id: "all", label: phrase.trim(), phrase: phrase.trim() }],
          },
        ]
      : []),
  ];
  // Before anything is typed, the actions come first; a search finds the rest.
  const order = wanted ? groups : groups.filter(({ kind }) => kind !== "client").reverse();
  return order
    .map(({ kind, items }) => ({ kind, items: kind === "action" && !wanted ? items : items.slice(0, most) }))
    .filter(({ items }) => items.length > 0);
}

function unique<Item>(items: Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item] as const).reverse()).values()].reverse();
}
