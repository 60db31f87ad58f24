/**
 * Turns published changes of tickets into what their visitors see. A visitor's view is read anew, once for all their
 * sockets in this process, so that a frame shows what it would fetch.
 */
import type { Context } from "../../../floor/context.ts";
import { acrossCompanies, inCompany } from "../../../floor/database/scope.ts";
import type { TicketSignal, VisitorSignal } from "../../../http/live/visitor-signals.ts";
import { viewConversation } from "../visitor/conversations.ts";
import { viewMessages } from "../visitor/messages.ts";
import { platform } from "../widget/settings.ts";
import { endLapsed } from "./end-lapsed.ts";
import { visitorRooms } from "./rooms.ts";
import type { VisitorServer } from "./server.ts";

type Place = { companyId: string; channelId: string; externalId: string; key: string };

/** The number of tickets whose visitor is cached: about 5 MB. */
const mostPlaces = 20_000;

export type Followed = {
  /** Called when a socket has come or gone: without any, and without other processes, the server does not listen. */
  follow(): void;
  stop(): Promise<void>;
};

export function followSignals(context: Context, server: VisitorServer): Followed {
  const { visitors } = context.live;
  /** Null: the ticket is not a visitor's. A ticket stays in its channel, and with its client's id there. */
  const places = new Map<string, Place | null>();
  const waiting = new Map<string, TicketSignal>();
  const running = new Map<string, Promise<void>>();
  let stopped = false;

  const hears: Parameters<typeof visitors.listen>[0] = (signal, from) => {
    if (signal.kind !== "tickets" && from === "here") visitors.forward(signal);
    hear(signal, from);
  };
  const follow = () => {
    const wanted = !stopped && (visitors.shared || server.sockets.sockets.size > 0);
    visitors.listen(wanted ? hears : null);
  };
  follow();

  return {
    follow,
    async stop() {
      stopped = true;
      follow();
      await Promise.all(running.values());
    },
  };

  function hear(signal: VisitorSignal, from: "here" | "elsewhere"): void {
    switch (signal.kind) {
      case "tickets":
        for (const ticket of signal.tickets) void collect(ticket, from);
        return;
      case "resyncTickets":
        for (const id of signal.ticketIds) void run(id, () => cutTicket(id));
        return;
      case "resyncAll":
        server.disconnectSockets(true);
        return;
      case "resync":
        server.in(visitorRooms.visitor(signal.channelId, signal.externalId)).disconnectSockets(true);
        return;
      case "ended": {
        const room = visitorRooms.token(signal.tokenHash);
        server.to(room).emit("visitorEnded", {});
        server.in(room).disconnectSockets(true);
        return;
      }
      case "blocked":
        void run(signal.companyId, () =>
          endLapsed(
            context,
            [...server.sockets.sockets.values()].filter(
              ({ data }) => data.session.companyId === signal.companyId,
            ),
          ),
        );
        return;
      case "widget":
        server.to(visitorRooms.widget(signal.channelId)).emit("widget", {});
        return;
      case "typing": {
        const { channelId, externalId, ticketId: conversation, name } = signal;
        const first = name.split(" ")[0] ?? "";
        server.to(visitorRooms.visitor(channelId, externalId)).emit("typing", { conversation, name: first });
        return;
      }
      case "read":
        void run(signal.messageId, () => showRead(signal));
    }
  }

  /** Signals of one ticket are handled in order; those that come meanwhile are handled together. */
  async function collect(signal: TicketSignal, from: "here" | "elsewhere"): Promise<void> {
    const { ticketId } = signal;
    const before = waiting.get(ticketId);
    waiting.set(ticketId, {
      ticketId,
      added: [...(before?.added ?? []), ...signal.added],
      changed: [...(before?.changed ?? []), ...signal.changed],
    });
    if (from === "here" && visitors.shared)
      await run(`${ticketId} forward`, async () => {
        if (await placeOf(ticketId)) visitors.forward({ kind: "tickets", tickets: [signal] });
      });
    if (before) return;
    await run(ticketId, async () => {
      const place = await placeOf(ticketId);
      const all = waiting.get(ticketId);
      waiting.delete(ticketId);
      if (place && all && hasSockets(place)) await show(place, all);
    });
  }

  /** A failure disconnects the waiting sockets, which reconnect and fetch. */
  async function run(name: string, work: () => Promise<void>): Promise<void> {
    const before = running.get(name) ?? Promise.resolve();
    const now = before.then(work).catch((error: unknown) => {
      context.log.warn({ err: error }, "A change could not be published to visitors");
      waiting.delete(name);
      const place = places.get(name);
      if (place) cut(place);
      else server.disconnectSockets(true);
    });
    running.set(name, now);
    await now;
    if (running.get(name) === now) running.delete(name);
  }

  async function placeOf(ticketId: string): Promise<Place | null> {
    const known = places.get(ticketId);
    if (known !== undefined) return known;
    const found = await acrossCompanies(context, (db) =>
      db
        .selectFrom("ticket")
        .innerJoin("channel", (join) =>
          join
            .onRef("channel.company_id", "=", "ticket.company_id")
            .onRef("channel.id", "=", "ticket.channel_id"),
        )
        .select(["ticket.company_id as companyId", "ticket.channel_id as channelId"])
        .select(["ticket.client_external_id as externalId", "channel.external_id as key"])
        .select("channel.platform")
        .where("ticket.id", "=", ticketId)
        .executeTakeFirst(),
    );
    const place = found?.platform === platform ? found : null;
    const [oldest] = places.keys();
    if (oldest !== undefined && places.size >= mostPlaces) places.delete(oldest);
    places.set(ticketId, place);
    return place;
  }

  function roomOf({ channelId, externalId }: Place): string {
    return visitorRooms.visitor(channelId, externalId);
  }
  function hasSockets(place: Place): boolean {
    return server.sockets.adapter.rooms.has(roomOf(place));
  }
  function cut(place: Place): void {
    server.in(roomOf(place)).disconnectSockets(true);
  }
  async function cutTicket(ticketId: string): Promise<void> {
    const place = await placeOf(ticketId);
    if (place) cut(place);
  }

  async function show(place: Place, { ticketId, added, changed }: TicketSignal): Promise<void> {
    const { companyId } = place;
    const ids = [...new Set([...added, ...changed])];
    const view = await inCompany(context, { kind: "desk", companyId }, async (scope) => {
      const conversation = await viewConversation(scope, place, ticketId);
      const rows =
        ids.length === 0
          ? []
          : await scope.db
              .selectFrom("message")
              .selectAll()
              .where("company_id", "=", companyId)
              .where("ticket_id", "=", ticketId)
              .where("id", "in", ids)
              .orderBy("seq")
              .execute();
      return {
        conversation,
        messages: await viewMessages(
          scope,
          place,
          { id: ticketId, channel_id: place.channelId, client_external_id: place.externalId },
          rows,
        ),
        isNew: rows.map(({ id }) => added.includes(id)),
      };
    });
    const to = server.to(roomOf(place));
    const { conversation } = view;
    view.messages.forEach((message, at) => {
      to.emit(view.isNew[at] ? "message" : "messageChanged", { conversation, message });
    });
    if (view.messages.length === 0) to.emit("conversation", conversation);
  }

  async function showRead({ channelId, messageId }: Extract<VisitorSignal, { kind: "read" }>): Promise<void> {
    const found = await acrossCompanies(context, (db) =>
      db
        .selectFrom("message")
        .select("ticket_id")
        .where("channel_id", "=", channelId)
        .where("external_id", "=", messageId)
        .executeTakeFirst(),
    );
    if (found) await collect({ ticketId: found.ticket_id, added: [], changed: [] }, "elsewhere");
  }
}
