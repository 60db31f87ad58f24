/**
 * Turns published changes of tickets into what their visitors see. A visitor's view is read anew, once for all their
 * sockets in this process, so that a frame shows what it would fetch.
 */
import type { Context } from "../../../floor/context.ts";
import { acrossCompanies, inCompany } from "../../../floor/database/scope.ts";
import type { TicketSignal, VisitorSignal } from "../../../http/live/visitor-signals.ts";
import { findConversation } from "../visitor/conversations.ts";
import { viewMessages } from "../visitor/messages.ts";
import { platform } from "../widget/settings.ts";
import { endLapsed } from "./end-lapsed.ts";
import { visitorRooms } from "./rooms.ts";
import type { VisitorServer } from "./server.ts";

type VisitorThread = { companyId: string; channelId: string; externalId: string; key: string };

/** The number of tickets whose visitor is cached: about 5 MB. */
const mostThreads = 20_000;

export type Followed = {
  /** Called when a socket has come or gone: without any, and without other processes, the server does not listen. */
  follow(): void;
  stop(): Promise<void>;
};

export function followSignals(context: Context, server: VisitorServer): Followed {
  const { visitors } = context.live;
  /** Null: the ticket is not a visitor's. A ticket stays in its channel, and with its client's id there. */
  const threads = new Map<string, VisitorThread | null>();
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
        if (await threadOf(ticketId)) visitors.forward({ kind: "tickets", tickets: [signal] });
      });
    if (before) return;
    await run(ticketId, async () => {
      const thread = await threadOf(ticketId);
      const all = waiting.get(ticketId);
      waiting.delete(ticketId);
      if (thread && all && hasSockets(thread)) await show(thread, all);
    });
  }

  /** A failure disconnects the waiting sockets, which reconnect and fetch. */
  async function run(name: string, work: () => Promise<void>): Promise<void> {
    const before = running.get(name) ?? Promise.resolve();
    const now = before.then(work).catch((error: unknown) => {
      context.log.warn({ err: error }, "A change could not be published to visitors");
      waiting.delete(name);
      const thread = threads.get(name);
      if (thread) cut(thread);
      else server.disconnectSockets(true);
    });
    running.set(name, now);
    await now;
    if (running.get(name) === now) running.delete(name);
  }

  async function threadOf(ticketId: string): Promise<VisitorThread | null> {
    const known = threads.get(ticketId);
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
    const thread = found?.platform === platform ? found : null;
    const [oldest] = threads.keys();
    if (oldest !== undefined && threads.size >= mostThreads) threads.delete(oldest);
    threads.set(ticketId, thread);
    return thread;
  }

  function roomOf({ channelId, externalId }: VisitorThread): string {
    return visitorRooms.visitor(channelId, externalId);
  }
  function hasSockets(thread: VisitorThread): boolean {
    return server.sockets.adapter.rooms.has(roomOf(thread));
  }
  function cut(thread: VisitorThread): void {
    server.in(roomOf(thread)).disconnectSockets(true);
  }
  async function cutTicket(ticketId: string): Promise<void> {
    const thread = await threadOf(ticketId);
    if (thread) cut(thread);
  }

  async function show(thread: VisitorThread, { ticketId, added, changed }: TicketSignal): Promise<void> {
    const { companyId } = thread;
    const ids = [...new Set([...added, ...changed])];
    const view = await inCompany(context, { kind: "desk", companyId }, async (scope) => {
      const conversation = await findConversation(scope, thread, ticketId);
      if (!conversation) return null;
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
          thread,
          { id: ticketId, channel_id: thread.channelId, client_external_id: thread.externalId },
          rows,
        ),
        isNew: rows.map(({ id }) => added.includes(id)),
      };
    });
    // It was deleted meanwhile.
    if (!view) return cut(thread);
    const to = server.to(roomOf(thread));
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
