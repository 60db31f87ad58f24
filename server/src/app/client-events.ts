/** Handles the events that a console sends over its socket. */

import { seesDepartment } from "@parley/contract/permissions";
import { markReadAtProvider } from "../channels/outbound/read-marks.ts";
import { showTyping } from "../channels/outbound/typing.ts";
import { rooms } from "../floor/actors/rooms.ts";
import type { ClientEventHandlers, From } from "../http/live/client-events.ts";
import { markPrivateSeen } from "../support/private-chat/read.ts";
import { accessTicket, checkAbility } from "../support/ticket/access.ts";
import { threadOfReply } from "../support/ticket/merged.ts";
import { listMentionedIds } from "../support/tickets/mentioned.ts";
import { markSeen } from "../support/tickets/seen.ts";

const viewOf = ({ socket }: From, ticketid: string) =>
  rooms.ticketView(socket.data.identity.actor.companyId, ticketid);

const sightOf = ({ socket }: From, ticketid: string) =>
  rooms.ticketSight(socket.data.identity.actor.companyId, ticketid);

const roomsOf = (from: From, ticketid: string) => [viewOf(from, ticketid), sightOf(from, ticketid)];

async function leave(from: From, ticketid: string): Promise<void> {
  for (const room of roomsOf(from, ticketid)) await from.socket.leave(room);
}

/** All sockets share one table: separate listeners would be a tenth of an idle connection's memory. */
export const clientEventHandlers: ClientEventHandlers = {
  openTicket: {
    needs: "readTickets",
    async act({ ticketid }, from) {
      const { context, socket, work } = from;
      const read = () =>
        work(async (scope) => {
          const { id, department_id } = await accessTicket(scope, ticketid, "read");
          return { id, sighted: !seesDepartment(scope.actor, department_id) };
        });
      const { id, sighted } = await read();
      await socket.join(sighted ? roomsOf(from, id) : [viewOf(from, id)]);
      // Re-check after the join: access may have been revoked meanwhile.
      await read().catch(async (error: unknown) => {
        await leave(from, id);
        throw error;
      });
      context.live.viewers.opened(socket, viewOf(from, id), id);
    },
  },
  closeView: {
    needs: "readTickets",
    async act({ ticketid }, from) {
      // The list of mentions still hears of the ticket.
      await from.socket.leave(viewOf(from, ticketid));
    },
  },
  watchMentions: {
    needs: "readTickets",
    async act(_nothing, from) {
      const { socket, work } = from;
      const read = () => work(listMentionedIds);
      const ids = await read();
      await socket.join(ids.map((id) => sightOf(from, id)));
      // Re-check after the join: a ticket may have been closed meanwhile.
      const still = new Set(ids.length > 0 ? await read() : []);
      for (const id of ids) if (!still.has(id)) await socket.leave(sightOf(from, id));
    },
  },
  typing: {
    needs: "answerTickets",
    async act({ ticketid, writes }, from) {
      const { context, socket, work } = from;
      const { viewers } = context.live;
      const room = viewOf(from, ticketid);
      if (writes === "nothing") return viewers.writes(socket, room, null);
      const { actor } = socket.data.identity;
      // accessTicket(…, "reply") would lock the ticket, and typing must not delay a message.
      const ticket = await work(async (scope) => {
        const seen = await accessTicket(scope, ticketid, writes === "note" ? "read" : "see");
        if (writes === "reply") await checkAbility(scope, seen, "reply");
        return threadOfReply(scope, seen);
      });
      viewers.writes(socket, room, writes);
      if (writes === "note") return;
      void showTyping(context, ticket, actor.name);
      socket.to(room).emit("typing", { ticketid, who: "agent", name: actor.name });
    },
  },
  seen: {
    needs: "readTickets",
    async act({ ticketid, seq }, { context, work }) {
      const seen = await work((scope) => markSeen(scope, ticketid, seq));
      for (const one of seen) void markReadAtProvider(context, one);
    },
  },
  seenPrivate: {
    needs: "messageColleagues",
    act: ({ userid, seq }, { work }) => work((scope) => markPrivateSeen(scope, userid, seq)),
  },
};
